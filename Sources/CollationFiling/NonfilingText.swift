/// Leaves out what a record says doesn't count, as in MARC 21: by a count of characters, or by the
/// control characters that mark a non-sorting zone.
extension Span<UInt8> {
  /// Returns what counts; `nil` if that is the whole text, or if nothing would count.
  ///
  /// - Parameters:
  ///   - count: How many characters at the beginning don't count.
  ///   - hasZones: Whether to look for zones.
  @inline(never)
  func withoutNonfiling(_ count: Int?, hasZones: Bool) -> [UInt8]? {
    var text: [UInt8] = []
    var place = endOfCharacters(count ?? 0)
    if place > 0 { place = endOfSpaces(from: place) }
    while hasZones, let begin = firstControl(Self.zoneBegins, from: place),
      let end = firstControl(Self.zoneEnds, from: begin + 2)
    {
      text.append(bytesOf: extracting(place..<begin))
      place = end + 2
      // Some catalogs put the space inside the zone, some after it.
      if text.isEmpty || text.last == UInt8(ascii: " ") { place = endOfSpaces(from: place) }
    }
    if place == 0 { return nil }
    text.append(bytesOf: extracting(place..<self.count))
    return text.span.isBlank ? nil : text
  }

  /// U+0098 and U+009C.
  private static let zoneBegins: UInt8 = 0x98
  private static let zoneEnds: UInt8 = 0x9C

  /// The position of the first two-byte control character that ends with `lastByte`.
  private func firstControl(_ lastByte: UInt8, from start: Int) -> Int? {
    var place = start
    while place + 1 < count {
      if self[place] == 0xC2 && self[place + 1] == lastByte { return place }
      place += 1
    }
    return nil
  }

  private func endOfCharacters(_ characterCount: Int) -> Int {
    var place = 0
    var left = characterCount
    while left > 0 && place < count {
      place += codePoint(at: place)?.length ?? 1
      left -= 1
    }
    return place
  }
}
