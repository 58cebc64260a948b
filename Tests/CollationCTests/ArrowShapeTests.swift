import Collation
import CollationC
import CollationCHeader
import CollationCTestSupport
import CollationFiling
import CollationTestSupport
import Testing

/// Arrays of views, dictionaries and structs. Expected are the results for an array of the same
/// names in the plain layout, or those of `NameParts`.
@Suite struct ArrowShapeTests {
  private static let names: [[UInt8]?] = {
    var hostile = HostileNames(seed: 3)
    let long = ["Hans-Peter Øverland", "Anna-Carin von Ängelholm", "twelve bytes", "thirteen byte"]
    let names = hostile.names(300) + long.map { Array($0.utf8) }
    return names.enumerated().map { $0.offset % 11 == 5 ? nil : $0.element }
  }()

  private struct Results: Equatable {
    var keys: [[UInt8]?]
    var sections: [Int?]
    var sectionsAlone: [Int?]
    var sortKeys: [[UInt8]?]
    var order: [Int]
    var listOrder: [Int]
  }

  private func results<Offset, KeyOffset: FixedWidthInteger>(
    of given: NamesInMemory<Offset>, _ handle: Handle, _: KeyOffset.Type
  ) -> Results {
    let (keys, sections, alone) = (TakenArray(), TakenArray(), TakenArray())
    let (sortKeys, order, listOrder) = (TakenArray(), TakenArray(), TakenArray())
    var error = collation_error()
    #expect(
      collation_list_keys(
        handle.pointer, given.schema, given.array, keys.schema, keys.array, sections.schema,
        sections.array, &error) == COLLATION_OK)
    #expect(
      collation_sections(
        handle.pointer, given.schema, given.array, alone.schema, alone.array, nil) == COLLATION_OK)
    #expect(
      collation_sort_keys(
        handle.pointer, given.schema, given.array, sortKeys.schema, sortKeys.array, nil)
        == COLLATION_OK)
    for (taken, kind) in [(order, COLLATION_BY_SORT_KEY), (listOrder, COLLATION_BY_LIST_KEY)] {
      #expect(
        collation_sorted_indices(
          handle.pointer, Int32(kind), given.schema, given.array, taken.schema, taken.array, nil)
          == COLLATION_OK)
      #expect(taken.format == "l" && taken.array.pointee.null_count == 0)
    }
    #expect(keys.format == (KeyOffset.bitWidth == 64 ? "Z" : "z"))
    return Results(
      keys: keys.binaries(KeyOffset.self), sections: sections.int32s,
      sectionsAlone: alone.int32s, sortKeys: sortKeys.binaries(KeyOffset.self),
      order: order.int64s, listOrder: listOrder.int64s)
  }

  private func plain(_ names: [[UInt8]?], _ handle: Handle, offset: Int) -> Results {
    let given = NamesInMemory<Int32>(names, format: "u", offset: offset)
    return results(of: given, handle, Int32.self)
  }

  /// The order is that of the keys, each name's place in the input last, and then the nulls.
  @Test(arguments: ["sv", "ru", "zh"], [[], ["reverse=true"], ["workers=3"]])
  func sortedIndicesAreInTheOrderOfTheKeys(locale: String, options: [String]) throws {
    let handle = Handle(locale, options)
    let found = plain(Self.names + Self.names, handle, offset: 2)
    func sorted(_ keys: [[UInt8]?]) -> [Int] {
      let present = keys.indices.filter { keys[$0] != nil }
      let order = insertionSorted(present) { left, right in
        keys[left]!.lexicographicallyPrecedes(keys[right]!)
      }
      return order + keys.indices.filter { keys[$0] == nil }
    }
    #expect(found.order == sorted(found.sortKeys))
    #expect(found.listOrder == sorted(found.keys))
    let collator = try Collator(locale: locale)
    let expected = (Self.names + Self.names).dropFirst(2).map { name in
      name.map { Array(collator.sortKey(forUTF8: $0.span).bytes) }
    }
    #expect(found.sortKeys == expected)
  }

  @Test(arguments: [0, 5], ["vu", "vz"])
  func viewsAreReadAsStrings(offset: Int, format: String) {
    let handle = Handle("sv")
    let views = NamesInMemory(views: Self.names, format: format, offset: offset)
    #expect(
      results(of: views, handle, Int64.self) == plain(Self.names, handle, offset: offset))
  }

  @Test(arguments: [0, 6])
  func dictionariesStandForTheirTexts(offset: Int) {
    let handle = Handle("sv", ["articles=en"])
    var generator = SeededGenerator(seed: 4)
    // A null of the indices, and one of the dictionary; a text that is there twice, and an unused.
    let texts = Array(Self.names.prefix(100)) + [Array("The Ö".utf8), Array("The Ö".utf8)]
    func indices<Index: FixedWidthInteger>(_: Index.Type) -> [Index?] {
      (0..<400).map { row in
        row % 9 == 4 ? nil : Index(Int.random(in: 1..<102, using: &generator))
      }
    }
    func check<Index: FixedWidthInteger>(_ type: Index.Type, _ format: String) {
      let indices = indices(type)
      let expected = plain(indices.map { $0.flatMap { texts[Int($0)] } }, handle, offset: offset)
      let strings = NamesInMemory<Int32>(texts, format: "u")
      let given = NamesInMemory(indices: indices, format: format, offset: offset, of: strings)
      #expect(results(of: given, handle, Int64.self) == expected, "\(format)")
      let views = NamesInMemory(views: texts)
      let ofViews = NamesInMemory(indices: indices, format: format, offset: offset, of: views)
      #expect(results(of: ofViews, handle, Int64.self) == expected, "\(format)")
      let large = NamesInMemory<Int64>([nil] + texts, format: "U", offset: 1)
      let ofLarge = NamesInMemory(indices: indices, format: format, offset: offset, of: large)
      #expect(results(of: ofLarge, handle, Int64.self) == expected, "\(format)")
    }
    check(Int8.self, "c")
    check(UInt8.self, "C")
    check(Int16.self, "s")
    check(UInt16.self, "S")
    check(Int32.self, "i")
    check(UInt32.self, "I")
    check(Int64.self, "l")
    check(UInt64.self, "L")
  }

  private static let parts: [NameParts?] = [
    NameParts("Zorn"), NameParts("van Beethoven", sortAs: "Beethoven"),
    NameParts("小倉唯", reading: "おぐらゆい"), nil, NameParts("The Beatles", language: "en"),
    NameParts("La Boca", language: "es"), NameParts("die Ärzte", sortAs: " ", language: "de"),
    NameParts("Ö", sortAs: "o", reading: "p", language: "sv"),
  ]

  private func structs(offset: Int = 0) -> NamesInMemory<Int32> {
    func column(
      _ format: String = "u", _ part: (NameParts) -> String?
    ) -> NamesInMemory<Int32> {
      // The children have an offset of their own.
      NamesInMemory<Int32>(
        [nil, nil] + Self.parts.map { $0.flatMap(part).map { Array($0.utf8) } }, format: format,
        offset: 2)
    }
    let readings = NamesInMemory(
      views: Self.parts.map { $0.flatMap(\.reading).map { Array($0.utf8) } })
    let tags = ["en", "es", "de", "sv"]
    let languages = NamesInMemory<Int32>(tags.map { Array($0.utf8) }, format: "z")
    let codes = Self.parts.map { parts in
      tags.firstIndex { $0 == parts?.language }.map { Int8($0) }
    }
    // The fourth is null itself; its children are not looked at.
    return NamesInMemory(
      structs: [
        ("name", column { $0.shown }), ("sort_as", column("z") { $0.sortAs }),
        ("reading", readings),
        ("language", NamesInMemory(indices: codes, format: "c", of: languages)),
      ], isNull: Self.parts.map { $0 == nil }, offset: offset)
  }

  @Test(arguments: [0, 1], [[], ["romanize=true"], ["articles=list"]])
  func structsAreFiledByTheirParts(offset: Int, options: [String]) throws {
    let rules = FilingRules(
      articles: options == ["articles=list"] ? .standard : nil,
      romanization: options == ["romanize=true"] ? .foreignScripts : nil)
    let collation = try LocalizedIndexedCollation(locale: "sv", filing: rules)
    let found = results(of: structs(offset: offset), Handle("sv", options), Int64.self)
    let rows = Self.parts[offset...]
    #expect(found.keys == rows.map { $0.map { Array(collation.listKey(for: $0).bytes) } })
    #expect(found.sections == rows.map { $0.map { collation.section(for: $0) } })
    #expect(found.sectionsAlone == found.sections)
    let order = collation.sections(of: rows.compactMap(\.self), filedBy: \.self).rows
    let present = Array(rows.filter { $0 != nil })
    #expect(
      found.listOrder.prefix(present.count).map { rows[rows.startIndex + $0] }
        == order.map(Optional.some))
  }

  /// Names may be structs of texts, as wide as the longest one.
  @Test(arguments: [0, 1], [[], ["articles=list"]])
  func namesOfSeveralTextsAreFiledByThem(offset: Int, options: [String]) throws {
    let names: [[String]?] = [
      ["Ek Lund", "Anna"], ["Ek", "Zara"], nil, ["", "The Ek"], ["The Ek", ""], ["Ek", "A", "x"],
      ["e\u{FFFE}k", "z"], [],
    ]
    func column(_ place: Int) -> NamesInMemory<Int32> {
      NamesInMemory(
        names.map { $0.flatMap { place < $0.count ? Array($0[place].utf8) : nil } }, format: "u")
    }
    let texts = NamesInMemory(
      structs: (0..<3).map { ("text\($0)", column($0)) }, isNull: names.map { $0 == nil })
    let given = NamesInMemory(
      structs: [("name", texts)], isNull: names.map { _ in false }, offset: offset)
    let handle = Handle("sv", options)
    let rules = FilingRules(articles: options.isEmpty ? nil : .standard)
    let collation = try LocalizedIndexedCollation(locale: "sv", filing: rules)
    let parts = names.map { $0.map { NameParts(fields: $0.map { NameParts.Field($0) }) } }
    let found = results(of: given, handle, Int64.self)
    #expect(
      found.keys == parts[offset...].map { $0.map { Array(collation.listKey(for: $0).bytes) } })

    for (name, parts) in zip(names, parts) {
      guard let name, let parts else { continue }
      #expect(
        handle.key(of: name, COLLATION_BY_LIST_KEY) == Array(collation.listKey(for: parts).bytes))
      let sortKeys = collation.collator.sortKeys(of: NameList([parts], filedBy: \.self))
      #expect(handle.key(of: name, COLLATION_BY_SORT_KEY) == Array(sortKeys[0].bytes))
    }
  }

  /// A struct whose name is null is null.
  @Test func aNullNameIsNoName() {
    let children = [
      ("name", NamesInMemory<Int32>([nil, [0x61]], format: "u")),
      ("sort_as", NamesInMemory<Int32>([[0x62], nil], format: "u")),
    ]
    let given = NamesInMemory(structs: children, isNull: [false, false])
    let found = results(of: given, Handle("sv"), Int64.self)
    #expect(found.keys[0] == nil && found.keys[1] != nil && found.order == [1, 0])
  }

  // MARK: What is refused

  enum Flaw: CaseIterable {
    case descendingOffsets, twoBuffers, noOffsets, negativeLength, hugeOffset, releasedArray
    case releasedSchema, dictionary, numbers, noFormat
    case longView, negativeView, viewOfNoBuffer, negativeViewBuffer, negativeViewOffset, fewBuffers
    case noViews, highIndex, negativeIndex, floatIndices, twoDictionaries, threeIndexBuffers
    case noDictionary, noIndices, badDictionary, structOfNumbers, structOfStructs, unknownChild
    case twoNames, noName, shortChild, otherChildCount, releasedChild, noChildren, structBuffers

    func array() -> NamesInMemory<Int32> {
      let long = Array("longer than twelve".utf8)
      func strings(
        _ spoil: (NamesInMemory<Int32>) -> Void = { _ in }
      ) -> NamesInMemory<Int32> {
        let strings = NamesInMemory<Int32>([[0x61], long], format: "u")
        spoil(strings)
        return strings
      }
      func view(_ words: [Int32]) -> NamesInMemory<Int32> {
        let views = NamesInMemory(views: [long])
        views.array.pointee.buffers[1] = UnsafeRawPointer(views.copy(words))
        return views
      }
      func indices(_ indices: [Int32?], _ format: String = "i") -> NamesInMemory<Int32> {
        NamesInMemory(indices: indices, format: format, of: strings())
      }
      /// Says that an array without a buffer is so long that nothing can be reserved for it.
      func longer(_ array: NamesInMemory<Int32>) -> NamesInMemory<Int32> {
        array.array.pointee.length = 1 << 40
        array.array.pointee.null_count = 0
        return array
      }
      func structs(
        _ names: [String] = ["name", "sort_as"],
        _ child: () -> NamesInMemory<Int32> = { strings() }
      ) -> NamesInMemory<Int32> {
        NamesInMemory(structs: names.map { ($0, child()) }, isNull: [false, false])
      }
      switch self {
      case .descendingOffsets:
        return strings {
          $0.array.pointee.buffers[1] = UnsafeRawPointer($0.copy([0, 4, 1] as [Int32]))
        }
      case .twoBuffers: return strings { $0.array.pointee.n_buffers = 2 }
      case .noOffsets: return strings { $0.array.pointee.buffers[1] = nil }
      case .negativeLength: return strings { $0.array.pointee.length = -1 }
      case .hugeOffset: return strings { $0.array.pointee.offset = .max }
      case .releasedArray: return strings { $0.array.pointee.release = nil }
      case .releasedSchema: return strings { $0.schema.pointee.release = nil }
      case .dictionary: return strings { $0.schema.pointee.dictionary = $0.schema }
      case .numbers: return strings { $0.schema.pointee.format = $0.text("i") }
      case .noFormat: return strings { $0.schema.pointee.format = nil }
      case .longView: return view([19, 0, 0, 0])
      case .negativeView: return view([-1, 0, 0, 0])
      case .viewOfNoBuffer: return view([18, 0, 2, 0])
      case .negativeViewBuffer: return view([18, 0, -1, 0])
      case .negativeViewOffset: return view([13, 0, 0, -1])
      case .fewBuffers:
        let views = NamesInMemory(views: [long])
        views.array.pointee.n_buffers = 2
        return views
      case .noViews:
        let views = NamesInMemory(views: [long])
        views.array.pointee.buffers[1] = nil
        return longer(views)
      case .highIndex: return indices([0, 2])
      case .negativeIndex: return indices([-1])
      case .floatIndices: return indices([0], "f")
      case .twoDictionaries:
        return NamesInMemory(indices: [0 as Int32], format: "i", of: indices([0]))
      case .threeIndexBuffers:
        let array = indices([0])
        array.array.pointee.n_buffers = 3
        return array
      case .noDictionary:
        let array = indices([0])
        array.array.pointee.dictionary = nil
        return array
      case .noIndices:
        let array = indices([0])
        array.array.pointee.buffers[1] = nil
        return longer(array)
      case .badDictionary:
        let array = indices([0])
        array.array.pointee.dictionary.pointee.buffers[1] = UnsafeRawPointer(
          array.copy([0, 9, 1] as [Int32]))
        return array
      case .structOfNumbers:
        let array = structs()
        array.schema.pointee.children[1]!.pointee.format = array.text("i")
        return array
      case .structOfStructs:
        return structs(["name"]) { structs { NamesInMemory(structs: [], isNull: [false, false]) } }
      case .unknownChild: return structs(["name", "given"])
      case .twoNames: return structs(["name", "name"])
      case .noName: return structs(["sort_as"])
      case .shortChild:
        let array = structs()
        array.array.pointee.children[1]!.pointee.length = 1
        return array
      case .otherChildCount:
        let array = structs()
        array.array.pointee.n_children = 1
        return array
      case .releasedChild:
        let array = structs()
        array.array.pointee.children[1]!.pointee.release = nil
        return array
      case .noChildren:
        let array = structs()
        (array.array.pointee.n_children, array.schema.pointee.n_children) = (-1, -1)
        return array
      case .structBuffers:
        let array = structs()
        array.array.pointee.n_buffers = 3
        return array
      }
    }
  }

  @Test(arguments: Flaw.allCases)
  func badArraysAreRefused(flaw: Flaw) {
    let handle = Handle("sv")
    let given = flaw.array()
    let (keys, indices) = (TakenArray(), TakenArray())
    var error = collation_error()
    let status = collation_list_keys(
      handle.pointer, given.schema, given.array, keys.schema, keys.array, nil, nil, &error)
    let expected =
      flaw == .noDictionary ? COLLATION_INVALID_ARGUMENT : COLLATION_INVALID_ARRAY
    #expect(status == expected && error.code == status && error.message.0 != 0)
    #expect(keys.array.pointee.release == nil && keys.schema.pointee.release == nil)
    let sorting = collation_sorted_indices(
      handle.pointer, 0, given.schema, given.array, indices.schema, indices.array, nil)
    #expect(sorting == expected && indices.array.pointee.release == nil)
    var search: OpaquePointer?
    let searching = collation_search_open(
      handle.pointer, given.schema, given.array, &search, nil)
    #expect(searching == expected && search == nil)
  }

  /// Of views, dictionaries and structs, too.
  @Test func arraysMayBeEmpty() {
    let handle = Handle("sv")
    let none = NamesInMemory<Int32>([], format: "u")
    let empty = Results(
      keys: [], sections: [], sectionsAlone: [], sortKeys: [], order: [], listOrder: [])
    for given in [
      NamesInMemory(views: []), NamesInMemory(indices: [Int8?](), format: "c", of: none),
      NamesInMemory(structs: [("name", none)], isNull: []),
    ] {
      #expect(results(of: given, handle, Int64.self) == empty)
    }
    #expect(results(of: none, handle, Int32.self) == empty)
  }

  @Test func anOrderIsOneOfTwo() {
    let handle = Handle("sv")
    let given = NamesInMemory<Int32>([[0x61]], format: "u")
    let indices = TakenArray()
    for order in [-1, 2, Int32.max] {
      #expect(
        collation_sorted_indices(
          handle.pointer, order, given.schema, given.array, indices.schema, indices.array, nil)
          == COLLATION_INVALID_ARGUMENT)
    }
  }

  /// Several threads give what one does, in more pieces than there are threads.
  @Test(arguments: [2, 3])
  func threadsGiveWhatOneGives(count: Int) {
    let names = (0..<(Coverage.isPart ? 140_000 : 450_000)).map {
      $0 % 97 == 0 ? nil : Array("Å\(String($0 &* 7_919 % 1_000_003, radix: 36)) ö".utf8)
    }
    let (one, several) = (Handle("sv"), Handle("sv", ["workers=\(count)"]))
    let given = NamesInMemory<Int32>(names, format: "u")
    #expect(results(of: given, several, Int32.self) == results(of: given, one, Int32.self))
  }

  // MARK: Search

  private func found(_ text: String, in search: OpaquePointer?) -> [Int] {
    let indices = TakenArray()
    let status = text.withCString {
      collation_search_find(
        search, $0, Int64(text.utf8.count), indices.schema, indices.array, nil)
    }
    #expect(status == COLLATION_OK && indices.format == "l")
    return indices.int64s
  }

  /// Expected are the matches of `NameSearch`, without those of nulls.
  @Test func aSearchFindsWhatNameSearchFinds() throws {
    let names = ["Ångström", nil, "James Brown", "Brown, James", "", "Jämtland"]
    let expected = try NameSearch(names.map { $0 ?? "" }, by: Collator(locale: "en"))
    let texts = names.map { $0.map { Array($0.utf8) } }
    let given = [
      NamesInMemory<Int32>(texts, format: "u"), NamesInMemory(views: texts),
      NamesInMemory(
        indices: texts.indices.map { Int16($0) }, format: "s",
        of: NamesInMemory<Int32>(texts, format: "u")),
      NamesInMemory(
        structs: [
          ("sort_as", NamesInMemory<Int32>(texts.reversed(), format: "u")),
          ("name", NamesInMemory<Int32>(texts, format: "u")),
        ], isNull: texts.map { _ in false }),
    ]
    for array in given {
      var search: OpaquePointer?
      do {
        // The search outlives the handle.
        let handle = Handle("en")
        #expect(
          collation_search_open(handle.pointer, array.schema, array.array, &search, nil)
            == COLLATION_OK)
      }
      for text in ["", "jam", "ang", "bro", "own", "x", "\u{301}"] {
        let matches = try expected.matches(text).map(\.number).filter { names[$0] != nil }
        #expect(found(text, in: search) == matches, "\(text)")
      }
      collation_search_close(search)
    }
  }

  @Test func badSearchesAreRefused() {
    let handle = Handle("en")
    let given = NamesInMemory<Int32>([[0x61]], format: "u")
    var search: OpaquePointer?
    let invalid = Int32(COLLATION_INVALID_ARGUMENT)
    #expect(collation_search_open(nil, given.schema, given.array, &search, nil) == invalid)
    #expect(collation_search_open(handle.pointer, given.schema, given.array, nil, nil) == invalid)
    #expect(collation_search_open(handle.pointer, nil, given.array, &search, nil) == invalid)
    #expect(search == nil)
    _ = collation_search_open(handle.pointer, given.schema, given.array, &search, nil)
    let indices = TakenArray()
    func status(_ search: OpaquePointer?, _ text: [CChar]?, _ length: Int) -> Int32 {
      text.map {
        collation_search_find(search, $0, Int64(length), indices.schema, indices.array, nil)
      }
        ?? collation_search_find(
          search, nil, Int64(length), indices.schema, indices.array, nil)
    }
    let long = [CChar](repeating: 0x61, count: NameSearch.maximumQueryLength + 1)
    #expect(status(nil, long, 1) == invalid)
    #expect(status(search, nil, 1) == invalid)
    #expect(status(search, long, -1) == invalid)
    #expect(status(search, long, long.count) == invalid)
    #expect(indices.array.pointee.release == nil)
    #expect(status(search, long, long.count - 1) == COLLATION_OK)
    // A call that fails marks the struct as released, so one with a result would leak it.
    let others = TakenArray()
    #expect(collation_search_find(search, "a", 1, nil, others.array, nil) == invalid)
    collation_search_close(search)
    collation_search_close(nil)
  }
}
