import Collation
import CollationTestSupport
import Foundation
import Testing

/// Each locale's order is what CLDR's rules for it say: two texts that a rule puts one after the
/// other sort so, and differ at the level that the rule names. UTS #35, Part 5, Orderings
@Suite(.enabled(if: UnicodeData.folder != nil, "\(UnicodeData.absence)"))
struct TailoringTests {
  /// How many pairs have another order in ICU, which has another version of CLDR than the rules, by
  /// the version of ICU. CLDR 42, in ICU 72, has other rules than CLDR 41 for the Armenian ligature
  /// ech-yiwn (2 pairs), for w in Swedish (1), five emoji, and four ideographs. The
  /// rules of CLDR 46, which ICU 76 has too, name U+7565 twice in a row in the zhuyin order.
  private static let changed = [72: 12, 76: 1]

  @Test func localesHaveTheOrderOfTheirRules() throws {
    let folder = try #require(UnicodeData.folder?.appending(path: "collation"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var (tailorings, pairs, different) = (0, 0, 0)
    for file in files {
      let locale = String(file.dropLast(4))
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for (type, rules) in Self.rules(of: text) {
        let name = "\(locale)@collation=\(type)"
        // ICU has no data for some locales and types.
        guard let resolved = try? Collator(locale: name).resolvedOptions,
          resolved.actualLocale.prefix(while: { $0 != "@" }) == (locale == "root" ? "" : locale)
        else { continue }
        tailorings += 1
        let found = TailoredPair.pairs(ofRules: rules)
        pairs += found.count
        different += try count(of: found, outOfOrderIn: name)
      }
    }
    #expect(tailorings > 100)
    #expect(pairs > 10_000)
    if let changed = Self.changed[ReferenceICU.majorVersion] { #expect(different == changed) }
  }

  /// The rules of each type in a file. Of those of Chinese, ICU has the short form.
  private static func rules(of file: String) -> [String: String] {
    var rules: [String: String] = [:]
    for element in file.components(separatedBy: "<collation ").dropFirst() {
      let attributes = element.prefix { $0 != ">" }
      guard let type = attributes.firstMatch(of: /type=["']([^"']*)/)?.1 else { continue }
      let form = attributes.firstMatch(of: /alt=["']([^"']*)/)?.1
      let parts = element.components(separatedBy: "<![CDATA[")
      if parts.count == 2, form == nil || form == "short" {
        rules[String(type)] = parts[1].components(separatedBy: "]]>")[0]
      }
    }
    return rules
  }

  /// How many pairs have another order. They must have it in ICU too.
  private func count(of pairs: [TailoredPair], outOfOrderIn locale: String) throws -> Int {
    let strengths = [
      CollationStrength.primary, .secondary, .tertiary, .quaternary,
    ]
    // The locale's other settings are not about its rules.
    var options = CollatorOptions()
    options.alternateHandling = .nonIgnorable
    options.caseFirst = .off
    options.caseLevel = false
    options.backwardsSecondary = false
    options.reorderCodes = []
    let collators = try strengths.map { strength in
      options.strength = strength
      return try Collator(locale: locale, options: options)
    }
    let reference = try #require(ReferenceCollator(locale: locale))
    for (attribute, value) in [(0, 16), (1, 21), (2, 16), (3, 16), (4, 17)] {
      reference.set(attribute, to: value)
    }
    reference.setReorderCodes([])

    var different = 0
    for pair in pairs {
      func isSo(_ compare: (_ level: Int) -> Int) -> Bool {
        switch pair.level {
        case 0: compare(4) == 0
        case let level: compare(level) < 0 && (level == 1 || compare(level - 1) == 0)
        }
      }
      if isSo({ Int(collators[$0 - 1].compare(pair.left, pair.right).rawValue) }) { continue }
      different += 1
      let isSoInICU = isSo { level in
        reference.set(5, to: level - 1)
        return compareBytes(
          reference.sortKey(Array(pair.left.utf8)), reference.sortKey(Array(pair.right.utf8)))
      }
      #expect(!isSoInICU, "\(locale): \(pair)")
    }
    return different
  }
}
