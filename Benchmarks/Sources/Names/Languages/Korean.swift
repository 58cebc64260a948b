extension Language {
  /// A family name of one syllable and a given name of two or three; some with the families of both
  /// parents.
  static let korean = Language(
    "ko",
    (4, [.family(families), .word(firsts), .word(seconds)]),
    (2, [.family(families), .family(families), .word(firsts), .word(seconds)]),
    (3, [.family(families), .word(firsts), .word(seconds), .word(seconds)]),
    (1, [.family(longFamilies), .word(firsts), .word(seconds)]))
}

private let families = Words(
  characters: """
    김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나지엄채원천방공현함변염여추도소석선설마길
    연위표명기반왕금옥육인맹제모탁국어은편용예경봉사부가복태목형피두감음빈동온호범좌팽승간상시갈
    """, skew: 0.62)
private let longFamilies = Words("남궁 황보 제갈 사공 선우 서문 독고 동방 어금 망절")

/// Syllables that given names begin with, and those that they end with.
private let firsts = Words(
  characters: """
    민서지현수예하은도윤준시우주원건태승재영정성진유경소다나가연채아인규동상병종용호희혜미선숙순옥금복덕광기길남녀노대두란래련렬
    례로룡륜률리림마만말명모목무문박반방배백범별보봉부분비빈빛사산삼새샘석설섭세솔송슬신실심쌍애양언엄여염엽오완왕요운웅위은을음
    의이익일임자장전점제조좌중찬창천철청초총춘충치칠탁택판팔평표풍필학한함해향허헌혁형홍화환황회효후훈휘흔흥
    강개결고곤공관교구국군권귀균근글기까꽃낙난내능늘단달담당덕돈들등딸
    """)
private let seconds = Words(
  characters: """
    준윤우서현민호훈진수영희정은경숙자순미연주아인성원석철식태규환재욱혁빈율은하린나라리솔빛별샘슬람찬솜결겸교구국권균근글금기길
    남녀년덕도동두득라란래량련령례로록룡류륜률림만명모목무문미배백범법별병보복봉분비삼상새서선설섭세소손송승시신실심안애양언열
    엽예오옥온완왕용웅월유육은을의이익일임장전점제조종중지창채천청초춘충치탁택평표필학한함해향헌협형혜홍화황회효후휘흠흥
    강건겨고곤관광귀규극나난내노누능늘다단달담대돌란들람리마말매맥맹
    """)
