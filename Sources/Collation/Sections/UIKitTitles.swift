/// Titles that differ from CLDR's letters in UIKit's tables.
enum UIKitTitles {
  /// Returns the title of a label; `nil` if UIKit shows the label.
  ///
  /// آ would be wrong as a boundary, since it has two primary weights, but it is what UIKit shows.
  static func title(ofLabel label: String, language: String) -> String? {
    language == "ar" && label == "ا" ? "آ" : nil
  }
}
