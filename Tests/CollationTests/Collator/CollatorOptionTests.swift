import CollationTestSupport
import Testing

@testable import Collation

/// The one list of options. Expected values are what was asked, and ICU's own keys.
@Suite struct CollatorOptionTests {
  /// A value that is asked for is in force, is told, and is in the stamp by its key.
  @Test(arguments: CollatorOption.all.indices)
  func eachValueIsInForceAndInTheStamp(number: Int) throws {
    let option = CollatorOption.all[number]
    var stamps: Set<CollationStamp> = []
    for asked in option.samples {
      // The other options are such that each value of this one decides on some key.
      var options = asked
      if option.key == "kv" { options.alternateHandling = .shifted }
      let collator = try Collator(locale: "und", options: options)
      let again = try Collator(
        locale: "und", options: CollatorOptions(collator.resolvedOptions))
      #expect(again.resolvedOptions == collator.resolvedOptions, "\(option.words)")
      let component = collator.stamp.components.first { $0.name == option.key }
      #expect(component?.value == option.stamped(collator.resolvedOptions))
      stamps.insert(collator.stamp)
    }
    // Normalization is on for two of its four values, and off for two.
    #expect(stamps.count == (option.key == "kk" ? 2 : option.samples.count), "\(option.words)")
  }

  /// An option that is not of the primary level changes no primary key.
  @Test func onlyOptionsOfThePrimaryLevelChangePrimaryKeys() throws {
    var source = HostileNames(seed: 5)
    let names = source.names(200)
    func keys(_ options: CollatorOptions) throws -> [SortKey] {
      var options = options
      options.strength = .primary
      options.caseLevel = false
      let collator = try Collator(locale: "fr-CA", options: options)
      return names.map { collator.keyByICU(utf8: $0.span) }
    }
    let plain = try keys(CollatorOptions())
    for option in CollatorOption.all where !option.affectsPrimaryLevel {
      for options in option.samples { #expect(try keys(options) == plain, "\(option.words)") }
    }
  }

  /// Comparing, sorting and sections follow ICU's keys under each value of each option.
  @Test(arguments: CollatorOption.all.indices)
  func allAgreeWithTheKeys(number: Int) throws {
    let option = CollatorOption.all[number]
    var source = HostileNames(seed: UInt64(number))
    let names = source.names(1_500)
    let records = UTF8Records(strings: names.map { String(decoding: $0, as: UTF8.self) })
    for options in option.samples {
      let collation = try LocalizedIndexedCollation(locale: "sv", options: options)
      let collator = collation.collator
      let keys = records.map { collator.keyByICU(utf8: $0.span) }
      for (left, right) in zip(records.indices, records.indices.dropFirst()) {
        let result = collator.compare(utf8: records[left].span, records[right].span)
        let expected = comparison(of: keys[left], keys[right])
        #expect(result == expected, "\(option.words): \(left)")
      }
      let expected = records.indices.sorted {
        keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1]
      }
      #expect(collator.sortedIndices(of: NameList(records)) == expected, "\(option.words)")
      #expect(
        collation.sectionNumbers(of: NameList(records))
          == records.map { collation.section(forUTF8: $0.span) }, "\(option.words)")
    }
  }
}
