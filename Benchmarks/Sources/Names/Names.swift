/// Names made of lists of given and of family names, the same for the same number and seed.
public struct Names {
  /// The names in UTF-8, one after another.
  public var bytes: [UInt8] = []
  /// Where each name begins, and the end of the last.
  public var offsets: [Int64] = [0]

  /// Swedish names, "family, given", with family names that begin alike and that occur often.
  public static func swedish(_ count: Int, seed: UInt64 = 1) -> Names {
    let families = [
      "Andersson", "Andersen", "Anderson", "Ericsson", "Eriksson", "Ericson", "Johansson",
      "Karlsson",
      "Carlsson", "Nilsson", "Öberg", "Åberg", "Åkesson", "Ängström", "Lindqvist", "Lindkvist",
      "Wåhlin", "Zorn", "Österberg", "Söderström", "von Essen", "Sjögren", "Bergström", "Dahl",
    ]
    let givens = [
      "Anna", "Åsa", "Björn", "Cecilia", "Erik", "Elsa", "Göran", "Hjördis", "Ingvar", "Jöns",
      "Kerstin",
      "Lars", "Märta", "Nils", "Örjan", "Pär", "Sören", "Tove", "Ulla", "Viktor",
    ]
    var state = seed
    func next(_ bound: Int) -> Int {
      // Knuth's MMIX generator; the high bits are the good ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    var names = Names()
    for _ in 0..<count {
      let middle = givens[next(givens.count)]
      let name =
        "\(families[next(families.count)]), \(givens[next(givens.count)]) \(middle) "
        + "\(families[next(families.count)]) \(next(10_000))"
      names.bytes += name.utf8
      names.offsets.append(Int64(names.bytes.count))
    }
    return names
  }
}
