extension Language {
  static let swedish = Language(
    "sv",
    (3, [.family(swedishFamilies), ", ", .word(swedishGivens), " ", .word(swedishGivens)]),
    (1, [.family(swedishPatronyms), ", ", .word(swedishGivens), " ", .word(swedishGivens)]))
}

private let swedishGivens = Words(
  """
  Adam Agneta Alexander Anders Anna Annika Arvid Åke Åsa Axel Barbro Bengt Birgitta Björn Bo Britta
  Carl Cecilia Christina Daniel David Ebba Einar Elin Elisabet Elsa Emil Emma Erik Eva Fredrik
  Frida Gun Gunilla Gustav Göran Hanna Hans Henrik Hjördis Håkan Ida Inga Ingrid Ingvar Jan Johan
  Johanna Jonas Jöns Karin Karl Kerstin Klas Kristina Lars Lena Linnea Lisa Maja Margareta Maria
  Mats Märta Mikael Nils Ola Olof Oskar Örjan Per Peter Pär Rolf Sara Sigrid Sixten Sofia Stefan
  Stig Sven Sören Tomas Tove Ulf Ulla Ulrika Viktor Vilhelm Yngve Alice Vera Selma Astrid Saga
  Agnes Ella Wilma Alva Signe Stina Tuva Freja Iris Majken Hugo Elias Liam Noah Ludvig Isak Melvin
  Alvin Ivar Ture Folke Valdemar Sigurd Harald Torsten Lennart Gösta Rune Börje Sture Tage
  """)

private let swedishFamilies = Words(
  joining: Words(
    """
    Ahl Alm Ask Berg Björk Blom Bäck Dahl Edman Ek Eng Fors Frid Gran Gust Hag Hall Hed Hell Holm
    Häll Hög Lind Ljung Lund Lö Malm Nor Ny Nä Palm Ros Sand Sjö Sten Strand Ström Sund Svan Söder
    Tör Vall Vester Vik Wall Wik Åker Ås Äng Öman Öst Öster
    """),
  Words(
    """
    berg blad blom borg dahl din fors gren holm kvist lin lund man mark qvist stedt sten ström vall
    wall
    """),
  skew: 0.5)

/// Names that begin alike: Ericsson, Ericson, Eriksson.
private let swedishPatronyms = Words(
  joining: Words(
    """
    Abraham Ander August Axel Bengt Bertil Birger Bo Börje Carl Claes Daniel David Einar Eric Erik
    Frans Fredrik Gunnar Gustaf Gustav Han Helge Henrik Herman Isak Ivar Jacob Jakob Jan Johan John
    Jon Jöns Karl Klas Knut Lar Magnu Matt Mikael Mårten Nil Ol Olof Per Peter Pär Pål Sigurd Simon
    Staffan Sten Sven Thor Tor Ulf Åke Örjan
    """),
  Words("sson son sen"),
  skew: 0.3)
