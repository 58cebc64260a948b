import CollationC
import CollationCHeader
import CollationCTestSupport
import FuzzSupport

/// Options of which each has another way through a batch: the plain table, other levels, filing.
private let optionSets: [[String]] = [
  [], ["layout=icu", "strength=primary"], ["numeric=true", "alternate=shifted", "reverse=true"],
  ["articles=list", "skip-punctuation=true"], ["romanize=true"],
]

private struct Choice: Hashable {
  let locale: String
  let options: [String]
}

nonisolated(unsafe) private var handles = Opened<Choice, Handle>()

/// An Arrow array of the C interface is refused, or has the keys and sections of each of its names
/// by itself. What it may not have is null.
func fuzzBatches(_ input: Input) {
  var input = input
  let choice = Choice(locale: input.choice(locales), options: input.choice(optionSets))
  let handle = handles.value(for: choice) { Handle(choice.locale, choice.options) }
  check(handle.status == COLLATION_OK, "\(choice): \(handle.message)")
  switch input.number(below: 4) {
  case 0: tryBatch(Int32.self, &input, handle)
  case 1: tryBatch(Int64.self, &input, handle)
  case 2: tryViews(&input, handle)
  default: tryDictionary(&input, handle)
  }
}

/// The words of views that are there are overwritten by others, as far as the input says.
private func tryViews(_ input: inout Input, _ handle: Handle) {
  let (first, changes) = (
    input.number(below: 4),
    (0..<input.number(below: 4)).map { _ in
      (
        place: input.number(below: 256),
        word: input.choice([0, 1, 2, 4, 12, 13, 20, 255, -1, .min, .max] as [Int32])
      )
    }
  )
  let names = input.lines().enumerated().map { $0.offset % 5 == 3 ? nil : $0.element }
  let given = NamesInMemory(views: names, offset: min(first, names.count))
  let buffers = given.array.pointee.buffers!
  let words = UnsafeMutablePointer(mutating: buffers[1]!.assumingMemoryBound(to: Int32.self))
  for change in changes where !names.isEmpty {
    words[change.place % (4 * names.count)] = change.word
  }
  let lengths = buffers[4]!.assumingMemoryBound(to: Int64.self)
  var expected: [[UInt8]?] = []
  for number in names.indices.dropFirst(first) {
    let view = words + 4 * number
    let (length, buffer, offset) = (Int(view[0]), view[2], Int(view[3]))
    if names[number] == nil {
      expected.append(nil)
    } else if (0...12).contains(length) {
      let bytes = UnsafeRawBufferPointer(start: view + 1, count: length)
      expected.append(Array(bytes))
    } else if length > 12, (0...1).contains(buffer), offset >= 0,
      offset + length <= Int(lengths[Int(buffer)])
    {
      let start = buffers[2 + Int(buffer)]! + offset
      expected.append(Array(UnsafeRawBufferPointer(start: start, count: length)))
    } else {
      return checkBatch(given, nil, handle, Int64.self)
    }
  }
  checkBatch(given, expected, handle, Int64.self)
}

private func tryDictionary(_ input: inout Input, _ handle: Handle) {
  let (first, isOfViews) = (input.number(below: 4), input.flag())
  let indices = (0..<input.number(below: 20)).map { _ in
    Int8(truncatingIfNeeded: input.number(below: 256))
  }
  let names = input.lines().enumerated().map { $0.offset % 5 == 3 ? nil : $0.element }
  // Few inputs have so many lines that most of their bytes are good indices.
  let rows = indices.map { $0 == 0 || $0 == -1 ? $0 : $0 % Int8(max(1, min(names.count, 127))) }
  let present = rows.enumerated().map { $0.offset % 7 == 2 ? nil : $0.element }
  let offset = min(first, rows.count)
  let given =
    isOfViews
    ? NamesInMemory(indices: present, format: "c", offset: offset, of: NamesInMemory(views: names))
    : NamesInMemory(
      indices: present, format: "c", offset: offset,
      of: NamesInMemory<Int32>(names, format: "u"))
  let used = present.dropFirst(offset)
  let areGood = used.allSatisfy { $0.map { names.indices.contains(Int($0)) } ?? true }
  let expected = areGood ? used.map { row in row.flatMap { names[Int($0)] } } : nil
  checkBatch(given, expected, handle, Int64.self)
}

/// What is not as Arrow has it.
private enum Flaw: CaseIterable {
  case offsets, offset, length, buffers, format, dictionary
}

private func tryBatch<Offset: FixedWidthInteger & SignedInteger>(
  _: Offset.Type, _ input: inout Input, _ handle: Handle
) {
  // An array need not begin where its buffers do.
  let (first, nulls) = (input.number(below: 4), input.number(below: 256))
  // Half of the arrays have no flaw.
  let (flaw, numbers) = (
    input.number(below: 2 * Flaw.allCases.count), (0..<6).map { _ in input.number(below: 256) }
  )
  let names = input.lines().enumerated().map { number, name in
    nulls >> (number % 7) & 1 == 1 ? nil : name
  }
  let format = Offset.bitWidth == 64 ? "U" : "u"
  let given = NamesInMemory<Offset>(names, format: format, offset: min(first, names.count))
  let expected = names.dropFirst(first)
  guard flaw < Flaw.allCases.count else {
    return checkBatch(given, Array(expected), handle, Offset.self)
  }
  let (schema, array) = (given.schema, given.array)
  switch Flaw.allCases[flaw] {
  case .offsets:
    let size = names.reduce(0) { $0 + ($1 ?? Array("null".utf8)).count }
    let offsets = (0...names.count).map { number in
      numbers[number % 6] == 255 ? -1 : Offset(numbers[number % 6] % (size + 1))
    }
    let bytes = array.pointee.buffers[2]!.assumingMemoryBound(to: UInt8.self)
    array.pointee.buffers[1] = UnsafeRawPointer(given.copy(offsets))
    let used = Array(offsets.dropFirst(min(first, names.count)))
    let ends = zip(used, used.dropFirst())
    // Without names no offset is looked at.
    guard expected.isEmpty || used[0] >= 0 && ends.allSatisfy(<=) else { break }
    let cut = zip(expected, ends).map { name, ends in
      name.map { _ in (Int(ends.0)..<Int(ends.1)).map { bytes[$0] } }
    }
    return checkBatch(given, cut, handle, Offset.self)
  case .offset: array.pointee.offset = numbers[0] & 1 == 1 ? -1 : .max - Int64(numbers[0])
  case .length: array.pointee.length = numbers[0] & 1 == 1 ? -Int64(numbers[0]) : .max
  case .buffers: array.pointee.n_buffers = [0, 1, 2, 4, .max, .min][numbers[0] % 6]
  case .format:
    schema.pointee.format = given.text(["", "n", "+s", "i", "utf8", "\u{FF}"][numbers[0] % 6])
  case .dictionary: schema.pointee.dictionary = schema
  }
  checkBatch(given, nil, handle, Offset.self)
}

/// - Parameters:
///   - expected: The names, or `nil` if the array is not as Arrow has it.
///   - keyOffsets: The type of the offsets of keys.
private func checkBatch<Offset, KeyOffset: FixedWidthInteger>(
  _ given: NamesInMemory<Offset>, _ expected: [[UInt8]?]?, _ handle: Handle,
  _ keyOffsets: KeyOffset.Type
) {
  let (keys, sections, sectionsAlone) = (TakenArray(), TakenArray(), TakenArray())
  var error = collation_error()
  let status = collation_list_keys(
    handle.pointer, given.schema, given.array, keys.schema, keys.array, sections.schema,
    sections.array, &error)
  let statusOfSections = collation_sections(
    handle.pointer, given.schema, given.array, sectionsAlone.schema, sectionsAlone.array, nil)
  check(status == statusOfSections, "\(status) and \(statusOfSections)")
  check(given.array.pointee.release != nil, "the caller's array was released")
  guard let expected else {
    check(status == COLLATION_INVALID_ARRAY, "not refused: \(status)")
    check(error.message.0 != 0, "no message")
    for taken in [keys, sections, sectionsAlone] {
      let isReleased = taken.schema.pointee.release == nil && taken.array.pointee.release == nil
      check(isReleased, "not released")
    }
    return
  }
  check(status == COLLATION_OK, "refused: \(expected)")
  let expectedKeys = expected.map { $0.map(handle.key) }
  check(keys.binaries(keyOffsets) == expectedKeys, "keys: \(expected)")
  let byteCount = expectedKeys.reduce(0) { $0 + ($1?.count ?? 0) }
  check(keys.byteCount(keyOffsets) == byteCount, "bytes that nulls have: \(expected)")
  let numbers = expected.map { $0.map(handle.section) }
  check(sections.int32s == numbers, "sections: \(expected)")
  check(sectionsAlone.int32s == numbers, "sections alone: \(expected)")
  let nulls = expected.count { $0 == nil }
  check(keys.array.pointee.null_count == Int64(nulls), "nulls: \(expected)")
}

extension Handle {
  /// The list key of one name.
  fileprivate func key(of name: [UInt8]) -> [UInt8] {
    name.withChars { start, length in
      let count = collation_list_key(pointer, start, length, nil, 0)
      var key = [UInt8](repeating: 0, count: max(0, Int(count)))
      let written = collation_list_key(pointer, start, length, &key, count)
      check(written == count && count > 2, "\(written) of \(count) bytes: \(name)")
      return key
    }
  }

  fileprivate func section(of name: [UInt8]) -> Int {
    name.withChars { Int(collation_section(pointer, $0, $1)) }
  }
}

extension [UInt8] {
  fileprivate func withChars<Result>(_ body: (UnsafePointer<CChar>?, Int64) -> Result) -> Result {
    withUnsafeBytes { body($0.assumingMemoryBound(to: CChar.self).baseAddress, Int64($0.count)) }
  }
}
