import Collation
import Foundation
import FuzzSupport

@testable import CollationLists

private let collation: LocalizedIndexedCollation = {
  do {
    return try LocalizedIndexedCollation(locale: "sv")
  } catch {
    fatalError("\(error)")
  }
}()

private let list = StoredList(uncheckedFor: collation)

private let cursor: String = {
  do {
    return try list.cursor(forKey: collation.listKey(for: "Åberg").bytes, id: 4711)
  } catch {
    fatalError("\(error)")
  }
}()

private let outline: [UInt8] = {
  do {
    let outline = SectionOutline(counting: NameList(["Åberg", "Zorn"]), for: collation)
    return Array(try JSONEncoder().encode(outline))
  } catch {
    fatalError("\(error)")
  }
}()

/// What is stored and comes back is read or refused; what is read is written back as the same.
func fuzzStored(_ input: Input) {
  var input = input
  switch input.number(below: 9) {
  case 0: checkCursor(input.text())
  case 1: checkCursor(changed(Array(cursor.utf8), &input))
  case 2: checkStamp(input.text())
  case 3: checkStamp(changed(Array(collation.stamp.description.utf8), &input))
  case 4: checkKeys(input.rest())
  case 5: checkJSON(input.rest())
  case 6: checkJSON(Array(changed(outline, &input).utf8))
  case 7: checkSections(&input)
  default: checkCode(&input)
  }
}

/// What was written, with some bytes replaced by others of the input.
private func changed(_ bytes: [UInt8], _ input: inout Input) -> String {
  var bytes = bytes
  let start = (input.number(below: 256) << 8 | input.number(below: 256)) % (bytes.count + 1)
  let end = min(bytes.count, start + input.number(below: 64))
  bytes.replaceSubrange(start..<end, with: input.rest())
  return String(decoding: bytes, as: UTF8.self)
}

private func checkCursor(_ text: String) {
  do {
    let cursor = try list.cursor(text, ofSearch: false)
    let encoded = try list.cursor(forKey: cursor.key, id: cursor.id)
    check(try list.cursor(encoded, ofSearch: false) == cursor, "cursor: \(text)")
    check(encoded == text, "cursor: \(text) as \(encoded)")
  } catch {
    checkIsOneLine("\(error)")
  }
}

private func checkStamp(_ text: String) {
  guard let stamp = CollationStamp(text) else { return }
  check(CollationStamp(stamp.description) == stamp, "stamp: \(text)")
  let words = text.split(separator: " ", omittingEmptySubsequences: false)
  check(stamp.components.count == words.count, "stamp: \(text)")
  do {
    try collation.stamp.check(stored: stamp)
    check(stamp == collation.stamp, "stamp: \(text)")
  } catch {
    checkIsOneLine(error.description)
  }
}

private func checkKeys(_ bytes: [UInt8]) {
  if let key = ListKey(bytes: bytes) {
    check(Array(key.bytes) == bytes && ListKey.section(of: bytes) == key.section, "\(bytes)")
    check(key.bytes.last == 0 || key.bytes.last == 0xFF, "the end of a list key: \(bytes)")
    checkRoundTrip(key)
    check(SortKey(bytes: key.sortKey.bytes) == key.sortKey, "sort key of a list key: \(bytes)")
    do {
      let cursor = try list.cursor(list.cursor(forKey: bytes, id: 1), ofSearch: false)
      check(cursor == PageCursor(key: bytes, id: "1"), "cursor: \(bytes)")
      check(collation.sectionTitles.indices.contains(key.section), "no section: \(bytes)")
    } catch {
      checkIsOneLine("\(error)")
    }
  }
  guard let key = SortKey(bytes: bytes) else { return }
  checkRoundTrip(key)
  _ = SortKey(merging: [key, key])
}

/// All that may be decoded.
private func checkJSON(_ bytes: [UInt8]) {
  let data = Data(bytes)
  func check<Value: Codable & Equatable>(_ type: Value.Type) {
    if let value = try? JSONDecoder().decode(type, from: data) { checkRoundTrip(value) }
  }
  check(SectionOutline.self)
  check(CollationStamp.self)
  check(ListKey.self)
  check(KeyArray<ListKey>.self)
  check(SortKey.self)
  check(KeyArray<SortKey>.self)
  check(CollatorOptions.self)
  check(ResolvedCollatorOptions.self)
  check(SectionLayout.self)
  check(SectionOutline.IndexTitle.self)
  guard let outline = try? JSONDecoder().decode(SectionOutline.self, from: data) else { return }
  checkOutline(outline)
}

private func checkRoundTrip<Value: Codable & Equatable>(_ value: Value) {
  do {
    let data = try JSONEncoder().encode(value)
    check(try JSONDecoder().decode(Value.self, from: data) == value, "\(value)")
  } catch {
    fatalError("\(value): \(error)")
  }
}

/// Counts of a database, of which each takes two bytes.
private func checkSections(_ input: inout Input) {
  let hidesEmptySections = input.flag()
  let bytes = input.rest()
  var counts: [Int: Int] = [:]
  for start in stride(from: 0, to: bytes.count - 1, by: 2) {
    let count = Int(bytes[start + 1])
    counts[Int(bytes[start]) - 2] = count > 250 ? Int.max >> (count - 251) : count - 1
  }
  do {
    let outline = try SectionOutline(
      counts: counts, for: collation, hidingEmpty: hidesEmptySections)
    check(outline.rowCount == counts.values.reduce(0, +), "\(counts)")
    checkOutline(outline)
  } catch {
    checkIsOneLine("\(error)")
  }
}

private func checkOutline(_ outline: SectionOutline) {
  for section in outline {
    check(outline[number: section.number] == section, "section \(section.number)")
    if section.count > 0 {
      check(outline.section(ofRow: section.offset) == section, "row \(section.offset)")
      check(outline.section(ofRow: section.offset + section.count - 1) == section, "last row")
    }
  }
  check(outline.section(ofRow: outline.rowCount) == nil, "a row behind the last")
  for limit in [nil, 0, 1, 9, 1_000] {
    for title in outline.indexTitles(limit: limit, includingSearch: true) {
      check(title.section.map { outline[number: $0.number] == $0 } ?? true, title.title)
    }
  }
}

/// A code of a function that is none.
private func checkCode(_ input: inout Input) {
  let code = (0..<input.number(below: 80)).map { _ in UInt8(7) }
  let id = input.text()
  do {
    let list = StoredList(uncheckedFor: collation) { _ in code }
    let key = Array(collation.listKey(for: id).bytes)
    let cursor = try list.cursor(list.cursor(forKey: key, id: id), ofSearch: false)
    check(cursor == PageCursor(key: key, id: id), "cursor: \(id)")
  } catch {
    checkIsOneLine("\(error)")
  }
}
