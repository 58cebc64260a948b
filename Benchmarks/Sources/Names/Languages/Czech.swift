extension Language {
  static let czech = Language(
    "cs",
    (8, [.family(men), " ", .word(czechMen), " ", .word(czechMen)]),
    (1, [.family(adjectiveMen), " ", .word(czechMen), " ", .word(czechMen)]),
    (8, [.family(women), " ", .word(czechWomen), " ", .word(czechWomen)]),
    (1, [.family(adjectiveWomen), " ", .word(czechWomen), " ", .word(czechWomen)]))
}

private let czechMen = Words(
  """
  Jiří Jan Petr Pavel Josef Martin Tomáš Jaroslav Miroslav Zdeněk František Václav Michal Karel
  Milan Vladimír Lukáš David Jakub Ladislav Ondřej Stanislav Roman Marek Radek Daniel Antonín
  Vojtěch Filip Adam Miloslav Matěj Aleš Jaromír Libor Dominik Patrik Vlastimil Jindřich Miloš
  Oldřich Lubomír Rudolf Ivan Luboš Robert Štěpán Radim Richard Bohumil Vratislav Lubor Ivo Rostislav
  Luděk Dušan Kamil Šimon Vladislav Zbyněk Bohuslav Michael Alois Viktor Vít Štefan Jozef René Hynek
  Kryštof Čeněk Řehoř Žibřid Ctirad Chrudoš Cyril Metoděj Bořivoj Přemysl Kvido Ota Otakar Emil
  """)

private let czechWomen = Words(
  """
  Jana Marie Eva Hana Anna Lenka Kateřina Lucie Věra Alena Petra Veronika Jaroslava Tereza Martina
  Michaela Jitka Helena Ludmila Zdeňka Ivana Monika Eliška Zuzana Markéta Jarmila Barbora Jiřina
  Marcela Kristýna Dana Dagmar Adéla Pavla Vlasta Miroslava Andrea Irena Božena Klára Libuše Marta
  Šárka Nikola Iveta Pavlína Natálie Karolína Růžena Denisa Gabriela Olga Renata Blanka Simona
  Ivona Květa Radka Milena Iva Daniela Soňa Naděžda Milada Stanislava Bohumila Anežka Kamila Drahomíra
  Vendula Žofie Čestmíra Štěpánka Emilie Julie Sabina Sofie Nela Ema Laura Rozálie Vlastimila
  """)

/// What the names of men and of women begin with alike.
private let czechStems = Words(
  joining: Words(
    """
    Bart Beč Blah Bur Cibul Čap Černoh Dolež Drah Dvoř Fial Forej Hav Hlad Hor Hrab Hruš Chal Chlad
    Chmel Jan Jar Jir Kal Klim Kol Kop Koř Kov Krat Krej Kub Lang Mach Mal Mar Maš Mik Mus Ned Nov
    Pavl Petř Posp Proch Řeh Řez Sed Skal Slav Sob Stan Stej Such Svit Šeb Šim Škr Štěp Tom Tich
    Urb Vac Van Vlč Vojt Vrb Zap Zel Zem Žák
    """),
  Words("ák áč án ař áš ek en eš ík il ín iš ouš oň ula ura ínek eček ovec"))

private let men = Words(joining: czechStems, skew: 0.5)
private let women = Words(joining: czechStems, Words("ová"), skew: 0.5)

private let adjectives = Words(
  """
  Bíl Černoušk Čern Červen Dlouh Dobr Dolejš Drahokoupil Hluch Hněd Horňáck Hrub Hust Chud Jarn
  Kostelk Krásn Krátk Kučerav Lehk Lesn Mal Mladš Modr Mokr Nov Novotn Pěkn Plešat Pokorn Polsk
  Prázdn Rud Růžičk Rychl Řezn Siln Skal Slan Smutn Star Stříbrn Sucharsk Světl Šediv Širok Šťastn
  Tepl Tich Tlust Velk Vesel Vysok Zelen Zlat Žlut
  """)
private let adjectiveMen = Words(joining: adjectives, Words("ý ský"), skew: 0.2)
private let adjectiveWomen = Words(joining: adjectives, Words("á ská"), skew: 0.2)
