import ICU4C
import Operations

/// Lists of a hundred names, sorted with the library, and with ICU4C's comparison and one collator.
final class FewNames {
  static let namesOfList = 100
  private static let mostLists = 1_000

  private let contest: Contest
  private let lists: [Dataset]
  private let index: OpaquePointer
  private var order = [UInt32](repeating: 0, count: namesOfList)

  /// Takes the first names of a list; `nil` if it has less than a hundred.
  init?(_ contest: Contest) throws {
    let dataset = contest.dataset
    let count = min(dataset.count / Self.namesOfList, Self.mostLists)
    guard count > 0 else { return nil }
    self.contest = contest
    lists = (0..<count).map { number in
      let start = number * Self.namesOfList
      return Dataset(
        name: dataset.name, locale: dataset.locale,
        names: dataset.names.slice(start..<start + Self.namesOfList))
    }
    guard let index = icu4c_open(dataset.locale, true) else {
      throw ContestError("ICU4C cannot open \(dataset.locale)")
    }
    self.index = index
  }

  deinit { icu4c_close(index) }

  /// Sorts all lists, of which a time is the sum.
  func reports(repetitions: Int) -> [FewNamesReport] {
    let strings = lists.map(\.names.strings)
    let subject = contest.subject
    return [FewNamesReport.Form.records, .strings].map { form in
      var times = Pairs()
      // The first repetition fills tables and caches.
      for repetition in 0...repetitions {
        Progress.show("\(contest.dataset.name): \(Self.namesOfList) names, \(form.rawValue)")
        let ours = Clock.time {
          switch form {
          case .records: lists.reduce(0) { $0 + subject.order(of: $1.records)[0] }
          case .strings: strings.reduce(0) { $0 + subject.sorted($1)[0].utf8.count }
          }
        }
        let theirs = Clock.time { sortByICU() }
        if repetition > 0 { times.append(ours: ours, theirs: theirs) }
      }
      Progress.clear()
      return FewNamesReport(
        form: form,
        comparison: times.comparison(with: .icuCompare, names: lists.count * Self.namesOfList))
    }
  }

  /// The sum keeps the optimizer from leaving work out.
  private func sortByICU() -> Int {
    lists.reduce(0) { sum, list in
      list.names.withICU4CNames { icu4c_sort_by_comparing(index, $0, &order) }
      return sum + Int(order[0])
    }
  }
}
