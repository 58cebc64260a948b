import Names
import Operations

/// Does one operation some times, for tools that count instructions.
@main
enum HotLoops {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 4 || arguments.count == 3,
      let operation = NameOperation(rawValue: arguments[1]),
      let times = Int(arguments[3]), times >= 0,
      let count = Int(arguments.count == 4 ? arguments[4] : "20000"), count > 0,
      let dataset = Dataset(language: arguments[2], count: count)
    else {
      print(
        """
        usage: hotloops OPERATION LANGUAGE TIMES [NAMES]
        operations: \(NameOperation.allCases.map(\.rawValue).joined(separator: " "))
        languages: \(Names.languages.joined(separator: " "))
        """)
      return
    }
    let subject = try Subject(locale: dataset.locale)
    let strings = operation == .partitionStrings ? dataset.names.strings : []
    // Tables are filled by the first.
    var sum = 0
    for _ in 0...times { sum += subject.run(operation, dataset, strings: strings).byteCount }
    print(sum)
  }
}
