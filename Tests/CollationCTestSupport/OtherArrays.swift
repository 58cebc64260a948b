import CollationCHeader

extension NamesInMemory<Int32> {
  /// Makes an array of views, as Arrow's specification lays them out: a text of more than 12 bytes
  /// is in one of two data buffers.
  package convenience init(views names: [[UInt8]?], format: String = "vu", offset: Int = 0) {
    self.init(names, format: format, offset: offset)
    var data: [[UInt8]] = [[], []]
    var views: [UInt8] = []
    func append(_ number: Int) {
      views += withUnsafeBytes(of: Int32(number).littleEndian, Array.init)
    }
    for (number, name) in names.enumerated() {
      guard let name else {
        // What a null has is arbitrary.
        views += [UInt8](repeating: 0xFF, count: 16)
        continue
      }
      append(name.count)
      if name.count <= 12 {
        views += name + [UInt8](repeating: 0, count: 12 - name.count)
      } else {
        views += name.prefix(4)
        append(number % 2)
        append(data[number % 2].count)
        data[number % 2] += name
      }
    }
    let buffers: [UnsafeRawPointer?] = [
      array.pointee.buffers[0], UnsafeRawPointer(copy(views)), UnsafeRawPointer(copy(data[0])),
      UnsafeRawPointer(copy(data[1])), UnsafeRawPointer(copy(data.map { Int64($0.count) })),
    ]
    array.pointee.n_buffers = Int64(buffers.count)
    array.pointee.buffers = copy(buffers)
  }

  /// Makes an array of indices into another one.
  ///
  /// - Parameter format: Arrow's word for `Index`.
  package convenience init<Index: FixedWidthInteger, Other>(
    indices: [Index?], format: String, offset: Int = 0, of dictionary: NamesInMemory<Other>
  ) {
    self.init(indices.map { $0.map { _ in [] } }, format: format, offset: offset)
    let buffers: [UnsafeRawPointer?] = [
      // What a null has is arbitrary.
      array.pointee.buffers[0], UnsafeRawPointer(copy(indices.map { $0 ?? .max })),
    ]
    array.pointee.n_buffers = 2
    array.pointee.buffers = copy(buffers)
    keep(dictionary)
    schema.pointee.dictionary = dictionary.schema
    array.pointee.dictionary = dictionary.array
  }

  /// Makes an array of structs.
  ///
  /// - Parameter isNull: Which structs are null, whatever their children are.
  package convenience init(
    structs children: [(name: String, array: NamesInMemory<Int32>)], isNull: [Bool],
    offset: Int = 0
  ) {
    self.init(isNull.map { $0 ? nil : [] }, format: "+s", offset: offset)
    array.pointee.n_buffers = 1
    for (name, child) in children {
      child.schema.pointee.name = child.text(name)
      keep(child)
    }
    schema.pointee.n_children = Int64(children.count)
    array.pointee.n_children = Int64(children.count)
    schema.pointee.children = copy(children.map { $0.array.schema })
    array.pointee.children = copy(children.map { $0.array.array })
  }
}
