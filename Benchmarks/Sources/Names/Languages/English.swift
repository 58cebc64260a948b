extension Language {
  static let english = Language(
    "en",
    (6, [.family(englishFamilies), ", ", .word(englishGivens), " ", .word(englishGivens)]),
    (1, [.family(englishFamilies), ", ", .word(englishGivens), " ", .word(englishInitials), "."]))
}

private let englishInitials = Words(characters: "ABCDEFGHIJKLMNOPRSTVW")

private let englishGivens = Words(
  """
  James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard
  Susan Joseph Jessica Thomas Sarah Christopher Karen Charles Lisa Daniel Nancy Matthew Betty
  Anthony Margaret Mark Sandra Donald Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle
  Kenneth Carol Kevin Amanda Brian Dorothy George Melissa Timothy Deborah Ronald Stephanie Edward
  Rebecca Jason Sharon Jeffrey Laura Ryan Cynthia Jacob Kathleen Gary Amy Nicholas Angela Eric
  Shirley Jonathan Anna Stephen Brenda Larry Pamela Justin Emma Scott Nicole Brandon Helen Benjamin
  Samantha Samuel Katherine Gregory Christine Alexander Debra Frank Rachel Patrick Carolyn Raymond
  Janet Jack Catherine Dennis Maria Jerry Heather Tyler Diane Aaron Ruth Jose Julie Adam Olivia
  Nathan Joyce Henry Virginia Zachary Victoria Douglas Kelly Peter Lauren Kyle Christina Noah Joan
  Ethan Evelyn Jeremy Judith Walter Megan Christian Andrea Keith Cheryl Roger Hannah Terry Jean
  """)

private let englishFamilies = Words(
  mixing: Words(
    """
    Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Wilson Anderson Taylor
    Thomas Moore Martin Lee Thompson White Harris Clark Lewis Robinson Walker Young Allen King
    Wright Scott Hill Green Adams Nelson Baker Hall Campbell Mitchell Carter Roberts Phillips Evans
    Turner Parker Edwards Collins Stewart Morris Murphy Cook Rogers Morgan Cooper Peterson Reed
    Bailey Bell Kelly Howard Ward Cox Richardson Wood Watson Brooks Bennett Gray James Hughes Price
    Myers Long Foster Sanders Ross Powell Sullivan Russell Jenkins Perry Butler Barnes Fisher
    Henderson Coleman Simmons Patterson Jordan Reynolds Hamilton Graham Wallace Cole West Owens
    O'Brien O'Connor O'Neill O'Donnell St._John De_Luca Van_Dyke Smith-Jones
    """),
  Words(
    joining: Words(
      """
      Ash Black Brad Bren Clay Cross East Green Hal Har High Hol Kings Lang Long Mar Mer Mid New
      North Oak Pem Rad Red Ro San Shel South Stan Thorn Wal Wel West Whit Win Wood
      """),
    Words(
      """
      bourne brook bury by don field ford ham hurst land ley low man more son stead ton well wick
      worth
      """)),
  Words(
    joining: Words("Mc Mac"),
    Words(
      """
      Allister Arthur Bride Cann Carthy Clure Cormack Donald Dougall Dowell Farland Gregor Guire
      Intosh Intyre Kay Kenzie Kinley Kinnon Lean Leod Mahon Manus Millan Nab Namara Neil Pherson
      """)),
  skew: 0.5)
