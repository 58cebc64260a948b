import Foundation

/// The table of peers as text.
struct PeerText {
  let report: PeerReport
  let machine: Machine

  var text: String {
    var lines = [
      machine.description,
      "\(report.languages.first?.names ?? 0) names of each language; \(rounds) rounds, in each of which every "
        + "peer runs once, on one core, \(report.repetitions) repetitions of each operation.",
      "Nanoseconds of processor time a call, the fastest of all; in brackets, how many times as long as this library takes. Bytes of "
        + "keys are by the character.",
      "Differ: positions of the sorted names at which ICU has another name, that ICU whose CLDR is nearest; shifted: "
        + "when that ignores spaces and punctuation until all else is equal.",
      "", row("peer", ["version", "CLDR", "by"], 34),
    ]
    for peer in report.peers {
      let (id, title) = (peer.id, peer.title)
      if let missing = peer.missing, peer.results.isEmpty {
        lines.append(row(title, ["not to be had here: \(missing)"], 34))
      } else {
        lines.append(
          row(
            title,
            [
              peer.version.isEmpty ? "-" : peer.version, peer.cldr.map(String.init) ?? "-",
              "Benchmarks/measure-peers --peers '\(id)'",
            ], 34))
      }
    }
    for language in report.languages { lines += table(of: language) }
    lines += [""] + calls
    return lines.joined(separator: "\n") + "\n"
  }

  private var rounds: String {
    let (fewest, most) = report.rounds
    return fewest == most ? "\(most)" : "\(fewest) to \(most)"
  }

  private func table(of language: PeerReport.Language) -> [String] {
    let titles = PeerReport.Operation.allCases.map(\.title)
    let columns = Array(titles.prefix(2) + ["bytes"] + titles.dropFirst(2) + ["differ"])
    var lines = ["", "\(language.code): \(language.characters) characters", row("", columns, 18)]
    for peer in report.peers {
      guard let result = peer.results[language.code] else { continue }
      var cells = PeerReport.Operation.allCases.map { operation in
        guard let cell = result.cells[operation],
          let ratio = report.ratio(peer, operation, language.code)
        else { return "-" }
        return "\(digits(cell.ns)) (\(String(format: "%.2f", ratio)))"
      }
      cells.insert(
        result.keyBytes.map { String(format: "%.2f", Double($0) / Double(language.characters)) }
          ?? "-", at: 2)
      cells.append(positions(result.differ, peer.judge))
      lines.append(row(peer.title, cells, 18))
    }
    if let library = report.peers.first?.results[language.code] {
      let spreads = PeerReport.Operation.allCases.map { operation in
        "\(operation.title) \(String(format: "%.2f", library.spread[operation] ?? 1))"
      }
      lines.append(
        "this library's slowest round, times its fastest: " + spreads.joined(separator: ", "))
    }
    return lines
  }

  private func positions(_ differ: [Int], _ judge: Int) -> String {
    let judges = PeerReport.judges
    guard differ.count >= judges.count else { return "-" }
    let count = differ[judge]
    // Worth a word only where the peer ignores them too.
    let shifted = differ.dropFirst(judges.count + judge).first.flatMap { $0 < count ? $0 : nil }
    return "\(count) from ICU \(judges[judge].icu)"
      + (shifted.map { ", \($0) shifted" } ?? "")
  }

  /// What the cells call; where that depends on the language, in which ones.
  private var calls: [String] {
    report.peers.flatMap { peer in
      PeerReport.Operation.allCases.flatMap { operation in
        var languages: [String: [String]] = [:]
        for language in report.languages.map(\.code) {
          guard let how = peer.results[language]?.cells[operation]?.how else { continue }
          // SQL and commands name the locale.
          let call = how.replacing("'\(language)'", with: "'LOCALE'")
            .replacing("\"\(language)-", with: "\"LOCALE-")
            .replacing("_\(language)(", with: "_LOCALE(")
            .replacing("COLLATE \(language)", with: "COLLATE LOCALE")
            .replacing(#/LC_ALL=[a-z]+_[A-Z]+/#, with: "LC_ALL=LOCALE")
          languages[call, default: []].append(language)
        }
        return languages.sorted { $0.key < $1.key }.map { call, codes in
          let some = languages.count > 1 ? " in " + codes.joined(separator: ", ") : ""
          return "\(peer.title), \(operation.title)\(some): \(call)"
        }
      }
    }
  }

  private func digits(_ value: Double) -> String {
    value < 100 ? String(format: "%.1f", value) : String(format: "%.0f", value)
  }

  private func row(_ title: String, _ cells: [String], _ width: Int) -> String {
    let columns = [title.padding(toLength: 24, withPad: " ", startingAt: 0)]
    return
      (columns
      + cells.dropLast().map { $0 + String(repeating: " ", count: max(2, width - $0.count)) })
      .joined() + (cells.last ?? "")
  }
}
