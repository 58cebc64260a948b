import Names
import Operations

/// Does each operation twice: once to fill tables and caches, and once in `countedOperation`, the
/// only function whose instructions `count-instructions` counts. Prints the operations in the order
/// in which it does them.
@main
enum HotLoops {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2, let count = Int(arguments[1]), count >= 100,
      let dataset = Dataset(language: arguments[0], count: count)
    else {
      print("usage: hotloops LANGUAGE NAMES, with at least 100 names")
      print("languages: \(Names.languages.joined(separator: " "))")
      return
    }
    var sum = 0
    for loop in try HotLoop.all(dataset) {
      sum += loop.work()
      sum += countedOperation(loop.work)
      print(loop.name)
    }
    // Without a use of its results, work could be left out.
    precondition(sum > 0)
  }
}

@inline(never)
func countedOperation(_ work: () -> Int) -> Int { work() }
