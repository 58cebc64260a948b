extension SimpleLetters {
  /// Appends characters from a position on while each is simple before the next and the sink isn't
  /// full.
  ///
  /// - Returns: The position after them, and a position before which no more can be appended.
  @inline(__always)
  func append<Sink: LevelSink>(
    _ name: UnsafeBufferPointer<UInt8>, from start: Int, to sink: inout Sink
  ) -> (end: Int, limit: Int) {
    let (bytes, count) = unsafe (name.baseAddress.unsafelyUnwrapped, name.count)
    var (place, level) = (start, sink)
    while place < count && !level.isFull {
      let word = unsafe Self.word(bytes, place, count)
      // A character is simple only in relation to the next one.
      let next = place &+ 8 < count ? unsafe flags(bytes[place &+ 8]) : 0
      let (first, second) = joined(word)
      if !Self.areSimple(first.flags | second.flags | next) {
        let (end, limit): (Int, Int)
        (level, end, limit) = unsafe appendOthers(name, from: place, to: level)
        sink = level
        return (end, limit)
      }
      Self.append(first, second, to: &level)
      place = min(place &+ 8, count)
    }
    sink = level
    return (place, 0)
  }

  /// Appends like `append`, for characters that are not all ASCII, or may form a context.
  @inline(never)
  private func appendOthers<Sink: LevelSink>(
    _ name: UnsafeBufferPointer<UInt8>, from start: Int, to sink: Sink
  ) -> (Sink, end: Int, limit: Int) {
    let (bytes, count) = unsafe (name.baseAddress.unsafelyUnwrapped, name.count)
    var (place, level) = (start, sink)
    // If a character follows that isn't simple, what the last step appended is taken back.
    var (lastPlace, lastCount) = (place, level.count)
    while place < count {
      let (first, second, length) = joinedOthers(unsafe Self.word(bytes, place, count))
      let end = min(place &+ length, count)
      if unsafe !areSimple(first.flags | second.flags, bytes, place, end) {
        level.truncate(to: lastCount)
        return (level, lastPlace, end)
      }
      // Only now: what the last step appended is simple before these characters.
      if level.isFull { break }
      (lastPlace, lastCount) = (place, level.count)
      Self.append(first, second, to: &level)
      place = end
    }
    return (level, place, 0)
  }

  /// Returns the eight bytes at a position, the first one lowest; zeros follow the end of the name.
  ///
  /// In bounds because eight bytes are read only where eight are left, or at the end of a name that
  /// has eight.
  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>, _ place: Int, _ count: Int) -> UInt64 {
    let left = count &- place
    if left >= 8 {
      return unsafe UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self).littleEndian
    }
    if count >= 8 {
      let last = unsafe UnsafeRawPointer(bytes + (count &- 8)).loadUnaligned(as: UInt64.self)
      return last.littleEndian &>> UInt64(truncatingIfNeeded: 64 &- 8 &* left)
    }
    var word: UInt64 = 0
    for offset in 0..<left {
      word |= unsafe UInt64(bytes[place &+ offset]) &<< UInt64(truncatingIfNeeded: 8 &* offset)
    }
    return word
  }

  @inline(__always)
  private static func append(_ first: Joined, _ second: Joined, to level: inout some LevelSink) {
    let length = first.length &+ second.length
    if length <= 64 {
      let code = first.code | second.code &>> UInt64(truncatingIfNeeded: first.length)
      level.append(code, length)
    } else {
      var copy = level
      appendApart(first, second, to: &copy)
      level = copy
    }
  }

  /// Appends codes that have more than 64 bits in total.
  @inline(never)
  private static func appendApart(
    _ first: Joined, _ second: Joined, to level: inout some LevelSink
  ) {
    level.append(first.code, first.length)
    if !level.isFull { level.append(second.code, second.length) }
  }
}
