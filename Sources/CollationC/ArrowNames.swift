internal import Collation
internal import CollationCHeader
internal import CollationFiling
internal import CollationOptions

/// The names in an Arrow array of texts, or of structs with parts.
@safe
struct ArrowNames {
  private enum Source {
    case texts(ArrowTexts)
    case parts(Parts)
  }

  /// For each part, a record per row.
  private struct Parts {
    var shown = UTF8Records()
    /// A column for each text of names that have several.
    var fields: [UTF8Records] = []
    var sortAs = UTF8Records()
    var readings = UTF8Records()
    var languages = UTF8Records()
  }

  private let source: Source
  /// The number of rows.
  let count: Int
  let nulls: Nulls?

  /// - Throws: A ``CallError`` if the array doesn't hold names or violates Arrow's specification.
  init(
    _ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?
  ) throws(CallError) {
    let head = try unsafe ArrowHead(schema, array, of: "the array")
    count = head.rows.count
    if unsafe head.format == "+s" && head.schema.dictionary == nil {
      let (parts, nulls) = try Self.parts(head)
      (source, self.nulls) = (.parts(parts), nulls)
    } else {
      let texts = try unsafe ArrowTexts(schema, array)
      (source, nulls) = (.texts(texts), texts.nulls)
    }
  }

  /// Whether results get 64-bit offsets, as they do unless the texts have 32-bit ones.
  var isLarge: Bool {
    if case .texts(let texts) = source { texts.isLarge } else { true }
  }

  /// The names for which results are made.
  var distinctCount: Int {
    if case .texts(let texts) = source, case .dictionary(let records, _) = texts.texts {
      records.count
    } else {
      count
    }
  }

  /// The bytes of the distinct names.
  var byteCount: Int {
    switch source {
    case .parts(let parts): parts.shown.bytes.count
    case .texts(let texts):
      switch texts.texts {
      case .names(let names): names.byteCount
      case .dictionary(let records, _): records.bytes.count
      }
    }
  }

  /// The number of each row's distinct name, -1 for null; `nil` if each row has its own name.
  var numbers: [Int]? {
    if case .texts(let texts) = source, case .dictionary(_, let numbers) = texts.texts {
      numbers
    } else {
      nil
    }
  }

  /// Some of the distinct names.
  func distinct(_ range: Range<Int>) -> NameList {
    switch source {
    case .parts(let parts):
      NameList(
        shown: parts.shown.part(range), fields: parts.fields.map { $0.part(range) },
        sortAs: parts.sortAs.part(range), readings: parts.readings.part(range),
        languages: parts.languages.part(range))
    case .texts(let texts):
      switch texts.texts {
      case .names(let names): NameList(source: .names(names[range]))
      case .dictionary(let records, _): NameList(records.part(range))
      }
    }
  }

  /// The names of all rows.
  var list: NameList { numbers == nil ? distinct(0..<count) : NameList(shown) }

  /// What is shown for each row; empty for null.
  var shown: UTF8Records {
    switch source {
    case .texts(let texts): texts.records
    case .parts(let parts): parts.shown
    }
  }

  // MARK: Parts

  private static func parts(_ head: ArrowHead) throws(CallError) -> (Parts, Nulls?) {
    let count = unsafe Int(head.schema.n_children)
    guard (1...partsByName.count).contains(count) else {
      throw head.invalid(
        "has \(count) columns: expected name, with any of sort_as, reading and language")
    }
    var parts = Parts()
    var found: Set<String> = []
    var nulls = head.nulls
    func take(_ missing: Nulls?) {
      guard let missing else { return }
      nulls = Nulls(count: head.rows.count) {
        missing.contains($0) || head.nulls?.contains($0) == true
      }
    }
    try unsafe head.forEachChild { (name, schema, array) throws(CallError) in
      guard let part = partsByName[name] else {
        throw head.invalid(
          "has a column \(quoted(name)): expected name, sort_as, reading or language")
      }
      guard found.insert(name).inserted else { throw head.invalid("has two columns '\(name)'") }
      // A struct's rows are its children's rows, whose own offsets come in addition.
      let column = "the column '\(name)'"
      let child = try unsafe ArrowHead(schema, array, rows: head.rows, of: column)
      if name == "name" && child.format == "+s" {
        parts.fields = try fields(child)
        parts.shown = joined(parts.fields, count: child.rows.count)
        take(child.nulls)
      } else {
        let texts = try unsafe ArrowTexts(schema, array, rows: head.rows, of: column)
        parts[keyPath: part] = texts.records
        if name == "name" { take(texts.nulls) }
      }
    }
    guard found.contains("name") else {
      throw head.invalid(
        "has no column 'name': pass one column, or a struct of name and other parts")
    }
    return (parts, nulls)
  }

  /// Returns a column for each text of the names.
  private static func fields(_ head: ArrowHead) throws(CallError) -> [UTF8Records] {
    var fields: [UTF8Records] = []
    try unsafe head.forEachChild { (name, schema, array) throws(CallError) in
      fields.append(
        try unsafe ArrowTexts(schema, array, rows: head.rows, of: "the text \(quoted(name))")
          .records)
    }
    return fields
  }

  /// Returns the texts of each name in one record, joined as the library joins them.
  private static func joined(_ fields: [UTF8Records], count: Int) -> UTF8Records {
    var joined = UTF8Records()
    for row in 0..<count {
      let texts = fields.map { $0[row] }.filter { !$0.isEmpty }
      joined.append(utf8: texts.joined(separator: UTF8Records.separator))
    }
    return joined
  }

  private static var partsByName: [String: WritableKeyPath<Parts, UTF8Records>] {
    ["name": \.shown, "sort_as": \.sortAs, "reading": \.readings, "language": \.languages]
  }
}

extension ArrowHead {
  /// Calls `body` with the name of each child of a struct array, its schema and its array.
  fileprivate func forEachChild(
    _ body: (String, UnsafePointer<ArrowSchema>, UnsafePointer<ArrowArray>)
      throws(CallError) -> Void
  ) throws(CallError) {
    guard unsafe schema.n_children == array.n_children else {
      throw invalid("and its schema differ in the number of children")
    }
    guard unsafe array.n_buffers == 1 else {
      throw invalid("does not have the 1 buffer of structs")
    }
    for number in unsafe 0..<max(0, Int(schema.n_children)) {
      guard let childSchema = unsafe schema.children?[number],
        let child = unsafe array.children?[number]
      else { throw CallError.nullPointer }
      let name = unsafe childSchema.pointee.name.flatMap { unsafe String(validatingCString: $0) }
      try unsafe body(name ?? "", childSchema, child)
    }
  }
}

extension UTF8Records {
  /// Some of the records, which share the bytes; none after the last.
  fileprivate func part(_ range: Range<Int>) -> UTF8Records {
    range == 0..<count
      ? self : UTF8Records(bytes: bytes, places: Array(ranges[range.clamped(to: 0..<count)]))
  }
}
