import Collation
import CollationFiling
import Operations

/// An operation on all names of a list.
struct HotLoop {
  let name: String
  /// Does it, and returns a number that depends on the results.
  let work: () -> Int

  /// The operations on many names, on short lists, and on one name after another.
  static func all(_ dataset: Dataset) throws -> [HotLoop] {
    let subject = try Subject(locale: dataset.locale)
    let collator = try Collator(locale: dataset.locale)
    let collation = try LocalizedIndexedCollation(locale: dataset.locale)
    let strings = dataset.names.strings
    let ranges = dataset.names.ranges
    struct Person { let family, given: String }
    let people = strings.map { name in
      let comma = name.firstRange(of: ", ")
      return Person(
        family: String(name[..<(comma?.lowerBound ?? name.endIndex)]),
        given: String(name[(comma?.upperBound ?? name.endIndex)...]))
    }
    // Shown under one text and sorted under another, so each key has two sort keys.
    let parts = zip(strings, strings.dropFirst()).map { NameParts($0, sortAs: $1) }
    func lengthOfKeys(_ append: (String, inout OutputSpan<UInt8>) -> Int) -> Int {
      var length = 0
      _ = [UInt8](capacity: 4_096) { output in
        for string in strings {
          output.removeAll()
          length += append(string, &output)
        }
      }
      return length
    }
    var loops = NameOperation.allCases.map { operation in
      HotLoop(name: operation.rawValue) {
        subject.run(operation, dataset, strings: strings).byteCount
      }
    }
    for length in [8, 20, 100] {
      let lists = stride(from: 0, to: strings.count, by: length).map {
        Array(strings[$0..<min($0 + length, strings.count)])
      }
      loops.append(
        HotLoop(name: "sort-\(length)") {
          lists.reduce(0) { $0 + collator.sorted($1)[0].utf8.count }
        })
    }
    loops += [
      HotLoop(name: "section-one") {
        strings.reduce(0) { $0 + collation.section(for: $1) }
      },
      HotLoop(name: "sort-key-one") {
        strings.reduce(0) { $0 + collator.sortKey(for: $1).bytes.count }
      },
      HotLoop(name: "list-key-one") {
        strings.reduce(0) { $0 + collation.listKey(for: $1).bytes.count }
      },
      HotLoop(name: "append-sort-key") {
        lengthOfKeys { collator.appendSortKey(for: $0, to: &$1) }
      },
      HotLoop(name: "append-list-key") {
        lengthOfKeys { collation.appendListKey(for: $0, to: &$1) }
      },
      HotLoop(name: "list-key-of-parts") {
        parts.reduce(0) { $0 + collation.listKey(for: $1).bytes.count }
      },
      HotLoop(name: "list-key-by-texts") {
        people.reduce(0) { $0 + collation.listKey(for: $1, by: \.family, \.given).bytes.count }
      },
      HotLoop(name: "compare-utf8") {
        let bytes = dataset.names.bytes.span
        return zip(ranges, ranges.dropFirst()).reduce(0) {
          let (left, right) = (bytes.extracting($1.0), bytes.extracting($1.1))
          return $0 + (collator.compare(utf8: left, right) == .less ? 1 : 0)
        }
      },
      HotLoop(name: "compare") {
        zip(strings, strings.dropFirst()).reduce(0) {
          $0 + (collator.compare($1.0, $1.1) == .less ? 1 : 0)
        }
      },
      HotLoop(name: "open-collator") {
        strings.reduce(0) { sum, _ in sum + ((try? Collator(locale: dataset.locale)) == nil ? 0 : 1)
        }
      },
      HotLoop(name: "open-collation") {
        strings.reduce(0) { sum, _ in
          sum + ((try? LocalizedIndexedCollation(locale: dataset.locale)) == nil ? 0 : 1)
        }
      },
      HotLoop(name: "stamp") {
        strings.reduce(0) { sum, _ in sum + collation.stamp.components.count }
      },
    ]
    return loops
  }
}
