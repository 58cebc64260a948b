import CollationTestSupport

/// Numbers of many shapes, for what sorts them.
enum KeyShapes {
  /// A number by its place.
  static let all: [(name: String, key: @Sendable (Int, inout SeededGenerator) -> UInt64)] = [
    ("random", { _, generator in generator.next() }), ("equal", { _, _ in 42 }),
    ("zero", { _, _ in 0 }), ("all ones", { _, _ in .max }),
    ("two values", { _, generator in generator.next() % 2 == 0 ? 0 : .max }),
    ("sorted", { number, _ in UInt64(number) << 20 }),
    ("reversed", { number, _ in .max - UInt64(number) }),
    ("few high bits", { _, generator in generator.next() << 59 }),
    ("few low bits", { _, generator in generator.next() >> 58 }),
    ("one far", { number, _ in number == 3 ? .max : UInt64(number % 5) }),
    ("clusters", { _, generator in (generator.next() % 7) << 50 | generator.next() % 3 }),
    ("powers", { _, generator in 1 << (generator.next() % 64) }),
  ]
}
