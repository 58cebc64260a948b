/// Names made of lists of given and of family names, the same for the same number and seed.
public struct Names {
  /// The names in UTF-8, one after another.
  public var bytes: [UInt8] = []
  /// Where each name begins, and the end of the last.
  public var offsets: [Int64] = [0]

  /// The names as strings of their own.
  public var strings: [String] {
    zip(offsets, offsets.dropFirst()).map { start, end in
      String(decoding: bytes[Int(start)..<Int(end)], as: UTF8.self)
    }
  }

  /// Swedish names, "family, given given", nearly all of them different, with family names that begin
  /// alike: Ericsson, Ericson, Eriksson; Lindqvist, Lindkvist, Lindgren.
  public static func swedish(_ count: Int, seed: UInt64 = 1) -> Names {
    let givens = [
      "Adam", "Agneta", "Alexander", "Anders", "Anna", "Annika", "Arvid", "Åke", "Åsa", "Axel",
      "Barbro", "Bengt", "Birgitta", "Björn", "Bo", "Britta", "Carl", "Cecilia", "Christina",
      "Daniel", "David", "Ebba", "Einar", "Elin", "Elisabet", "Elsa", "Emil", "Emma", "Erik",
      "Eva", "Fredrik", "Frida", "Gun", "Gunilla", "Gustav", "Göran", "Hanna", "Hans", "Henrik",
      "Hjördis", "Håkan", "Ida", "Inga", "Ingrid", "Ingvar", "Jan", "Johan", "Johanna", "Jonas",
      "Jöns", "Karin", "Karl", "Kerstin", "Klas", "Kristina", "Lars", "Lena", "Linnea", "Lisa",
      "Maja", "Margareta", "Maria", "Mats", "Märta", "Mikael", "Nils", "Ola", "Olof", "Oskar",
      "Örjan", "Per", "Peter", "Pär", "Rolf", "Sara", "Sigrid", "Sixten", "Sofia", "Stefan", "Stig",
      "Sven", "Sören", "Tomas", "Tove", "Ulf", "Ulla", "Ulrika", "Viktor", "Vilhelm", "Yngve",
    ]
    let stems = [
      "Ahl", "Alm", "Ask", "Berg", "Björk", "Blom", "Bäck", "Dahl", "Edman", "Ek", "Eng", "Fors",
      "Frid", "Gran", "Gust", "Hag", "Hall", "Hed", "Hell", "Holm", "Häll", "Hög", "Lind", "Ljung",
      "Lund", "Lö", "Malm", "Nor", "Ny", "Nä", "Palm", "Ros", "Sand", "Sjö", "Sten", "Strand",
      "Ström", "Sund", "Svan", "Söder", "Tör", "Vall", "Vester", "Vik", "Wall", "Wik", "Åker", "Ås",
      "Äng", "Öman", "Öst", "Öster",
    ]
    let endings = [
      "berg", "blad", "blom", "borg", "dahl", "din", "fors", "gren", "holm", "kvist", "lin", "lund",
      "man", "mark", "qvist", "stedt", "sten", "ström", "vall", "wall",
    ]
    let fathers = [
      "Ander", "Carl", "Eric", "Erik", "Gustav", "Han", "Jan", "Johan", "Jon", "Karl", "Lar",
      "Magnu", "Matt", "Nil", "Ol", "Per", "Peter", "Sven", "Thor",
    ]
    var state = seed
    func next(_ bound: Int) -> Int {
      // Knuth's MMIX generator; the high bits are the good ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    var names = Names()
    for _ in 0..<count {
      let family =
        next(4) == 0
        ? fathers[next(fathers.count)] + ["sson", "son", "sen"][next(3)]
        : stems[next(stems.count)] + endings[next(endings.count)]
      let name = "\(family), \(givens[next(givens.count)]) \(givens[next(givens.count)])"
      names.bytes += name.utf8
      names.offsets.append(Int64(names.bytes.count))
    }
    return names
  }
}
