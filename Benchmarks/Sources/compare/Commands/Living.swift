import ArgumentParser
import Collation
import CollationLists
import Floors
import Operations

/// Measures a list in sections that changes in place, beside what an app would write without it.
struct Living: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures a list that changes, compared with arrays and differences of snapshots.",
    discussion: """
      Inserts, renames and removes rows, each with its section, row and change. Prints microseconds \
      of processor time of each change (median and 99th percentile), and the median of an insertion \
      into sorted arrays of rows. Then, each in milliseconds: the difference of two states with a \
      hundred changes, by the list, by Paul Heckel's algorithm, and by CollectionDifference; a batch \
      of a tenth of the rows, and as a ratio to sorting these alone; the bytes of memory a row, and \
      as a ratio to those of an array of keys and rows.
      """)

  @OptionGroup var input: Input

  @Option(help: "Languages to measure, separated by commas.")
  var languages = "en,sv,ja,zh"

  @Option(help: "The number of changes of each kind.")
  var changes = 2_000

  private static let cells = [
    "insert", "99 %", "rename", "99 %", "remove", "99 %", "array", "differ", "Heckel", "Swift's",
    "batch", "ratio", "bytes", "ratio",
  ]

  private struct Person: Identifiable, Equatable, Sendable {
    var id: Int
    var name: String
  }

  func run() throws {
    print(Machine().description)
    print(Self.row("", Self.cells))
    for language in languages.split(separator: ",").map(String.init) {
      print(Self.row(language, try measure(input.dataset(language))))
    }
  }

  private func measure(_ dataset: Dataset) throws -> [String] {
    let collation = try LocalizedIndexedCollation(locale: dataset.locale)
    let people = dataset.names.strings.enumerated().map { Person(id: $0.offset, name: $0.element) }
    // A tenth comes later.
    let count = people.count * 10 / 11
    let (first, batch) = (Array(people[..<count]), Array(people[count...]))

    memory_trim()
    var memory = memory_in_use()
    var array = SortedRows(first.map(\.id), first.map(\.name), collation)
    let arrayBytes = memory_in_use() - memory
    memory = memory_in_use()
    var list = SectionedList(first, for: collation, hidingEmpty: true, by: \.name)
    memory_trim()
    let listBytes = memory_in_use() - memory

    var generator = SystemRandomNumberGenerator()
    var (inserts, renames, removes, arrayInserts) = (
      [Double](), [Double](), [Double](), [Double]()
    )
    // Each kind by itself: a row that was just inserted would be renamed and removed in the caches.
    let ids = people.count..<people.count + changes
    func random(_ id: Int) -> Person {
      Person(id: id, name: people.randomElement(using: &generator)!.name)
    }
    for person in ids.map(random) { inserts.append(Clock.processorTime { list.insert(person) }) }
    for person in ids.map(random) { renames.append(Clock.processorTime { list.insert(person) }) }
    for id in ids { removes.append(Clock.processorTime { list.remove(id: id) }) }
    for person in ids.map(random) {
      arrayInserts.append(Clock.processorTime { array.insert(person.id, person.name, collation) })
    }

    let differences = try measureDifferences(of: &list, people)

    var sorted: [Int] = []
    let sorting = Clock.processorTime {
      sorted = collation.listKeys(of: NameList(batch, by: \.name)).sortedIndices()
    }
    if sorted.count != batch.count { throw ContestError("a name is missing") }
    let updating = Clock.processorTime { list.update(inserting: batch) }
    var cells = [inserts, renames, removes].flatMap { times in
      let sorted = times.sorted()
      return [sorted[times.count / 2], sorted[times.count * 99 / 100]].map { Self.text($0, 1e3) }
    }
    cells.append(Self.text(Spread(arrayInserts).median, 1e3))
    cells += (differences + [updating]).map { Self.text($0, 1e6) }
    let ratios = [
      updating / sorting, Double(listBytes) / Double(count), Double(listBytes) / Double(arrayBytes),
    ]
    return cells + ratios.map { Self.text($0, 1) }
  }

  /// Changes a hundred rows, and returns the times of their difference: by the list, by Heckel's
  /// algorithm and by CollectionDifference. The snapshot does not outlive it, since a batch would
  /// copy all nodes that they share.
  private func measureDifferences(
    of list: inout SectionedList<Person>, _ people: [Person]
  ) throws -> [Double] {
    let before = list
    for number in 0..<100 { list.insert(Person(id: number * 97, name: people[number + 1].name)) }
    var (differs, moved, steps) = (false, 0, 0)
    let differing = Clock.processorTime { differs = !list.difference(from: before).isEmpty }
    let (oldIDs, newIDs) = (Self.ids(of: before), Self.ids(of: list))
    let heckel = Clock.processorTime { moved = heckelDifference(oldIDs, newIDs).count }
    let swift = Clock.processorTime { steps = newIDs.difference(from: oldIDs).count }
    if !differs || moved == 0 || steps == 0 { throw ContestError("nothing differs") }
    return [differing, heckel, swift]
  }

  private static func ids(of list: SectionedList<Person>) -> [Int] {
    (0..<list.count).map { list[list.position(ofRow: $0)!].id }
  }

  private static func text(_ value: Double, _ unit: Double) -> String {
    String((value / unit * 100).rounded() / 100)
  }

  private static func row(_ title: String, _ cells: [String]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return padded(title, 8) + cells.map { padded($0, 10) }.joined()
  }
}
