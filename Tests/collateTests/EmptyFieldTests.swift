import Collation
import CollationTestSupport
import Foundation
import Testing

/// Records some of whose fields are empty or missing. What is expected is what `sort` prints for
/// the same fields: the letters have one order in bytes and in every language.
@Suite struct EmptyFieldTests {
  private func sort(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
    try runProgram("/usr/bin/env", ["LC_ALL=C", "sort"] + arguments, input: input).output
  }

  private static func records(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 41)
    let fields = ["", "", "a", "b", "ab", "zebra"]
    return (0..<count).flatMap { _ in
      let record = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        fields.randomElement(using: &generator)!
      }
      return Array("\(record.joined(separator: "\t"))\n".utf8)
    }
  }

  @Test(arguments: [[], ["-r"], ["-u"], ["-ru"]])
  func ordersAreThoseOfSort(letters: [String]) throws {
    let input = Self.records(4_000)
    for keys in [["2", "1"], ["1", "2", "3"], ["3", "1", "2"]] {
      let stable = letters.contains { $0.contains("u") } ? [] : ["-s"]
      let expected = try sort(
        letters + stable + ["-t", "\t"] + keys.map { "-k\($0),\($0)" }, input: input)
      let command = ["sort"] + letters + keys.map { "-k\($0)" }
      for memory in ["1G", "64K"] {
        let sorted = try collate(command + ["--memory", memory], input: input)
        #expect(sorted.status == 0 && sorted.output == expected, "\(command) \(memory)")
        let check = try collate(command + ["-c", "--memory", memory], input: expected)
        #expect(check.status == 0 && check.error == "")
      }
    }
  }

  @Test func recordsWhoseFieldsDifferAreNotEqual() throws {
    let options = ["--csv", "--header", "-k", "family", "-k", "given"]
    let sorted = try collate(
      ["sort", "-u"] + options, input: Array("family,given\nanna,\n,anna\n".utf8))
    #expect(sorted.text == "family,given\n,anna\nanna,\n")
  }

  /// Sorting by keys gives the order of `search`, and sorting by list keys that of `partition`,
  /// whose sections `section` prints. The keys are the library's, which leaves empty fields out.
  @Test func commandsAgree() throws {
    let input = Self.records(2_000)
    let fields = ["-k2", "-k1", "-k3"]
    func rows(_ command: String...) throws -> [[Substring]] {
      try collate(command + fields, input: input).text.split(separator: "\n").map {
        $0.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      }
    }
    func byKeys(_ rows: [[Substring]]) -> [Substring] {
      // Equal keys keep the order of input.
      rows.enumerated().sorted { ($0.element[0], $0.offset) < ($1.element[0], $1.offset) }
        .map { $0.element[1] }
    }
    let found = try collate(["search", ""] + fields, input: input).text
    #expect(byKeys(try rows("keys")).map { "\($0)\n" }.joined() == found)
    let partition = try rows("partition", "--tsv")
    let listed = partition.map { $0[1].drop { $0 != "\t" }.dropFirst() }
    #expect(byKeys(try rows("keys", "--list")) == listed)
    let sections = try rows("section").map { $0.joined() }
    #expect(sections.sorted() == partition.map { $0.joined() }.sorted())
    let titles = try collate(
      ["section", "-k1", "-k2"], input: Array("\tanna\nanna\t\nanna\n".utf8)
    ).lines.map { $0.split(separator: "\t")[1] }
    #expect(titles == ["A", "A", "A"])
    let copied = try collate(["keys", "--list", "--copy"] + fields, input: input).lines.map {
      $0.dropFirst(3).prefix { $0 != "\t" }
    }
    #expect(copied == (try rows("keys", "--list").map { $0[0] }))

    let records = input.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self).components(separatedBy: "\t") + ["", ""]
    }
    let names = NameList(records, by: { $0[1] }, { $0[0] }, { $0[2] })
    let keys = try LocalizedIndexedCollation(locale: "root").listKeys(of: names)
    #expect(try rows("keys", "--list").map { String($0[0]) } == keys.map(\.description))
  }
}
