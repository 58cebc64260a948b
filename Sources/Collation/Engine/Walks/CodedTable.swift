/// A table in a code, which writes the primary level of names.
protocol CodedTable {
  /// By the table alone; `nil` where the table cannot prove the name simple.
  func writeByTable<Sink: LevelSink>(_ name: UnsafeBufferPointer<UInt8>, to sink: Sink) -> Sink?

  /// The level of the key that ICU makes.
  func writeByICU<Sink: LevelSink>(_ name: UnsafeBufferPointer<UInt8>, to sink: Sink) -> Sink
}

extension CodedTable {
  /// The sink with the primary level of a name: by the table, or by ICU where the table cannot
  /// prove the name simple.
  @inline(__always)
  func write<Sink: LevelSink>(_ name: UnsafeBufferPointer<UInt8>, to sink: Sink) -> Sink {
    unsafe writeByTable(name, to: sink) ?? writeByICU(name, to: sink)
  }
}
