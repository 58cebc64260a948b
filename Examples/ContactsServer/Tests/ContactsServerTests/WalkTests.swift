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
        var (touched, seen): (Set<Int64>, [NamesAnswer.Name]) = ([], [])
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
}

extension Client {
  func rename(_ id: Int64, to name: String) async throws -> Client.Response {
    try await execute(
      uri: "/names/\(id)", method: .put, headers: .json,
      body: .init(string: #"{"name":"\#(name)"}"#))
  }
}
