import Collation
import Hummingbird
import Testing

@testable import ContactsServer

/// Page walks while others write. The model is a dictionary of what was acknowledged.
@Suite(.endsInTime) struct WalkTests {
  @Test(arguments: 0..<6)
  func noRowThatStandsStillIsSkippedOrRepeated(seed: UInt64) async throws {
    // Few words, so that many names are the same.
    let words = ["Åberg", "Adam", "Chalupa", "Cibulka", "Zorn", "張三", "阿明", "7 Up", "あき", "Ёлка"]
    var generator = SeededGenerator(state: seed)
    let names = (0..<3_000).map { _ in
      "\(words.randomElement(using: &generator)!) \(Int.random(in: 0..<40, using: &generator))"
    }
    let locale = ["en", "sv", "cs", "zh", "ja", "ar"][Int(seed)]
    try await withServer(of: names) { [generator] client, database in
      let _: IndexAnswer = try await client.get("/index?locale=\(locale)")
      var generator = generator
      var model = Dictionary(uniqueKeysWithValues: zip(Int64(1)..., names))
      for _ in 0..<3 {
        let before = model
        var (touched, seen): (Set<Int64>, [Contact]) = ([], [])
        var after: String?
        repeat {
          let limit = Int.random(in: 1...150, using: &generator)
          let page: NamesAnswer = try await client.get(
            "/names?locale=\(locale)&limit=\(limit)" + (after.map { "&after=\($0)" } ?? ""))
          seen += page.names
          after = page.next
          for _ in 0..<Int.random(in: 0..<6, using: &generator) {
            let word = words.randomElement(using: &generator)!
            let name = "\(word) \(Int.random(in: 0..<40, using: &generator))"
            let id = model.keys.sorted().randomElement(using: &generator)!
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
              let contact = try await client.add(name)
              model[contact.id] = name
            case 1:
              let response = try await client.rename(id, to: name)
              #expect(response.status == .ok)
              model[id] = name
              touched.insert(id)
            default:
              let response = try await client.execute(uri: "/names/\(id)", method: .delete)
              #expect(response.status == .noContent)
              model[id] = nil
              touched.insert(id)
            }
          }
        } while after != nil
        // Those that were there all the time are seen once, in the library's order of them; what
        // came meanwhile may be seen or not, and what was renamed may be seen under both names.
        let still = before.filter { !touched.contains($0.key) }
        let collation = try LocalizedIndexedCollation(locale: locale)
        let expected = collation.sections(of: still.sorted { $0.key < $1.key }, by: \.value).rows
        #expect(seen.filter { still[$0.id] != nil }.map(\.id) == expected.map(\.key))
      }
      #expect(try await database.faults() == [])
      let index: IndexAnswer = try await client.get("/index?locale=\(locale)")
      #expect(index.index.count == model.count)
    }
  }

  /// The pages of a walk to the end, of the list, of a section and of a search, come again on the
  /// way back.
  @Test(arguments: ["", "&section=2", "&prefix=c"])
  func thePagesBackAreThoseThere(part: String) async throws {
    let names = (0..<700).map { "\(["Åberg", "Cibulka", "Chalupa", "張三"][$0 % 4]) \($0 % 50)" }
    try await withServer(of: names) { client, _ in
      func page(_ cursor: String) async throws -> NamesAnswer {
        try await client.get("/names?locale=en&limit=23\(part)\(cursor)")
      }
      var pages = [try await page("")]
      while let next = pages.last?.next { pages.append(try await page("&after=\(next)")) }
      #expect(pages.count > 10 && pages[0].previous == nil)
      for number in pages.indices.dropFirst().reversed() {
        let previous = try #require(pages[number].previous)
        let back = try await page("&before=\(previous)")
        #expect(back.names.map(\.id) == pages[number - 1].names.map(\.id))
        #expect(back.names.map(\.section) == pages[number - 1].names.map(\.section))
        #expect(back.previous == pages[number - 1].previous && back.next != nil)
      }
    }
  }
}

extension Client {
  func rename(_ id: Int64, to name: String) async throws -> Client.Response {
    try await execute(
      uri: "/names/\(id)", method: .put, headers: .json,
      body: .init(string: #"{"name":"\#(name)"}"#))
  }
}
