extension Language {
  static let turkish = Language(
    "tr",
    (1, [.family(turkishFamilies), ", ", .word(turkishGivens), " ", .word(turkishGivens)]))
}

private let turkishGivens = Words(
  """
  Mehmet Fatma Mustafa Ayşe Ahmet Emine Ali Hatice Hüseyin Zeynep Hasan Elif İbrahim Meryem İsmail
  Şerife Osman Zehra Yusuf Sultan Murat Hanife Ömer Merve Ramazan Havva Halil Zeliha Süleyman Esra
  Abdullah Fadime Mahmut Özlem Recep Hacer Salih Yasemin Fatih Hülya Kadir Cemile Emre Sevim Hakan
  Gülsüm Adem Leyla Kemal Dilek Yaşar Büşra Bekir Aysel Musa Songül Metin Kübra Orhan Sevgi Bayram
  Türkan Serkan Rabia İlhan Tuğba Çağlar Çiğdem Gökhan Gülay Furkan Nurten Kaan Melek Uğur Ebru
  Şükrü Pınar Barış Derya Volkan Sibel Yunus Necla Erdal Filiz Özgür Aynur Tuncay Serpil Rıza Irmak
  Işıl Yiğit Ümit Ülkü Ege Nazlı Can Ece Deniz Defne Berk Ceren Cem Gizem Burak İpek Tolga Gonca
  Levent Itır Ufuk Öykü Onur Sıla Taner Çınar Engin Şebnem Selim Naz Alp Bahar
  """)

private let turkishFamilies = Words(
  mixing: Words(
    """
    Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin
    Kara Koç Kurt Özkan Şimşek Polat Korkmaz Çakır Erdoğan Can Acar Şen Aktaş Güler Yalçın Güneş
    Bozkurt Bulut Keskin Turan Gül Ünal Avcı Işık Kaplan Özer Tekin Taş Köse Yavuz Ateş Aksoy Uysal
    Güven Tunç Bayram Sarı Toprak Duman Çiftçi Özcan Uçar Karaca Uzun Ay Akın Ceylan Erol İnce İpek
    """),
  Words(
    joining: Words(
      """
      Ak Al Alp Altın Ay Bal Bay Boz Büyük Çağ Çelik Demir Er Gök Gün Gündüz Han İl Kar Kara Kaya Kır
      Kızıl Koca Kut Öz Sarı Ser Şan Taş Tok Tuna Tur Uğur Ulu Uz Yağ Yeşil Yıl Yurt
      """),
    Words(
      """
      alp bağ baş bey bulut can dağ demir doğan er göz gül gün han kan kaya kaş kurt maz oğlu pınar
      soy su şen taş türk ünlü yıldız
      """)),
  skew: 0.49)
