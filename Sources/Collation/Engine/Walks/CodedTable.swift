/// A table of weights in some code. It writes the primary level of names.
protocol CodedTable {
  /// Writes the level by the table alone; returns `nil` if the table cannot prove the name simple.
  func writeByTable<Sink: LevelSink>(_ name: UnsafeBufferPointer<UInt8>, to sink: Sink) -> Sink?

  /// Writes the level of the key that ICU makes.
  func writeByICU<Sink: LevelSink>(_ name: UnsafeBufferPointer<UInt8>, to sink: Sink) -> Sink
}

extension CodedTable {
  /// Writes the primary level of a name, by the table or, if that cannot prove the name simple, by
  /// ICU. Returns the sink.
  @inline(__always)
  func write<Sink: LevelSink>(_ name: UnsafeBufferPointer<UInt8>, to sink: Sink) -> Sink {
    unsafe writeByTable(name, to: sink) ?? writeByICU(name, to: sink)
  }
}
