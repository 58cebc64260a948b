extension Language {
  static let german = Language(
    "de",
    (7, [.family(germanFamilies), ", ", .word(germanGivens), " ", .word(germanGivens)]),
    (1, [.family(germanFamilies), ", ", .word(germanGivens), "-", .word(germanGivens)]),
    (1, [.family(germanFamilies), ", ", .word(germanGivens), " ", .word(germanGivens), " von"]),
    (1, [.family(germanFamilies), ", Dr. ", .word(germanGivens), " ", .word(germanGivens)]))
}

private let germanGivens = Words(
  """
  Peter Maria Michael Ursula Thomas Monika Andreas Petra Wolfgang Elisabeth Klaus Sabine Jürgen
  Renate Günter Helga Stefan Karin Christian Brigitte Uwe Ingrid Werner Erika Horst Andrea Frank
  Gisela Dieter Claudia Manfred Susanne Gerhard Gabriele Hans Christa Bernd Christine Thorsten
  Hildegard Mathias Anna Helmut Birgit Walter Barbara Heinz Stefanie Martin Angelika Jörg Martina
  Rolf Marion Jens Ute Sven Anja Alexander Jutta Rainer Nicole Holger Heike Karl Ilse Dirk Ruth
  Joachim Silke Ralf Irmgard Carsten Julia Herbert Katharina Oliver Tanja Wilhelm Bärbel Kurt
  Käthe Markus Sigrid Heinrich Inge Harald Annemarie Norbert Lena Reinhard Käte Siegfried Jörn
  Sören Björn Götz Rüdiger Volker Lukas Leonie Finn Hannah Jonas Marlene Felix Emilia Moritz Johanna
  Friedrich Charlotte Konrad Frieda Anton Mathilda Emil Greta Oskar Ida Theodor Lieselotte
  """)

private let germanFamilies = Words(
  mixing: Words(
    """
    Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer
    Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange
    Schmitt Werner Schmitz Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter
    Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich
    Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon
    Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel
    Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch
    Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer Mueller Goethe Göthe Weiss Strauß Strauss
    """),
  Words(
    joining: Words(
      """
      Acker Alten Baum Berg Birken Blumen Buch Burg Dorn Eber Eich Eisen Engel Falken Feld Fried
      Garten Gold Gruben Grün Hagen Heiden Hirsch Hoch Holz Kirch Klein Königs Krumm Linden Mühl Neu
      Nieder Ober Öst Rosen Roß Sand Schön Silber Stein Süß Tannen Über Vogel Wald Weiden Weiß Wiesen
      """),
    Words(
      """
      bach bauer baum beck berg berger brück dorf feld fels gärtner graf gruber häuser heim heimer
      hof holz huber mann meier meister müller schmidt stein thal wald wieser
      """)),
  skew: 0.66)
