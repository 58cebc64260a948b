import CollationTestSupport
import Testing

@testable import Collation

/// Runs of marks for which ICU's own call would not return, or not in a minute.
@Suite struct ICUMarkRunsTests {
  /// Those whose characters this ICU has.
  private static let stringsOnWhichICULoops: [(String, [UInt32])] =
    ([
      ("root", [0x438, 0x301, 0x1E4EE, 0x344]), ("root", [0x627, 0x301, 0x1E4EE, 0x344]),
      ("root", [0xFB2, 0x344, 0x1E4EE, 0x344]), ("vi", [0x61, 0x344, 0x1D168, 0x344]),
      ("da", [0x309A, 0x9BC, 0x1EE2, 0x1E132, 0x31B]),
      ("zh@collation=zhuyin", [0xF81, 0x1E4A, 0x344, 0x11372, 0x5C1]),
    ] as [(String, [UInt32])]).filter { _, points in
      points.compactMap(Unicode.Scalar.init).allSatisfy(ReferenceICU.has)
    }

  /// ICU-22511: `ucol_getSortKey` of ICU 72 does not return for these. That ICU takes canonical
  /// equivalents as equal with normalization on says what the keys have to be: those of the NFD.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: stringsOnWhichICULoops)
  func stringsOnWhichICULoopsForEverHaveKeys(locale: String, points: [UInt32]) throws {
    let name = String(String.UnicodeScalarView(points.compactMap(Unicode.Scalar.init)))
    let decomposed = name.decomposedStringWithCanonicalMapping
    let collation = try LocalizedIndexedCollation(locale: locale)
    #expect(collation.collator.sortKey(for: name) == collation.collator.sortKey(for: decomposed))
    #expect(collation.collator.compare(name, decomposed) == .equal)
    #expect(collation.collator.compare(name, name + "a") == .less)
    #expect(collation.section(for: name) == collation.section(for: decomposed))
  }

  /// Marks of several classes, in any order: with and without contractions that begin with them.
  private static let marks: [UInt32] =
    Array(0x300...0x315) + [0x31B, 0x323, 0x327, 0x328, 0x340, 0x343, 0x344, 0x345, 0x3099]
    + [0x5B4, 0x64B, 0x94D, 0xE38, 0xE48, 0xF71, 0xF72, 0xF73, 0x1D165, 0x1E4EE, 0x1E4EF]

  private static func text(_ codePoints: [UInt32]) -> String {
    String(String.UnicodeScalarView(codePoints.compactMap(Unicode.Scalar.init)))
  }

  /// The key has to be ICU's own as long as few marks begin contractions.
  @Test(arguments: ["root", "lt", "vi", "da", "th", "hi", "sv"])
  func longRunsHaveTheKeysOfICU(locale: String) throws {
    var generator = SeededGenerator(seed: UInt64(locale.utf8.reduce(3) { $0 &* 31 &+ Int($1) }))
    for (strength, number) in [(CollationStrength.tertiary, 2), (.identical, 15)] {
      for isNormalized in [true, false] {
        var options = CollatorOptions()
        options.strength = strength
        options.normalization = isNormalized ? .on : .off
        let collator = try Collator(locale: locale, options: options)
        let reference = try #require(ReferenceCollator(locale: locale))
        reference.set(5, to: number)
        reference.set(4, to: isNormalized ? 17 : 16)
        let contracting = collator.storage.icu.contractionMarks.beginning
        for _ in 0..<200 {
          var codePoints: [UInt32] = []
          for _ in 0..<Int.random(in: 1...2, using: &generator) {
            codePoints.append([0x61, 0xE9, 0x1EA5, 0x915, 0xFB2].randomElement(using: &generator)!)
            var free = ICUMarkRuns.freeMarks
            for _ in 0..<Int.random(in: 5...60, using: &generator) {
              let mark = Self.marks.randomElement(using: &generator)!
              let isContracting = ICUCharacter.decomposition(of: mark).contains(
                where: contracting.contains)
              if isContracting && free == 0 { continue }
              free -= isContracting ? 1 : 0
              codePoints.append(mark)
            }
          }
          let name = Array(Self.text(codePoints).utf8)
          if HostileNames.mayHangICU(name) { continue }
          let key = collator.sortKey(forUTF8: name.span)
          #expect(Array(key.bytes) == reference.sortKey(name), "\(codePoints)")
        }
      }
    }
  }

  /// What ICU does with a cluster does not depend on the others. It does not decompose marks in
  /// order, so that a + U+0344 is no ä to it, as a + U+0308 + U+0301 is. Found by fuzzing.
  @Test(arguments: ["sv", "root", "lt", "vi", "de@collation=phonebook"])
  func clustersInOrderKeepTheKeysOfICU(locale: String) throws {
    var generator = SeededGenerator(seed: 344)
    let collator = try Collator(locale: locale)
    let reference = try #require(ReferenceCollator(normalizing: locale))
    let marks: [UInt32] = [0x323, 0x327, 0x307, 0x308, 0x301, 0x344, 0x344, 0x340, 0x35C, 0x345]
    for number in 0..<400 {
      var codePoints: [UInt32] = []
      for isOrdered in [true, number % 2 == 0] {
        codePoints.append([0x61, 0x41, 0x6F, 0xE9].randomElement(using: &generator)!)
        let run = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
          marks.randomElement(using: &generator)!
        }
        codePoints += isOrdered ? run.sorted { leading($0) < leading($1) } : run
      }
      let name = Array(Self.text(codePoints).utf8)
      let key = collator.sortKey(forUTF8: name.span)
      #expect(Array(key.bytes) == reference.sortKey(name), "\(codePoints)")
    }
    func leading(_ codePoint: UInt32) -> Int { ReferenceICU.leadCombiningClass(codePoint) }
  }

  /// The key has to be that which ICU makes of the text with U+034F before each seventeenth mark
  /// that begins contractions (UAX #15, section 13, has the same character for the same end).
  @Test(arguments: [("root", 0xF71), ("lt", 0x307)] as [(String, UInt32)])
  func manyMarksThatContractAreCut(locale: String, mark: UInt32) throws {
    let collator = try Collator(locale: locale)
    let reference = try #require(ReferenceCollator(normalizing: locale))
    for count in [16, 17, 32, 33, 100] {
      var cut: [UInt32] = [0x61]
      for number in 0..<count {
        if number > 0 && number % 16 == 0 { cut.append(0x34F) }
        cut.append(mark)
      }
      let name = Self.text([0x61] + Array(repeating: mark, count: count))
      let expected = reference.sortKey(Array(Self.text(cut).utf8))
      #expect(Array(collator.sortKey(for: name).bytes) == expected)
    }
  }

  /// What compares, sorts and files such names goes by the same keys.
  @Test(arguments: ["root", "lt", "cs"])
  func allCallsAgreeAboutLongRuns(locale: String) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    let collator = collation.collator
    var generator = SeededGenerator(seed: 17)
    let names = (0..<3_000).map { _ in
      let marks = [0x307, 0x300, 0x301, 0xF71, 0xF72, 0x345].shuffled(using: &generator).prefix(2)
      return Self.text(
        [0x61, 0x65, 0x69].shuffled(using: &generator).prefix(1)
          + (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            UInt32(marks.randomElement(using: &generator)!)
          })
    }
    let keys = names.map(collator.keyByICU)
    let order = names.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    // The second time a table of weights has been made.
    #expect(collator.sortedIndices(of: NameList(UTF8Records(strings: names))) == order)
    #expect(collator.sortedIndices(of: NameList(UTF8Records(strings: names))) == order)
    for (left, right) in zip(names.indices, names.indices.dropFirst()) {
      let result = collator.compare(names[left], names[right])
      #expect(result == comparison(of: keys[left], keys[right]))
      #expect(collator.sortKey(for: names[left]) == keys[left])
    }
    let sections = collation.sectionNumbers(of: NameList(UTF8Records(strings: names)))
    #expect(sections == names.map(collation.section(for:)))
    #expect(names.map { collation.listKey(for: $0).section } == sections)
  }

  /// Texts of 64 KiB, which take ICU itself seconds to hours: what is told is that the calls
  /// return. `Benchmarks/Results` has how long they take.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ("root", [0xF71]), ("root", [0x301, 0xF71]), ("root", [0x345, 0x301]), ("root", [0xF73]),
      ("root", [0x1D165, 0x334]), ("root", [0x1E4EF, 0x1E4EE]), ("lt", [0x307]),
      ("lt", [0x345, 0x307]),
    ] as [(String, [UInt32])])
  func textsOf64KiBHaveKeys(locale: String, pattern: [UInt32]) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    let piece = Self.text(pattern)
    let name = "a" + String(repeating: piece, count: (1 << 16) / piece.utf8.count)
    #expect(collation.collator.compare(name, name + "b") == .less)
    #expect(collation.section(for: name) == collation.section(for: "a"))
  }
}
