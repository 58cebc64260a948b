internal import CICU

/// The names of ICU's reorder codes, `UScriptCode` and `UColReorderCode`.
enum ICUReorderCode {
  private static let groups: [(name: String, code: Int32)] = [
    ("space", Int32(CICU_REORDER_SPACE)),
    ("punct", Int32(CICU_REORDER_PUNCTUATION)),
    ("symbol", Int32(CICU_REORDER_SYMBOL)),
    ("currency", Int32(CICU_REORDER_CURRENCY)),
    ("digit", Int32(CICU_REORDER_DIGIT)),
    ("others", Int32(CICU_REORDER_OTHERS)),
  ]

  static let latin = "Latn"

  static func isScript(_ name: String) -> Bool { !groups.contains { $0.name == name } }

  /// Returns the code of a group or of a script; `nil` if ICU knows none. `u_getPropertyValueEnum`
  static func code(named name: String) -> Int32? {
    if let group = groups.first(where: { $0.name == name }) { return group.code }
    // ICU skips spaces in a name, and stops at a NUL.
    guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    let code = unsafe cicu_u_getPropertyValueEnum(CICUProperty(CICU_PROPERTY_SCRIPT), name)
    // Common and Inherited, 0 and 1, are not scripts of letters: ICU can't reorder by them.
    return code < 2 ? nil : code
  }

  /// Returns the name of a code: a group's, or the four letters of a script.
  static func name(of code: Int32) -> String {
    if let group = groups.first(where: { $0.code == code }) { return group.name }
    let name = unsafe cicu_u_getPropertyValueName(
      CICUProperty(CICU_PROPERTY_SCRIPT), code, CICUPropertyNameChoice(CICU_SHORT_PROPERTY_NAME))
    return unsafe name.map { unsafe String(cString: $0) } ?? String(code)
  }
}
