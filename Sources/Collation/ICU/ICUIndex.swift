internal import CICU
internal import CICUCxx

/// The kind of a bucket, `UAlphabeticIndexLabelType`.
enum ICUBucketKind {
  case normal, underflow, inflow, overflow

  fileprivate init(code: Int32) {
    switch Int(code) {
    case CICU_LABEL_UNDERFLOW: self = .underflow
    case CICU_LABEL_INFLOW: self = .inflow
    case CICU_LABEL_OVERFLOW: self = .overflow
    default: self = .normal
    }
  }
}

/// An index that takes labels, as `icu::AlphabeticIndex` does.
@safe
struct ICUIndexBuilder: ~Copyable {
  private let pointer: OpaquePointer

  /// Takes the labels that the tailoring brings, if it brings some.
  init(collator: borrowing ICUCollator) throws(ICUFailure) {
    var status = ICUStatus()
    let opened = unsafe try collator.withRawPointer { (raw) throws(ICUFailure) in
      unsafe cicu_indexBuilder_open(raw, &status.code)
    }
    guard let opened = unsafe opened else { throw ICUFailure(status: status) }
    unsafe pointer = opened
  }

  deinit { unsafe cicu_indexBuilder_close(pointer) }

  /// Whether the tailoring brings labels of its own, as the Chinese ones do.
  /// `AlphabeticIndex::addChineseIndexCharacters`
  var hasMarkedLabels: Bool { unsafe cicu_indexBuilder_hasMarkedLabels(pointer) }

  /// Adds the labels of a locale, and returns whether CLDR lists index characters for it.
  /// `AlphabeticIndex::addLabels(const Locale &, …)`
  mutating func add(labelsOf locale: String) throws(ICUFailure) -> Bool {
    try withICUStatus { status in unsafe cicu_indexBuilder_addLocale(pointer, locale, &status) }
  }

  /// `AlphabeticIndex::addLabels(const UnicodeSet &, …)`
  mutating func add(label: String) throws(ICUFailure) {
    var status = ICUStatus()
    unsafe label.utf8.span.withUnsafeBufferPointer { utf8 in
      unsafe cicu_indexBuilder_addLabel(
        pointer, utf8.baseAddress, Int32(clamping: utf8.count), &status.code)
    }
    if status.isFailure { throw ICUFailure(status: status) }
  }

  /// The labels that were added, whether or not they will become buckets.
  var offeredLabels: [String] {
    let count = unsafe cicu_indexBuilder_offeredCount(pointer)
    return (0..<count).map { offered in
      var length: Int32 = 0
      let bytes = unsafe cicu_indexBuilder_offered(pointer, offered, &length)
      return unsafe String(utf8: bytes, count: length)
    }
  }

  /// The buckets, and where in the order each begins. `AlphabeticIndex::buildImmutableIndex`
  ///
  /// - Parameters:
  ///   - collator: The order, at primary strength.
  ///   - normalizes: Whether ICU puts the labels into canonical order. CLDR's index characters are
  ///     in it already.
  ///   - endsWithScripts: Whether a bucket ends where the script of its label ends. A bucket of
  ///     ICU's goes on to the next label.
  consuming func build(
    by collator: borrowing ICUCollator, normalizes: Bool, endsWithScripts: Bool
  ) throws(ICUFailure) -> ICUIndex {
    var status = ICUStatus()
    let opened = unsafe try collator.withRawPointer { (raw) throws(ICUFailure) in
      unsafe cicu_index_open(pointer, raw, normalizes, endsWithScripts, &status.code)
    }
    guard let index = unsafe opened else { throw ICUFailure(status: status) }
    defer { unsafe cicu_index_close(index) }
    return unsafe ICUIndex(index)
  }
}

/// The buckets that an `icu::AlphabeticIndex` has.
struct ICUIndex {
  struct Bucket {
    var label: String
    var kind: ICUBucketKind
  }

  /// The beginning of a bucket: names from this key on lie in it. The key is a primary sort key
  /// without its closing zero byte.
  struct Boundary {
    var key: [UInt8]
    var bucket: Int
  }

  let buckets: [Bucket]
  /// In ascending order; the first key is empty.
  let boundaries: [Boundary]

  fileprivate init(_ index: OpaquePointer) {
    let bucketCount = unsafe cicu_index_bucketCount(index)
    buckets = (0..<bucketCount).map { bucket in
      var length: Int32 = 0
      let bytes = unsafe cicu_index_bucketLabel(index, bucket, &length)
      return Bucket(
        label: unsafe String(utf8: bytes, count: length),
        kind: ICUBucketKind(code: unsafe cicu_index_bucketKind(index, bucket)))
    }
    let boundaryCount = unsafe cicu_index_boundaryCount(index)
    boundaries = (0..<boundaryCount).map { boundary in
      var length: Int32 = 0
      var bucket: Int32 = 0
      let key = unsafe cicu_index_boundary(index, boundary, &length, &bucket)
      return Boundary(
        key: unsafe Array(UnsafeBufferPointer(start: key, count: Int(length))),
        bucket: Int(bucket))
    }
  }
}

extension String {
  fileprivate init(utf8 bytes: UnsafePointer<UInt8>, count: Int32) {
    unsafe self.init(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }
}
