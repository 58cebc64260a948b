import Foundation

/// Writes Swift that runs the examples of the files that it is given.
///
/// Each block of Swift becomes the body of a method of its own. `#sourceLocation` makes the
/// compiler and the checks name the line of the documentation.
@main
enum ExampleMaker {
  static func main() throws {
    let blocks = try CommandLine.arguments.dropFirst().flatMap { path in
      try Block.blocks(in: String(contentsOfFile: path, encoding: .utf8), of: path)
    }
    print("import Collation")
    print("import CollationFiling")
    print("import CollationFoundationCompat")
    print("import CollationLists")
    print("import Foundation")
    print("extension Given {")
    for (number, block) in blocks.enumerated() {
      print("mutating func example\(number)() async throws {")
      print("#sourceLocation(file: \"\(block.path)\", line: \(block.firstLine))")
      for line in block.checkedLines { print(line.text) }
      print("#sourceLocation()")
      print("}")
    }
    print("static let examples: [Example] = [")
    for (number, block) in blocks.enumerated() {
      print("Example(file: \"\(block.path)\", line: \(block.firstLine)) {")
      print("var given = try Given()")
      print("try await given.example\(number)()")
      print("},")
    }
    print("]")
    print("static let values: [(file: String, line: Int)] = [")
    for block in blocks {
      for (offset, line) in block.checkedLines.enumerated() where line.hasValue {
        print("(\"\(block.path)\", \(block.firstLine + offset)),")
      }
    }
    print("]")
    print("}")
  }
}
