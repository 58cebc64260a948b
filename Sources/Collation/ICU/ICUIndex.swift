internal import CICU
internal import CICUCxx

/// The kind of a bucket, `UAlphabeticIndexLabelType`. `AlphabeticIndex.cpp` checks the numbers.
enum ICUBucketKind: Int32 {
  case normal, underflow, inflow, overflow
}

/// The letters that CLDR lists for a locale. `ulocdata_getExemplarSet`; `CICUCxx.h` says more about
/// them and the index.
@safe
final class ICUExemplars {
  fileprivate let pointer: OpaquePointer

  init(locale: String) throws(ICUFailure) {
    unsafe pointer = try openedByICU { status in unsafe cicu_exemplars_open(locale, &status) }
  }

  deinit { unsafe cicu_exemplars_close(pointer) }

  var areOfLocale: Bool { unsafe cicu_exemplars_areOfLocale(pointer) }

  var haveIndex: Bool { unsafe cicu_exemplars_haveIndex(pointer) }

  /// Returns the scripts as ICU's reorder codes. `uscript_getScript`
  func scripts() throws(ICUFailure) -> [Int32] {
    try withICUStatus { status in
      unsafe [Int32](unsafeUninitializedCapacity: 32) { buffer, count in
        count = unsafe Int(
          cicu_exemplars_scripts(pointer, buffer.baseAddress!, Int32(buffer.count), &status))
      }
    }
  }
}

/// An `icu::AlphabeticIndex`.
@safe
struct ICUIndexBuilder: ~Copyable {
  private let pointer: OpaquePointer

  /// `AlphabeticIndex::AlphabeticIndex(RuleBasedCollator *, …)`
  init(collator: borrowing ICUCollator, normalizes: Bool) throws(ICUFailure) {
    unsafe pointer = try openedByICU { status in
      unsafe cicu_indexBuilder_open(UnsafeRawPointer(collator.pointer), normalizes, &status)
    }
  }

  deinit { unsafe cicu_indexBuilder_close(pointer) }

  /// `RuleBasedCollator::getRules`
  static func rulesBringLabels(_ collator: borrowing ICUCollator) -> Bool {
    unsafe cicu_collator_rulesBringLabels(UnsafeRawPointer(collator.pointer))
  }

  var hasOwnLabels: Bool { unsafe cicu_indexBuilder_hasOwnLabels(pointer) }

  /// `AlphabeticIndex::addLabels(const Locale &, …)`
  mutating func add(labelsOf exemplars: ICUExemplars) throws(ICUFailure) {
    try withICUStatus { status in
      unsafe cicu_indexBuilder_addLabels(pointer, exemplars.pointer, &status)
    }
  }

  /// `AlphabeticIndex::addLabels(const UnicodeSet &, …)`
  mutating func add(label: String) throws(ICUFailure) {
    try withICUStatus { status in
      unsafe label.utf8.span.withUnsafeBufferPointer { utf8 in
        unsafe cicu_indexBuilder_addLabel(
          pointer, utf8.baseAddress, Int32(clamping: utf8.count), &status)
      }
    }
  }

  /// `AlphabeticIndex::buildImmutableIndex`
  consuming func build(endsWithScripts: Bool) throws(ICUFailure) -> ICUIndex {
    var index = ICUIndex()
    try withICUStatus { status in
      unsafe withUnsafeMutablePointer(to: &index) { index in
        unsafe cicu_indexBuilder_build(
          pointer, endsWithScripts, index,
          { context, label, length, _ in
            unsafe ICUIndex.of(context).pointee.offeredLabels.append(
              String(utf8: label, count: length))
          },
          { context, label, length, kind in
            unsafe ICUIndex.of(context).pointee.buckets.append(
              ICUIndex.Bucket(
                label: String(utf8: label, count: length),
                kind: ICUBucketKind(rawValue: kind) ?? .normal))
          },
          { context, key, length, bucket in
            unsafe ICUIndex.of(context).pointee.boundaries.append(
              ICUIndex.Boundary(
                key: Array(UnsafeBufferPointer(start: key, count: Int(length))),
                bucket: Int(bucket)))
          }, &status)
      }
    }
    return index
  }
}

/// The buckets of an `icu::AlphabeticIndex::ImmutableIndex`.
struct ICUIndex {
  struct Bucket {
    var label: String
    var kind: ICUBucketKind
  }

  /// Where a bucket begins: names from this key on belong to it. The key is a primary sort key
  /// without its closing zero byte.
  struct Boundary {
    var key: [UInt8]
    var bucket: Int
  }

  /// The labels that were added, whether or not they became buckets.
  fileprivate(set) var offeredLabels: [String] = []
  fileprivate(set) var buckets: [Bucket] = []
  /// In ascending order; the first key is empty.
  fileprivate(set) var boundaries: [Boundary] = []

  fileprivate static func of(_ context: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ICUIndex> {
    unsafe context.assumingMemoryBound(to: ICUIndex.self)
  }
}

extension String {
  fileprivate init(utf8 bytes: UnsafePointer<UInt8>, count: Int32) {
    unsafe self.init(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }
}
