extension Language {
  /// A family name of one character and a given name of two, some of one; some families of two.
  static let chinese = Language(
    "zh",
    (30, [.family(families), .word(characters), .word(characters)]),
    (5, [.family(families), .family(families), .word(characters), .word(characters)]),
    (1, [.family(families), .word(characters)]),
    (2, [.family(longFamilies), .word(characters), .word(characters)]))
}

private let families = Words(
  characters: """
    王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石
    金韦贾夏付方邹熊白孟秦邱侯江尹薛闫雷龙黎史陶贺毛段郝顾龚邵万覃武钱戴严莫孔向常汤康易乔赖文樊葛柳凌欧章牛纪舒屈项詹费
    """, skew: 0.65)
private let longFamilies = Words("欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 夏侯 端木 南宫 独孤")

/// Characters of given names.
private let characters = Words(
  characters: """
    伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂文辉玲国志建华红玉春梅海燕雪荣爱香月莺媛瑞凡佳嘉琼勤珍贞莉桢叶璧璐娅琦晶妍
    茜秋珊莎锦黛青倩婷姣婉娴瑾颖露瑶怡婵雁蓓纨仪荷丹蓉眉君琴蕊薇菁梦岚苑婕馨瑗琰韵融园艺咏卿聪澜纯毓悦昭冰爽琬茗羽希宁欣飘育滢
    馥筠柔竹霭凝晓欢霄枫芸菲寒伊亚宜可姬舒影荔枝思飞良海山仁波宁贵福生龙元全胜学祥才发武新利清彬富顺信子永健世广义兴安冬保东
    文辉力明永健世广志义兴良海山仁波宁贵福生龙元全国胜学祥才发武新利清飞彬富顺信子杰涛昌成康星光天达安岩中茂进林有坚和彪博诚先敬
    震振壮会思群豪心邦承乐绍功松善厚庆磊民友裕河哲江超浩亮政谦亨奇固之轮翰朗伯宏言若鸣朋斌梁栋维启克伦翔旭鹏泽晨辰士以建家致树炎
    德行时泰盛雄琛钧冠策腾楠榕风航弘峰刚毅俊轩宇辰逸昊然涵煜铭沐梓睿皓熙诺恒霖彤妙语诗雨曦萱琪芷若晴岑怀岳川峻嵩洲渊渺湛澄潇瀚
    灿炜烨焕照煦燊玮珂珺琅琨瑜瑾璇璋甜畅盈知砚礼祺禾秉程稷穆笙简箫素绮绪翊聿胤芃苒茵莹菡萌蔚蕾薪藤虹蝶裳觅誉语贤赫路辞远迪逍遥
    郁采钰铎锋镇长阳陶隽雅雯霆霏青靖韬颂颜飒首香骁骏高魁鸿鹤鹭麒麟黎墨默
    """)
