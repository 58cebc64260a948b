extension Language {
  static let polish = Language(
    "pl",
    (5, [.family(neutral), ", ", .word(polishMen), " ", .word(polishMen)]),
    (2, [.family(men), ", ", .word(polishMen), " ", .word(polishMen)]),
    (5, [.family(neutral), ", ", .word(polishWomen), " ", .word(polishWomen)]),
    (2, [.family(women), ", ", .word(polishWomen), " ", .word(polishWomen)]))
}

private let polishMen = Words(
  """
  Piotr Krzysztof Andrzej Tomasz Jan Paweł Michał Marcin Stanisław Jakub Adam Marek Łukasz Grzegorz
  Mateusz Wojciech Mariusz Dariusz Zbigniew Jerzy Maciej Rafał Robert Kamil Jacek Dawid Józef
  Tadeusz Ryszard Szymon Kacper Bartosz Jarosław Janusz Sławomir Artur Mirosław Damian Patryk
  Sebastian Daniel Przemysław Kazimierz Karol Roman Marian Henryk Wiesław Filip Aleksander Bartłomiej
  Arkadiusz Antoni Leszek Dominik Adrian Mikołaj Franciszek Waldemar Radosław Bogdan Czesław Zdzisław
  Krystian Ignacy Eugeniusz Edward Władysław Hubert Witold Norbert Cezary Zygmunt Lech Ziemowit Żelisław
  """)

private let polishWomen = Words(
  """
  Anna Katarzyna Maria Małgorzata Agnieszka Barbara Ewa Magdalena Elżbieta Krystyna Joanna Aleksandra
  Zofia Monika Teresa Danuta Natalia Julia Karolina Marta Beata Dorota Jadwiga Halina Janina Alicja
  Jolanta Grażyna Iwona Irena Paulina Justyna Zuzanna Bożena Wiktoria Urszula Renata Hanna Sylwia
  Agata Helena Patrycja Maja Izabela Emilia Aneta Weronika Ewelina Oliwia Martyna Klaudia Marianna
  Gabriela Marzena Dominika Kinga Bogumiła Stanisława Wiesława Kamila Lidia Edyta Wanda Kazimiera
  Stefania Żaneta Łucja Lena Róża Świętosława Bronisława Wiesia Czesława Mirosława Olga Sabina
  """)

private let polishStems = Words(
  """
  Adam Bar Bed Bor Brzoz Bud Chmiel Ciesiel Czar Dąb Dom Dzik Fal Gaj Gawr Gór Grab Grz Has Jab Jan
  Jarz Jasi Jawor Kacz Kal Kamień Kon Kow Kozł Kraw Król Kruk Kwiat Lew Lip Łuk Mac Maj Mal Mar Mich
  Mróz Nowak Olsz Ostr Paw Pie Piotr Płat Rak Rog Rud Sad Sied Sik Sok Sos Staw Szcz Szym Śliw Święt
  Tomasz Urb Wal Wasil Wierz Wil Wiś Wój Wron Wróbl Zaj Zal Ziel Żak Żuraw Bąk Bie Bocz Chrzan Cieśl Dym Fior Gęb Gił Jędr Kęp Łap
  """)

private let neutral = Words(
  joining: polishStems,
  Words("ak aczyk arz czak czyk ek eń ik iewicz owicz uch uk ysz ąg ała yga yra"),
  skew: 0.55)
private let men = Words(
  joining: polishStems, Words("ański ecki eński icki iński owski ycki"), skew: 0.4)
private let women = Words(
  joining: polishStems, Words("ańska ecka eńska icka ińska owska ycka"), skew: 0.4)
