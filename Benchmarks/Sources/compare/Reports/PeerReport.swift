import Foundation

/// What the runs of the peers have written: their figures and the positions at which ICU differs.
struct PeerReport {
  /// What is measured, in the order of the columns.
  enum Operation: String, CaseIterable, CodingKey {
    case compare, key, sort, search, section

    var title: String {
      switch self {
      case .key: "sort key"
      default: rawValue
      }
    }
  }

  struct Cell: Codable {
    let ns: Double
    let how: String
  }

  /// The JSON of one run of a peer.
  fileprivate struct Run: Decodable {
    let version: String?
    let cldr: String?
    let icu: String?
    let keyBytes: Int?
    let compare: Cell?
    let key: Cell?
    let sort: Cell?
    let search: Cell?
    let section: Cell?

    func cell(_ operation: Operation) -> Cell? {
      switch operation {
      case .compare: compare
      case .key: key
      case .sort: sort
      case .search: search
      case .section: section
      }
    }
  }

  /// A peer's results with the names of one language.
  struct Result {
    /// The fastest of all rounds.
    let cells: [Operation: Cell]
    /// The slowest round's time divided by the fastest's.
    let spread: [Operation: Double]
    let keyBytes: Int?
    /// The positions at which the ICU of Debian 12, 13 and unstable has another name; then those at
    /// which it has another one when it ignores spaces and punctuation.
    let differ: [Int]
  }

  struct Peer {
    let id: String
    let title: String
    /// Of the peer, and of the CLDR or ICU that its order is from.
    var version = ""
    var cldr: Int?
    /// Why there are no results.
    var missing: String?
    var results: [String: Result] = [:]

    /// Which of the three ICUs has the CLDR that is nearest to the peer's.
    var judge: Int {
      let distances = PeerReport.judges.map { abs($0.cldr - (cldr ?? $0.cldr)) }
      return distances.lastIndex(of: distances.min()!)!
    }
  }

  struct Language {
    let code: String
    let names: Int
    let characters: Int
  }

  /// The versions of ICU that count positions, each with its CLDR.
  static let judges = [(icu: 72, cldr: 42), (icu: 76, cldr: 46), (icu: 78, cldr: 48)]
  static let library = "swift-collation@host"
  private static let titles = [
    (library, "this library"), ("icu4c@host", "ICU4C 72"),
    ("icu4c-normalizing@host", "ICU4C 72, normalizing"), ("icu4c@trixie", "ICU4C 76"),
    ("icu4c@sid", "ICU4C 78"), ("icu4j@sid", "ICU4J"), ("icu4x@sid", "ICU4X"),
    ("feruca@host", "feruca"), ("go@sid", "Go x/text"), ("node@sid", "Node"),
    ("foundation@host", "Foundation"), ("duckdb@host", "DuckDB"),
    ("postgresql@sid", "PostgreSQL, ICU"), ("sqlite@sid", "SQLite, ICU"),
    ("gnu-sort@sid", "GNU sort"), ("uutils-sort@sid", "uutils sort"),
  ]

  private(set) var languages: [Language] = []
  private(set) var peers: [Peer]
  /// The fewest and the most rounds that a peer has run.
  private(set) var rounds = (fewest: Int.max, most: 0)
  /// How many repetitions the peers were told to make.
  let repetitions: Int

  init(folder: URL, missing: URL) throws {
    let files = FileManager.default
    repetitions = try Int(text(folder.appending(path: "repetitions")) ?? "") ?? 0
    peers = Self.titles.map { Peer(id: $0, title: $1) }
    let order = (try text(folder.appending(path: "languages")) ?? "").split(separator: " ")
    for code in order.map(String.init) {
      let names = try String(
        contentsOf: folder.appending(path: "\(code)/names.txt"), encoding: .utf8)
      let scalars = names.unicodeScalars
      let count = scalars.count { $0 == "\n" }
      languages.append(Language(code: code, names: count, characters: scalars.count - count))
    }
    for number in peers.indices {
      peers[number].missing = try text(missing.appending(path: peers[number].id))
      for language in languages {
        let folder = folder.appending(path: language.code)
        var runs: [Run] = []
        while case let file = folder.appending(path: "\(peers[number].id).\(runs.count + 1).json"),
          files.fileExists(atPath: file.path)
        {
          runs.append(try JSONDecoder().decode(Run.self, from: Data(contentsOf: file)))
        }
        guard let first = runs.first else { continue }
        rounds = (min(rounds.fewest, runs.count), max(rounds.most, runs.count))
        peers[number].version = first.version ?? ""
        peers[number].cldr = first.cldr.flatMap { Int($0) } ?? first.icu.flatMap(cldr(ofICU:))
        let differ = try text(folder.appending(path: "\(peers[number].id).differ")) ?? ""
        peers[number].results[language.code] = Result(
          runs, differ: differ.split(separator: "\n").compactMap { Int($0) })
      }
    }
    peers.removeAll { $0.results.isEmpty && $0.missing == nil }
  }

  /// How many times as long as the library a peer takes.
  func ratio(_ peer: Peer, _ operation: Operation, _ language: String) -> Double? {
    let library = peers.first { $0.id == Self.library }
    guard let theirs = peer.results[language]?.cells[operation]?.ns,
      let ours = library?.results[language]?.cells[operation]?.ns
    else { return nil }
    return theirs / ours
  }
}

extension PeerReport.Result {
  fileprivate init(_ runs: [PeerReport.Run], differ: [Int]) {
    var (cells, spread): ([PeerReport.Operation: PeerReport.Cell], [PeerReport.Operation: Double])
    (cells, spread) = ([:], [:])
    for operation in PeerReport.Operation.allCases {
      let all = runs.compactMap { $0.cell(operation) }
      guard let best = all.min(by: { $0.ns < $1.ns }), let worst = all.map(\.ns).max() else {
        continue
      }
      cells[operation] = best
      spread[operation] = worst / best.ns
    }
    self.init(cells: cells, spread: spread, keyBytes: runs[0].keyBytes, differ: differ)
  }
}

/// The text of a file that need not exist.
private func text(_ file: URL) throws -> String? {
  guard FileManager.default.fileExists(atPath: file.path) else { return nil }
  return try String(contentsOf: file, encoding: .utf8)
    .trimmingCharacters(in: .whitespacesAndNewlines)
}

/// From ICU 72 on each version has a CLDR of its own.
private func cldr(ofICU version: String) -> Int? {
  version.split(separator: ".").first.flatMap { Int($0) }.map { $0 - 30 }
}
