/// What was opened lately. To open something takes longer than to try an input.
package struct Opened<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]

  package init() {}

  package mutating func value(for key: Key, _ open: () -> Value) -> Value {
    if let value = values[key] { return value }
    if values.count == 200 { values.removeAll() }
    let value = open()
    values[key] = value
    return value
  }
}
