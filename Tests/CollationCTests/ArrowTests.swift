import Collation
import CollationC
import CollationCHeader
import CollationCTestSupport
import CollationFiling
import CollationTestSupport
import Testing

/// Batches of the C interface. The expected keys and sections are those of one name at a time, as
/// other tests compare them with ICU's.
@Suite struct ArrowTests {
  private static let names: [[UInt8]?] = {
    var generator = SeededGenerator(seed: 8)
    let hostile = (0..<9_000).map { _ in
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
    }
    let texts = ["Öberg", "", "Zorn", "阿明", "\u{FDFA}", "x\0y", "🏳️‍🌈"].map { Array($0.utf8) }
    // A null now and then, and at the beginning of a byte of the bitmap.
    return (texts + hostile).enumerated().map { $0.offset % 7 == 3 ? nil : $0.element }
  }()

  private func check<Offset: FixedWidthInteger>(
    _ locale: String, _ options: [String], _ expected: LocalizedIndexedCollation, format: String,
    keyFormat: String, offset: Int, _: Offset.Type
  ) {
    let handle = Handle(locale, options)
    let given = NamesInMemory<Offset>(Self.names, format: format, offset: offset)
    let (keys, sections, sectionsAlone) = (TakenArray(), TakenArray(), TakenArray())
    var error = collation_error()
    let status = collation_list_keys(
      handle.pointer, given.schema, given.array, keys.schema, keys.array, sections.schema,
      sections.array, &error)
    #expect(status == COLLATION_OK)
    #expect(
      collation_sections(
        handle.pointer, given.schema, given.array, sectionsAlone.schema, sectionsAlone.array, nil)
        == COLLATION_OK)
    let names = Self.names[offset...]
    let expectedKeys = names.map { name in
      name.map { Array(expected.listKey(forUTF8: $0.span).bytes) }
    }
    let expectedSections = names.map { name in name.map { expected.section(forUTF8: $0.span) } }
    #expect(keys.binaries(Offset.self) == expectedKeys)
    #expect(sections.int32s == expectedSections)
    #expect(sectionsAlone.int32s == expectedSections)
    #expect((keys.format, sections.format) == (keyFormat, "i"))
    #expect(keys.array.pointee.null_count == Int64(names.count { $0 == nil }))
    // Nothing is kept of the bytes that a null has.
    #expect(keys.byteCount(Offset.self) == expectedKeys.reduce(0) { $0 + ($1?.count ?? 0) })
  }

  @Test(arguments: ["sv", "zh", "ja", "hi"], [0, 3, 4, 9_007])
  func batchesHaveTheKeysOfEachName(locale: String, offset: Int) throws {
    let expected = try LocalizedIndexedCollation(locale: locale)
    check(locale, [], expected, format: "u", keyFormat: "z", offset: offset, Int32.self)
    check(locale, [], expected, format: "U", keyFormat: "Z", offset: offset, Int64.self)
    check(locale, [], expected, format: "z", keyFormat: "z", offset: offset, Int32.self)
    check(locale, [], expected, format: "Z", keyFormat: "Z", offset: offset, Int64.self)
  }

  @Test func batchesAreFiledByRules() throws {
    let expected = try LocalizedIndexedCollation(
      locale: "en", filing: FilingRules(articles: .standard, skipsPunctuation: true))
    check(
      "en", ["articles=list", "skip-punctuation=true"], expected, format: "u", keyFormat: "z",
      offset: 5, Int32.self)
  }

  /// Arrow's specification: an array without names may have no buffers for them.
  @Test func anArrayWithoutNamesHasAKeyForNone() {
    let handle = Handle("sv")
    let given = NamesInMemory<Int32>([], format: "u")
    let keys = TakenArray()
    var buffers: [UnsafeRawPointer?] = [nil, nil, nil]
    buffers.withUnsafeMutableBufferPointer { buffers in
      given.array.pointee.buffers = buffers.baseAddress
      #expect(
        collation_list_keys(
          handle.pointer, given.schema, given.array, keys.schema, keys.array, nil, nil, nil)
          == COLLATION_OK)
      let search = TakenArray()
      for order in [COLLATION_BY_SORT_KEY, COLLATION_BY_LIST_KEY] {
        let indices = TakenArray()
        #expect(
          collation_sorted_indices(
            handle.pointer, Int32(order), given.schema, given.array, indices.schema, indices.array,
            nil) == COLLATION_OK)
        #expect(indices.int64s.isEmpty)
      }
      var opened: OpaquePointer?
      #expect(
        collation_search_open(handle.pointer, given.schema, given.array, &opened, nil)
          == COLLATION_OK)
      #expect(
        collation_search_find(opened, nil, 0, search.schema, search.array, nil) == COLLATION_OK)
      #expect(search.int64s.isEmpty)
      collation_search_close(opened)
    }
    #expect(keys.binaries(Int32.self).isEmpty)
    // The specification: there is one offset more than elements.
    #expect(keys.array.pointee.buffers[1]!.load(as: Int32.self) == 0)
  }

  /// Any offsets within the bytes are taken if they ascend, and refused if they do not. Under the
  /// address sanitizer, no byte beside is read.
  @Test func anyOffsetsAreTakenOrRefused() throws {
    let expected = try LocalizedIndexedCollation(locale: "sv")
    let handle = Handle("sv")
    var generator = SeededGenerator(seed: 14)
    var counts = [true: 0, false: 0]
    for _ in 0..<400 {
      let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let given = NamesInMemory<Int64>([bytes], format: "U")
      var offsets = (0..<Int.random(in: 2...8, using: &generator)).map { _ in
        Int64.random(in: 0...40, using: &generator)
      }
      switch Int.random(in: 0...3, using: &generator) {
      case 0: break
      case 1: offsets[Int.random(in: offsets.indices, using: &generator)] = .min
      default: offsets.sort()
      }
      given.array.pointee.buffers[0] = nil
      given.array.pointee.buffers[1] = UnsafeRawPointer(given.copy(offsets))
      given.array.pointee.length = Int64(offsets.count - 1)
      let keys = TakenArray()
      let status = collation_list_keys(
        handle.pointer, given.schema, given.array, keys.schema, keys.array, nil, nil, nil)
      let ascend = offsets[0] >= 0 && zip(offsets, offsets.dropFirst()).allSatisfy(<=)
      counts[ascend]! += 1
      #expect(status == (ascend ? COLLATION_OK : COLLATION_INVALID_ARRAY))
      if ascend {
        let names = zip(offsets, offsets.dropFirst()).map { Array(bytes[Int($0)..<Int($1)]) }
        #expect(
          keys.binaries(Int64.self)
            == names.map { Array(expected.listKey(forUTF8: $0.span).bytes) })
      }
    }
    #expect(counts.values.allSatisfy { $0 > 100 })
  }

  @Test func nullPointersAreRefused() {
    let handle = Handle("sv")
    let given = NamesInMemory<Int32>([[0x61]], format: "u")
    let keys = TakenArray()
    func status(
      _ handle: OpaquePointer?, _ names: UnsafePointer<ArrowArray>?,
      _ keys: UnsafeMutablePointer<ArrowArray>?, _ sections: UnsafeMutablePointer<ArrowArray>?,
      _ schema: UnsafeMutablePointer<ArrowSchema>?
    ) -> Int32 {
      collation_list_keys(handle, given.schema, names, schema, keys, nil, sections, nil)
    }
    let invalid = Int32(COLLATION_INVALID_ARGUMENT)
    #expect(status(nil, given.array, keys.array, nil, keys.schema) == invalid)
    #expect(status(handle.pointer, nil, keys.array, nil, keys.schema) == invalid)
    #expect(status(handle.pointer, given.array, nil, nil, keys.schema) == invalid)
    #expect(status(handle.pointer, given.array, keys.array, nil, nil) == invalid)
    #expect(status(handle.pointer, given.array, keys.array, keys.array, keys.schema) == invalid)
    // A struct that is read and written, or written twice, could not be released.
    let same = collation_list_keys(
      handle.pointer, given.schema, given.array, keys.schema, given.array, nil, nil, nil)
    #expect(same == invalid && given.array.pointee.release != nil)
    let twice = collation_list_keys(
      handle.pointer, given.schema, given.array, keys.schema, keys.array, keys.schema, keys.array,
      nil)
    #expect(twice == invalid)
    #expect(collation_section(nil, "a", 1) == -1)
    #expect(collation_section(handle.pointer, nil, 1) == -1)
    #expect(collation_section(handle.pointer, "a", -1) == -1)
    #expect(collation_section(handle.pointer, nil, 0) >= 0)
    #expect(collation_list_key(handle.pointer, "a", 1, nil, 1) == -1)
    #expect(collation_list_key(handle.pointer, "a", 1, nil, 0) > 2)
    #expect(collation_stamp(nil) == nil && collation_section_count(nil) == 0)
    #expect(collation_title(nil, 0) == nil && collation_title(handle.pointer, -1) == nil)
    #expect(collation_open("sv", nil, 0, nil, nil) == invalid)
    collation_close(nil)
  }
}
