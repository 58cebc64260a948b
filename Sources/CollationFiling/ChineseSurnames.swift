internal import Collation

/// Surnames that are read differently from how ICU's pinyin order files their characters.
enum ChineseSurnames {
  /// Bump when readings change.
  static let version = 1

  /// Returns the text with its leading surname replaced by characters that ICU orders under the
  /// surname's reading; `nil` if it begins with no surname in the table.
  static func respelled(_ text: Span<UInt8>) -> [UInt8]? {
    // The ideographs of the table have three bytes, from U+4E00 to U+9FFF.
    guard text.count >= 3, (0xE4...0xE9).contains(text[0]) else { return nil }
    for length in [6, 3] where length <= text.count {
      if let substitute = substitutes[number(text.extracting(0..<length))] {
        return substitute + Array(text.extracting(length..<text.count))
      }
    }
    return nil
  }

  /// Whether a collator orders common characters by their pinyin readings.
  static func areSorted(by collator: Collator) -> Bool {
    let keys = ["阿", "波", "此", "德", "佛", "鸽", "和", "家"].map {
      collator.sortKeyByICU(of: $0.utf8.span)
    }
    return zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }

  private static func number(_ bytes: Span<UInt8>) -> UInt64 {
    bytes.indices.reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  private static let substitutes: [UInt64: [UInt8]] = {
    var substitutes: [UInt64: [UInt8]] = [:]
    for (surname, substitute) in table {
      substitutes[number(Array(surname.utf8).span)] = Array(substitute.utf8)
    }
    return substitutes
  }()

  /// For each surname, other characters that are not themselves a surname and that ICU orders under
  /// the surname's reading. The table has only surnames that ICU orders elsewhere. Most readings
  /// come from CC-CEDICT and Tōngyòng guīfàn Hànzì zìdiǎn (Unihan, `kTGHZ2013`); the readings of
  /// 夹谷, 子车, 宰父 and 句龙 appear only in lists of surnames. Families that read a surname in two ways
  /// cannot be told apart. 那 is missing: no other character is read *nā*.
  static let table: [String: String] = [
    "賁": "锛",  // bēn
    "秘": "毙",  // bì
    "薄": "駮",  // bó
    "卜": "卟",  // bǔ
    "种": "崈",  // chóng
    "都": "剢",  // dū
    "干": "忓",  // gān
    "葛": "舸", "盖": "哿", "蓋": "嗰",  // gě
    "过": "埚", "過": "堝",  // guō
    "哈": "奤",  // hǎ
    "华": "划", "華": "桦",  // huà
    "纪": "妀", "紀": "挤",  // jǐ
    "阚": "墈",  // kàn
    "罗": "罖",  // luó
    "缪": "廟", "繆": "庿",  // miào
    "佴": "奈",  // nài
    "粘": "秥",  // nián
    "乜": "帇",  // niè
    "区": "讴", "區": "鸥",  // ōu
    "朴": "嫖",  // piáo
    "繁": "皤",  // pó
    "譙": "藮",  // qiáo
    "仇": "囚",  // qiú
    "闕": "蒛",  // quē
    "任": "忈",  // rén
    "单": "疝", "單": "善",  // shàn
    "召": "哨",  // shào
    "折": "舌",  // shé
    "舍": "舎",  // shè
    "鈄": "敨",  // tǒu
    "拓": "柝",  // tuò
    "肖": "灱",  // xiāo
    "解": "塮",  // xiè
    "燕": "閹",  // yān
    "乐": "戉", "樂": "閱",  // yuè
    "员": "运", "員": "酝",  // yùn
    "曾": "増",  // zēng
    "查": "奓",  // zhā
    "翟": "檡",  // zhái
    "祭": "砦",  // zhài
    "卓": "茁",  // zhuó
    "万俟": "末俟",  // mò qí
    "尉迟": "域迟", "尉遲": "域遲",  // yù chí
    "澹台": "壇台", "澹臺": "壇臺",  // tán tái
    "单于": "婵于", "單于": "禅于",  // chán yú
    "令狐": "伶狐",  // líng hú
    "诸葛": "诸舸", "諸葛": "諸舸",  // zhū gě
    "乐正": "戉正", "樂正": "閱正",  // yuè zhèng
    "宰父": "宰抚",  // zǎi fǔ
    "拓跋": "柝跋",  // tuò bá
    "段干": "段忓",  // duàn gān
    "夹谷": "圿谷", "夾谷": "忦谷",  // jiá gǔ
    "子车": "仔凥", "子車": "仔抅",  // zǐ jū
    "乐羊": "戉羊", "樂羊": "閱羊",  // yuè yáng
    "中行": "中迒",  // zhōng háng
    "句龙": "佝龙", "句龍": "佝龍",  // gōu lóng
  ]
}
