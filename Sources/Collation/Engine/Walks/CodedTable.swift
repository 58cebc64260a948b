/// A table of weights in some code, which writes the primary level of names.
protocol CodedTable {
  /// Writes the level from the table alone; returns `nil` if the table cannot prove the name
  /// simple.
  func writeByTable<Sink: LevelSink>(_ name: UnsafeBufferPointer<UInt8>, to sink: Sink) -> Sink?

  /// The sort key that ICU makes for a name at primary strength.
  func sortKeyByICU(of name: UnsafeBufferPointer<UInt8>) -> [UInt8]

  /// Writes the primary level of a sort key.
  func write<Sink: LevelSink>(sortKey: [UInt8], to sink: Sink) -> Sink
}

extension CodedTable {
  /// Writes the primary level of a name, from the table or, if that cannot prove the name simple,
  /// from ICU. Returns the sink.
  @inline(__always)
  func write<Sink: LevelSink>(_ name: UnsafeBufferPointer<UInt8>, to sink: Sink) -> Sink {
    unsafe writeByTable(name, to: sink) ?? write(sortKey: sortKeyByICU(of: name), to: sink)
  }
}
