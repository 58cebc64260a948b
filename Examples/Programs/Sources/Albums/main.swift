// A music library in English, in German and as JSON: albums stand under the name that their artist
// sorts as, or else under the artist without an article, then by year and title.

import Collation
import CollationFiling
import Foundation

struct Album: Codable {
  let artist: String
  let sortAs: String
  let year: String
  let title: String

  var parts: NameParts {
    NameParts(fields: [.init(artist, sortAs: sortAs), .init(year), .init(title)])
  }
}

let file = Bundle.module.url(forResource: "albums", withExtension: "tsv")!
let albums = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
  let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  return Album(artist: fields[0], sortAs: fields[1], year: fields[2], title: fields[3])
}

func sections(locale: String) throws -> SectionedCollection<Album> {
  try LocalizedIndexedCollation(locale: locale, filing: FilingRules(articles: .standard))
    .sections(of: albums, filedBy: \.parts, hidingEmpty: true)
}

for locale in ["en", "de"] {
  for section in try sections(locale: locale) {
    print(section.title)
    for album in section { print("  \(album.artist), \(album.year): \(album.title)") }
  }
}
print(String(decoding: try JSONEncoder().encode(sections(locale: "en")), as: UTF8.self))
