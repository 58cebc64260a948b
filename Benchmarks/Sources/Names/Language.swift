/// A language, and how its names are written in lists.
struct Language: Sendable {
  /// The name of the language, which is also the locale.
  let code: String
  /// The ways to write a name, each as often as the others. A name that is written in one way more
  /// often has it several times.
  private let forms: [NameForm]

  init(_ code: String, _ forms: (share: Int, form: NameForm)...) {
    self.code = code
    self.forms = forms.flatMap { repeatElement($0.form, count: $0.share) }
  }

  /// Appends a name.
  func appendName(to names: inout some NameWriter, _ generator: inout NameGenerator) {
    for part in forms[generator.number(below: forms.count)].parts {
      switch part {
      case .text(let text): names.append(Word(text: text, reading: text), isFamily: false)
      case .word(let words): names.append(words.choose(&generator), isFamily: false)
      case .family(let words): names.append(words.choose(&generator), isFamily: true)
      }
    }
    names.endName(in: code)
  }

  static let all = [
    english, german, swedish, czech, polish, vietnamese, turkish, russian, greek, japanese, korean,
    chinese, arabic, thai, hindi,
  ]
}

/// What takes the names that are made, part by part.
protocol NameWriter {
  var count: Int { get }
  mutating func append(_ part: Word, isFamily: Bool)
  mutating func endName(in language: String)
  /// Appends a name that is there already once more.
  mutating func repeatName(_ number: Int)
}

/// The parts of a name in the order in which they are written.
struct NameForm: Sendable, ExpressibleByArrayLiteral {
  enum Part: Sendable {
    case text([UInt8])
    case word(Words)
    /// A word that is the family's name, or a part of it.
    case family(Words)
  }

  let parts: [Part]

  init(arrayLiteral parts: Part...) { self.parts = parts }
}

extension NameForm.Part: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self = .text(Array(text.utf8)) }
}
