// Knows the languages that books are written in, by their codes and by their names in each language
// of the library.
//
// The names are those of the Unicode CLDR, version 49 (https://cldr.unicode.org, common/main/*.xml:
// localeDisplayNames/languages), with some names that other programs write. The codes are those of
// ISO 639-1 and ISO 639-2, terminologic before bibliographic. Every language of ISO 639-1 is here.
import BookwormStorage

package enum LanguageNames {
  private struct Known {
    /// The tag, then the other codes.
    let codes: [Bytes]
    /// The names in the order of Language, then names that other programs write.
    let names: [Bytes]
  }

  nonisolated(unsafe) private static let all: [Known] = table.bytes.split(
    separator: UInt8(ascii: "\n")
  ).map { line in
    let parts = line.split(separator: UInt8(ascii: "|"))
    let codes = parts[0].split(separator: UInt8(ascii: " ")).map { Bytes(rebasing: $0) }
    return Known(codes: codes, names: parts.dropFirst().map { Bytes(rebasing: $0) })
  }

  private static let byCode: [[UInt8]: Int] = places(\.codes) { Array($0) }
  private static let byName: [[UInt8]: Int] = places(\.names) { (try? Keys.search($0)) ?? [] }

  private static func places(
    _ words: KeyPath<Known, [Bytes]>, _ key: (Bytes) -> [UInt8]
  ) -> [[UInt8]: Int] {
    var places: [[UInt8]: Int] = [:]
    for (place, known) in all.enumerated() {
      for word in known[keyPath: words] {
        places[key(word).lowercasedASCII] = places[key(word).lowercasedASCII] ?? place
      }
    }
    return places
  }

  /// A code means its language even if it is also the name of another language.
  private static func known(_ text: Bytes) -> Known? {
    let place =
      byCode[Array(text).lowercasedASCII] ?? (try? Keys.search(text)).flatMap { byName[$0] }
    return place.map { all[$0] }
  }

  /// Returns the tag of a language that is given by its code or by its name, in any case; nil if
  /// neither is known.
  static func tag(of text: Bytes) -> Bytes? { known(text)?.codes[0] }

  /// Returns the name of a tag's language; nil if the language is unknown, or if the name means
  /// another language.
  package static func name(of tag: Bytes, _ language: Language) -> Bytes? {
    guard let known = known(tag), known.codes[0].elementsEqual(tag) else { return nil }
    let name = known.names[Int(language.rawValue)]
    return self.tag(of: name).map { $0.elementsEqual(tag) } == true ? name : nil
  }

  /// Returns a language's tag, and what a library before version 2.1 stored for its other codes and
  /// for its names.
  package static func stored(for tag: [UInt8]) -> [[UInt8]] {
    let language = tag.prefix { $0 != UInt8(ascii: "-") }
    let rest = tag.dropFirst(language.count)
    guard let known = Array(language).withUnsafeBufferPointer(known) else { return [tag] }
    let others = known.codes.dropFirst().map { Array($0) }
    let names = known.names.map { $0.map { $0 | 0x20 } }
      .filter { (4...8).contains($0.count) && $0.allSatisfy { (0x61...0x7A).contains($0) } }
    var unique: [[UInt8]] = []
    for each in others + names where !unique.contains(each) { unique.append(each) }
    return [tag] + unique.map { $0 + rest }
  }

  private static let table: StaticString = """
    aa aar|Afar|Afar|afar|아파르어
    ab abk|Abkhazian|Abchasisch|abchaski|압카즈어
    ae ave|Avestan|Avestisch|awestyjski|아베스타어
    af afr|Afrikaans|Afrikaans|afrikaans|아프리칸스어
    ak aka|Akan|Akan|akan|아칸어
    akk|Akkadian|Akkadisch|akadyjski|아카드어
    am amh|Amharic|Amharisch|amharski|암하라어
    an arg|Aragonese|Aragonesisch|aragoński|아라곤어
    ang|Old English|Altenglisch|staroangielski|고대 영어
    ar ara|Arabic|Arabisch|arabski|아랍어
    arc|Aramaic|Aramäisch|aramejski|아람어
    as asm|Assamese|Assamesisch|asamski|아삼어
    ast|Asturian|Asturisch|asturyjski|아스투리아어
    av ava|Avaric|Awarisch|awarski|아바릭어
    ay aym|Aymara|Aymara|ajmara|아이마라어
    az aze|Azerbaijani|Aserbaidschanisch|azerbejdżański|아제르바이잔어
    ba bak|Bashkir|Baschkirisch|baszkirski|바슈키르어
    ban|Balinese|Balinesisch|balijski|발리어
    be bel|Belarusian|Belarussisch|białoruski|벨라루스어
    bg bul|Bulgarian|Bulgarisch|bułgarski|불가리아어
    bho|Bhojpuri|Bhodschpuri|bhodżpuri|호즈푸리어
    bi bis|Bislama|Bislama|bislama|비슬라마어
    bm bam|Bambara|Bambara|bambara|밤바라어
    bn ben|Bangla|Bengalisch|bengalski|벵골어|Bengali
    bo bod tib|Tibetan|Tibetisch|tybetański|티베트어
    br bre|Breton|Bretonisch|bretoński|브르타뉴어
    bs bos|Bosnian|Bosnisch|bośniacki|보스니아어
    ca cat|Catalan|Katalanisch|kataloński|카탈로니아어
    ce che|Chechen|Tschetschenisch|czeczeński|체첸어
    ceb|Cebuano|Cebuano|cebuański|세부아노어
    ch cha|Chamorro|Chamorro|czamorro|차모로어
    chr|Cherokee|Cherokee|czirokeski|체로키어
    co cos|Corsican|Korsisch|korsykański|코르시카어
    cop|Coptic|Koptisch|koptyjski|콥트어
    cr cre|Cree|Cree|kri|크리어
    cs ces cze|Czech|Tschechisch|czeski|체코어|Čeština
    csb|Kashubian|Kaschubisch|kaszubski|카슈비아어
    cu chu|Church Slavic|Kirchenslawisch|cerkiewnosłowiański|교회 슬라브어
    cv chv|Chuvash|Tschuwaschisch|czuwaski|추바시어
    cy cym wel|Welsh|Walisisch|walijski|웨일스어
    da dan|Danish|Dänisch|duński|덴마크어|Dansk
    de deu ger|German|Deutsch|niemiecki|독일어|Deutsch
    de-AT|Austrian German|Österreichisches Deutsch|niemiecki austriacki|독일어(오스트리아)
    de-CH|Swiss High German|Schweizer Hochdeutsch|wysokoniemiecki szwajcarski|고지 독일어(스위스)
    dsb|Lower Sorbian|Niedersorbisch|dolnołużycki|저지 소르비아어
    dv div|Divehi|Dhivehi|malediwski|디베히어
    dz dzo|Dzongkha|Dzongkha|dzongkha|종카어
    ee ewe|Ewe|Ewe|ewe|에웨어
    egy|Ancient Egyptian|Ägyptisch|staroegipski|고대 이집트어
    el ell gre|Greek|Griechisch|grecki|그리스어|Modern Greek|Greek (Modern)
    en eng|English|Englisch|angielski|영어
    en-AU|Australian English|Australisches Englisch|angielski australijski|영어(호주)
    en-CA|Canadian English|Kanadisches Englisch|angielski kanadyjski|영어(캐나다)
    en-GB|British English|Britisches Englisch|angielski brytyjski|영어(영국)
    en-US|American English|Amerikanisches Englisch|angielski amerykański|영어(미국)
    enm|Middle English|Mittelenglisch|średnioangielski|중세 영어
    eo epo|Esperanto|Esperanto|esperanto|에스페란토어
    es spa|Spanish|Spanisch|hiszpański|스페인어|Castilian|Kastilisch|Español
    es-419|Latin American Spanish|Lateinamerikanisches Spanisch|amerykański hiszpański|스페인어(라틴 아메리카)
    es-ES|European Spanish|Europäisches Spanisch|europejski hiszpański|스페인어(유럽)
    es-MX|Mexican Spanish|Mexikanisches Spanisch|meksykański hiszpański|스페인어(멕시코)
    et est|Estonian|Estnisch|estoński|에스토니아어
    eu eus baq|Basque|Baskisch|baskijski|바스크어
    fa fas per|Persian|Persisch|perski|페르시아어|Farsi
    ff ful|Fula|Ful|fulani|풀라어
    fi fin|Finnish|Finnisch|fiński|핀란드어|Suomi
    fil|Filipino|Filipino|filipiński|필리핀어
    fj fij|Fijian|Fidschi|fidżijski|피지어
    fo fao|Faroese|Färöisch|farerski|페로어
    fr fra fre|French|Französisch|francuski|프랑스어|Français
    fr-CA|Canadian French|Kanadisches Französisch|francuski kanadyjski|프랑스어(캐나다)
    fr-CH|Swiss French|Schweizer Französisch|francuski szwajcarski|프랑스어(스위스)
    frm|Middle French|Mittelfranzösisch|średniofrancuski|중세 프랑스어
    fro|Old French|Altfranzösisch|starofrancuski|고대 프랑스어
    frr|Northern Frisian|Nordfriesisch|północnofryzyjski|북부 프리지아어
    fur|Friulian|Friaulisch|friulski|프리울리어
    fy fry|Western Frisian|Westfriesisch|zachodniofryzyjski|서부 프리지아어
    ga gle|Irish|Irisch|irlandzki|아일랜드어|Gaelic
    gd gla|Scottish Gaelic|Gälisch (Schottland)|szkocki gaelicki|스코틀랜드 게일어|Gaelic (Scots)
    gl glg|Galician|Galicisch|galicyjski|갈리시아어
    gmh|Middle High German|Mittelhochdeutsch|średnio-wysoko-niemiecki|중세 고지 독일어
    gn grn|Guarani|Guaraní|guarani|과라니어
    goh|Old High German|Althochdeutsch|staro-wysoko-niemiecki|고대 고지 독일어
    got|Gothic|Gotisch|gocki|고트어
    grc|Ancient Greek|Altgriechisch|starogrecki|고대 그리스어|Greek (Ancient)
    gsw|Swiss German|Schweizerdeutsch|szwajcarski niemiecki|독일어(스위스)
    gu guj|Gujarati|Gujarati|gudżarati|구자라트어
    gv glv|Manx|Manx|manx|맹크스어
    ha hau|Hausa|Haussa|hausa|하우사어
    haw|Hawaiian|Hawaiisch|hawajski|하와이어
    he heb|Hebrew|Hebräisch|hebrajski|히브리어
    hi hin|Hindi|Hindi|hindi|힌디어
    ho hmo|Hiri Motu|Hiri-Motu|hiri motu|히리 모투어
    hr hrv|Croatian|Kroatisch|chorwacki|크로아티아어
    hsb|Upper Sorbian|Obersorbisch|górnołużycki|고지 소르비아어
    ht hat|Haitian Creole|Haiti-Kreolisch|kreolski haitański|아이티어|Haitian
    hu hun|Hungarian|Ungarisch|węgierski|헝가리어|Magyar
    hy hye arm|Armenian|Armenisch|ormiański|아르메니아어
    hz her|Herero|Herero|herero|헤레로어
    ia ina|Interlingua|Interlingua|interlingua|인터링구아
    id ind|Indonesian|Indonesisch|indonezyjski|인도네시아어|Bahasa Indonesia
    ie ile|Interlingue|Interlingue|interlingue|인테르링구에
    ig ibo|Igbo|Igbo|igbo|이그보어
    ii iii|Sichuan Yi|Yi|syczuański|쓰촨 이어
    ik ipk|Inupiaq|Inupiak|inupiak|이누피아크어
    ilo|Iloko|Ilokano|ilokano|이로코어
    io ido|Ido|Ido|ido|이도어
    is isl ice|Icelandic|Isländisch|islandzki|아이슬란드어
    it ita|Italian|Italienisch|włoski|이탈리아어|Italiano
    iu iku|Inuktitut|Inuktitut|inuktitut|이눅티투트어
    ja jpn|Japanese|Japanisch|japoński|일본어|日本語
    jv jav|Javanese|Javanisch|jawajski|자바어
    ka kat geo|Georgian|Georgisch|gruziński|조지아어
    kab|Kabyle|Kabylisch|kabylski|커바일어
    kg kon|Kongo|Kongolesisch|kongo|콩고어
    ki kik|Kikuyu|Kikuyu|kikuju|키쿠유어
    kj kua|Kuanyama|Kwanyama|kwanyama|쿠안야마어
    kk kaz|Kazakh|Kasachisch|kazachski|카자흐어
    kl kal|Kalaallisut|Grönländisch|grenlandzki|그린란드어
    km khm|Khmer|Khmer|khmerski|크메르어
    kn kan|Kannada|Kannada|kannada|칸나다어
    ko kor|Korean|Koreanisch|koreański|한국어|한국말
    kr kau|Kanuri|Kanuri|kanuri|칸누리어
    ks kas|Kashmiri|Kaschmiri|kaszmirski|카슈미르어
    ksh|Colognian|Kölsch|gwara kolońska|콜로그니안어
    ku kur|Kurdish|Kurdisch|kurdyjski|쿠르드어
    kv kom|Komi|Komi|komi|코미어
    kw cor|Cornish|Kornisch|kornijski|콘월어
    ky kir|Kyrgyz|Kirgisisch|kirgiski|키르기스어|Kirghiz
    la lat|Latin|Latein|łaciński|라틴어
    lad|Ladino|Ladino|ladyński|라디노어
    lb ltz|Luxembourgish|Luxemburgisch|luksemburski|룩셈부르크어|Letzeburgesch
    lg lug|Ganda|Ganda|ganda|간다어
    li lim|Limburgish|Limburgisch|limburski|림버거어
    lij|Ligurian|Ligurisch|liguryjski|리구리아어
    lmo|Lombard|Lombardisch|lombardzki|롬바르드어
    ln lin|Lingala|Lingala|lingala|링갈라어
    lo lao|Lao|Laotisch|laotański|라오어
    lt lit|Lithuanian|Litauisch|litewski|리투아니아어
    lu lub|Luba-Katanga|Luba-Katanga|luba-katanga|루바-카탄가어
    lv lav|Latvian|Lettisch|łotewski|라트비아어
    mai|Maithili|Maithili|maithili|마이틸리어
    mg mlg|Malagasy|Malagasy|malgaski|말라가시어
    mh mah|Marshallese|Marschallesisch|marszalski|마셜어
    mi mri mao|Māori|Māori|maoryjski|마오리어|Maori
    mk mkd mac|Macedonian|Mazedonisch|macedoński|마케도니아어
    ml mal|Malayalam|Malayalam|malajalam|말라얄람어
    mn mon|Mongolian|Mongolisch|mongolski|몽골어
    mni|Manipuri|Meithei|manipuri|마니푸리어
    mr mar|Marathi|Marathi|marathi|마라티어
    ms msa may|Malay|Malaiisch|malajski|말레이어
    mt mlt|Maltese|Maltesisch|maltański|몰타어
    mul|Multiple languages|Mehrsprachig|wiele języków|다중 언어|Multiple
    mwl|Mirandese|Mirandesisch|mirandyjski|미란데어
    my mya bur|Burmese|Birmanisch|birmański|버마어
    na nau|Nauru|Nauruisch|nauruański|나우루어
    nan|Min Nan Chinese|Min Nan|minnański|민난어
    nap|Neapolitan|Neapolitanisch|neapolitański|나폴리어
    nb nob|Norwegian Bokmål|Norwegisch (Bokmål)|norweski (bokmål)|노르웨이어(보크말)
    nd nde|North Ndebele|Nord-Ndebele|ndebele północny|북부 은데벨레어
    nds|Low German|Niederdeutsch|dolnoniemiecki|저지 독일어
    ne nep|Nepali|Nepalesisch|nepalski|네팔어
    ng ndo|Ndonga|Ndonga|ndonga|느동가어
    nl nld dut|Dutch|Niederländisch|niderlandzki|네덜란드어|Nederlands
    nl-BE|Flemish|Flämisch|flamandzki|플라망어
    nn nno|Norwegian Nynorsk|Norwegisch (Nynorsk)|norweski (nynorsk)|노르웨이어(니노르스크)
    no nor|Norwegian|Norwegisch|norweski|노르웨이어|Norsk
    non|Old Norse|Altnordisch|staronordyjski|고대 노르웨이어
    nr nbl|South Ndebele|Süd-Ndebele|ndebele południowy|남부 은데벨레어
    nv nav|Navajo|Navajo|nawaho|나바호어
    ny nya|Nyanja|Nyanja|njandża|냔자어
    oc oci|Occitan|Okzitanisch|oksytański|오크어
    oj oji|Ojibwa|Ojibwa|odżibwa|오지브와어
    om orm|Oromo|Oromo|oromo|오로모어
    or ori|Odia|Oriya|orija|오리야어|Oriya
    os oss|Ossetic|Ossetisch|osetyjski|오세트어
    pa pan|Punjabi|Punjabi|pendżabski|펀자브어|Panjabi
    pi pli|Pali|Pali|palijski|팔리어
    pl pol|Polish|Polnisch|polski|폴란드어|Polski|język polski
    pms|Piedmontese|Piemontesisch|piemoncki|피에몬테어
    ps pus|Pashto|Paschtu|paszto|파슈토어|Pushto
    pt por|Portuguese|Portugiesisch|portugalski|포르투갈어|Português
    pt-BR|Brazilian Portuguese|Brasilianisches Portugiesisch|brazylijski portugalski|포르투갈어(브라질)
    pt-PT|European Portuguese|Europäisches Portugiesisch|europejski portugalski|포르투갈어(유럽)
    qu que|Quechua|Quechua|keczua|케추아어
    raj|Rajasthani|Rajasthani|radźasthani|라자스탄어
    rm roh|Romansh|Rätoromanisch|retoromański|로만시어
    rn run|Rundi|Rundi|rundi|룬디어
    ro ron rum|Romanian|Rumänisch|rumuński|루마니아어
    rom|Romany|Romani|cygański|집시어
    ru rus|Russian|Russisch|rosyjski|러시아어|Русский
    rw kin|Kinyarwanda|Kinyarwanda|kinya-ruanda|르완다어
    sa san|Sanskrit|Sanskrit|sanskryt|산스크리트어
    sat|Santali|Santali|santali|산탈리어
    sc srd|Sardinian|Sardisch|sardyński|사르디니아어
    scn|Sicilian|Sizilianisch|sycylijski|시칠리아어
    sco|Scots|Schottisch|scots|스코틀랜드어
    sd snd|Sindhi|Sindhi|sindhi|신디어
    se sme|Northern Sami|Nordsamisch|północnolapoński|북부 사미어
    sg sag|Sango|Sango|sango|산고어
    sga|Old Irish|Altirisch|staroirlandzki|고대 아일랜드어
    sh hbs|Serbo-Croatian|Serbo-Kroatisch|serbsko-chorwacki|세르비아-크로아티아어
    si sin|Sinhala|Singhalesisch|syngaleski|싱할라어|Sinhalese
    sk slk slo|Slovak|Slowakisch|słowacki|슬로바키아어
    sl slv|Slovenian|Slowenisch|słoweński|슬로베니아어
    sm smo|Samoan|Samoanisch|samoański|사모아어
    sn sna|Shona|Shona|shona|쇼나어
    so som|Somali|Somali|somalijski|소말리아어
    sq sqi alb|Albanian|Albanisch|albański|알바니아어
    sr srp|Serbian|Serbisch|serbski|세르비아어
    srn|Sranan Tongo|Srananisch|sranan tongo|스라난 통가어
    ss ssw|Swati|Swazi|suazi|시스와티어
    st sot|Southern Sotho|Süd-Sotho|sotho południowy|남부 소토어
    su sun|Sundanese|Sundanesisch|sundajski|순다어
    sux|Sumerian|Sumerisch|sumeryjski|수메르어
    sv swe|Swedish|Schwedisch|szwedzki|스웨덴어|Svenska
    sw swa|Swahili|Suaheli|suahili|스와힐리어
    syr|Syriac|Syrisch|syryjski|시리아어
    szl|Silesian|Schlesisch (Wasserpolnisch)|śląski|실레시아어
    ta tam|Tamil|Tamil|tamilski|타밀어
    te tel|Telugu|Telugu|telugu|텔루구어
    tg tgk|Tajik|Tadschikisch|tadżycki|타지크어
    th tha|Thai|Thailändisch|tajski|태국어
    ti tir|Tigrinya|Tigrinya|tigrinia|티그리냐어
    tk tuk|Turkmen|Turkmenisch|turkmeński|투르크멘어
    tl tgl|Tagalog|Tagalog|tagalski|타갈로그어
    tn tsn|Tswana|Tswana|setswana|츠와나어
    to ton|Tongan|Tongaisch|tonga|통가어
    tpi|Tok Pisin|Neumelanesisch|tok pisin|토크 피신어
    tr tur|Turkish|Türkisch|turecki|튀르키예어|Türkçe
    ts tso|Tsonga|Tsonga|tsonga|총가어
    tt tat|Tatar|Tatarisch|tatarski|타타르어
    tw twi|Twi|Twi|twi|트위어
    ty tah|Tahitian|Tahitisch|tahitański|타히티어
    ug uig|Uyghur|Uigurisch|ujgurski|위구르어|Uighur
    uk ukr|Ukrainian|Ukrainisch|ukraiński|우크라이나어|Українська
    ur urd|Urdu|Urdu|urdu|우르두어
    uz uzb|Uzbek|Usbekisch|uzbecki|우즈베크어
    ve ven|Venda|Venda|venda|벤다어
    vec|Venetian|Venetisch|wenecki|베네치아어
    vi vie|Vietnamese|Vietnamesisch|wietnamski|베트남어
    vo vol|Volapük|Volapük|wolapik|볼라퓌크어
    wa wln|Walloon|Wallonisch|waloński|왈론어
    wo wol|Wolof|Wolof|wolof|월로프어
    xh xho|Xhosa|Xhosa|khosa|코사어
    yi yid|Yiddish|Jiddisch|jidysz|이디시어
    yo yor|Yoruba|Yoruba|joruba|요루바어
    yue|Cantonese|Kantonesisch|kantoński|광둥어
    za zha|Zhuang|Zhuang|czuang|주앙어
    zh zho chi|Chinese|Chinesisch|chiński|중국어|Mandarin|Mandarin Chinese
    zh-Hans|Simplified Chinese|Chinesisch (vereinfacht)|chiński uproszczony|중국어(만다린, 간체)
    zh-Hant|Traditional Chinese|Chinesisch (traditionell)|chiński tradycyjny|중국어(만다린, 번체)
    zu zul|Zulu|Zulu|zulu|줄루어
    zxx|No linguistic content|Keine Sprachinhalte|brak treści o charakterze językowym|언어 관련 내용 없음
    """
}

extension [UInt8] {
  fileprivate var lowercasedASCII: [UInt8] {
    map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
