// Lists the preview store's books in scripts other than Latin. Titles, authors and years are those
// of the real books; synopses and reviews are ours; the quotes are in the public domain.
import BookwormRecords

extension PreviewBook {
  static let all = latin + otherScripts

  private static let otherScripts = [
    // The year of this book is unknown.
    PreviewBook(
      title: "Ὀδύσσεια", author: "Ὅμηρος", genres: ["Poetry", "Ελληνική λογοτεχνία"], rating: 4,
      status: .completed, finished: 2021_09_12, price: (1990, "EUR"),
      quotes: [PreviewQuote("Ἄνδρα μοι ἔννεπε, Μοῦσα, πολύτροπον.", page: "α 1")]),
    PreviewBook(
      title: "Βίος και Πολιτεία του Αλέξη Ζορμπά", author: "Νίκος Καζαντζάκης", year: 1946,
      genres: ["Ελληνική λογοτεχνία", "Fiction"], rating: 5, favourite: true,
      status: .completed, finished: 2025_10_05, price: (1650, "EUR")),
    PreviewBook(
      title: "Преступление и наказание", author: "Фёдор Достоевский", year: 1866,
      genres: ["Классика", "Thriller"], rating: 4, status: .completed, started: 2024_11_01,
      finished: 2024_12_20, price: (1250, "EUR"),
      synopsis: "Студент убивает и не может с этим жить.",
      quotes: [PreviewQuote("Ко всему-то подлец-человек привыкает!", page: "24")]),
    PreviewBook(
      title: "Мастер и Маргарита", author: "Михаил Булгаков", year: 1967,
      genres: ["Классика", "Fiction"], rating: 5, status: .inProgress, started: 2026_03_01,
      review: "Кот лучше всех."),
    PreviewBook(
      title: "紅樓夢", author: "曹雪芹", year: 1791, genres: ["Historical", "Romance"],
      status: .inProgress, started: 2026_01_17, price: (12800, "CNY"),
      synopsis: "賈府的興衰，寶玉與黛玉的故事。",
      quotes: [PreviewQuote("滿紙荒唐言，一把辛酸淚。", page: "一")]),
    PreviewBook(
      title: "吾輩は猫である", author: "夏目漱石", year: 1905, genres: ["日本文学", "Fiction"],
      rating: 4, favourite: true, status: .completed, finished: 2025_05_05, price: (693, "JPY"),
      synopsis: "名のない猫が、飼い主とその友人たちを観察する。",
      quotes: [PreviewQuote("吾輩は猫である。名前はまだ無い。", page: "1")]),
    PreviewBook(
      title: "こころ", author: "夏目漱石", year: 1914, genres: ["日本文学"], rating: 2,
      status: .didNotFinish, started: 2025_07_20, price: (407, "JPY")),
    PreviewBook(
      title: "하늘과 바람과 별과 시", author: "윤동주", year: 1948, genres: ["Poetry", "한국 문학"],
      rating: 5, favourite: true, status: .completed, finished: 2025_11_11, price: (9800, "KRW"),
      quotes: [PreviewQuote("죽는 날까지 하늘을 우러러 한 점 부끄럼이 없기를", page: "서시")]),
    PreviewBook(
      title: "채식주의자", author: "한강", year: 2007, genres: ["한국 문학", "Fiction"], rating: 4,
      status: .completed, started: 2024_10_11, finished: 2024_10_13, price: (15000, "KRW"),
      review: "짧지만 오래 남는다."),
    PreviewBook(
      title: "زقاق المدق", author: "نجيب محفوظ", year: 1947, genres: ["Fiction"], rating: 3,
      status: .completed, finished: 2023_03_18, price: (2500, "KWD"),
      synopsis: "حياة أهل زقاق في القاهرة أيام الحرب."),
    PreviewBook(
      title: "סיפור על אהבה וחושך", author: "עמוס עוז", year: 2002,
      genres: ["Non Fiction", "Historical"], price: (8900, "ILS")),
    PreviewBook(
      title: "गोदान", author: "प्रेमचंद", year: 1936, genres: ["Fiction"], price: (29900, "INR"),
      synopsis: "एक किसान जो एक गाय चाहता है।"),
  ]
}
