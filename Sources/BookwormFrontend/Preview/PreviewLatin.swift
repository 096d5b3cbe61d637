// Lists the preview store's books in Latin letters. Titles, authors and years are those of the real
// books; synopses and reviews are ours; the quotes are in the public domain.
import BookwormRecords

extension PreviewBook {
  static let latin = [
    PreviewBook(
      title: "QB VII", author: "Leon Uris", year: 1970, genres: ["Fiction", "Historical"],
      rating: 4, status: .completed, started: 2026_01_10, finished: 2026_01_24,
      price: (1299, "USD"),
      synopsis: "A physician sues a novelist for libel over what was done in a camp.",
      review: "The trial carries the second half; hard to put down."),
    PreviewBook(
      title: "Pride and Prejudice", author: "Jane Austen", year: 1813,
      genres: ["Romance", "Fiction"], rating: 5, favourite: true, status: .completed,
      started: 2025_11_02, finished: 2025_11_30, price: (799, "GBP"),
      synopsis: "Elizabeth Bennet and Mr Darcy learn how wrong first impressions can be.",
      review: "Wittier each time.",
      quotes: [
        PreviewQuote(
          """
          It is a truth universally acknowledged, that a single man in possession of a good \
          fortune, must be in want of a wife.
          """, page: "1"),
        PreviewQuote("I declare after all there is no enjoyment like reading!", page: "57"),
      ]),
    PreviewBook(
      title: "Frankenstein; or, The Modern Prometheus", author: "Mary Shelley", year: 1818,
      genres: ["Fiction", "Thriller"], rating: 4, status: .completed, finished: 2024_10_31,
      price: (650, "GBP"),
      quotes: [PreviewQuote("Beware; for I am fearless, and therefore powerful.")]),
    PreviewBook(
      title: "Dune", author: "Frank Herbert", year: 1965, genres: ["Science Fiction"], rating: 5,
      favourite: true, status: .completed, started: 2025_06_01, finished: 2025_07_14,
      series: ("Dune", 1), price: (1099, "USD"),
      synopsis: "A family is given a desert planet, and with it the only source of spice.",
      isbn: "9780441172719"),
    PreviewBook(
      title: "Dune Messiah", author: "Frank Herbert", year: 1969, genres: ["Science Fiction"],
      rating: 3, status: .inProgress, started: 2026_02_01, series: ("Dune", 2),
      price: (1099, "USD"), notes: "Lent by Ola; give it back in spring."),
    PreviewBook(
      title: "The Time Machine", author: "H. G. Wells", year: 1895,
      genres: ["Science Fiction", "Fiction"], price: (0, "USD"),
      notes: "Free of charge: long in the public domain."),
    PreviewBook(
      title: "The Hound of the Baskervilles", author: "Arthur Conan Doyle", year: 1902,
      genres: ["Thriller"], rating: 4, status: .completed, finished: 2023_08_19,
      series: ("Sherlock Holmes", nil), price: (599, "GBP"),
      quotes: [
        PreviewQuote("Mr. Holmes, they were the footprints of a gigantic hound!", page: "22")
      ]),
    PreviewBook(
      title: "Gone Girl", author: "Gillian Flynn", year: 2012, genres: ["Thriller"], rating: 1,
      status: .didNotFinish, started: 2025_09_03, price: (1050, "EUR"),
      review: "Not for me: nobody in it to like."),
    PreviewBook(
      title: "Walden", author: "Henry David Thoreau", year: 1854, genres: ["Non Fiction"],
      rating: 3, status: .inProgress, started: 2026_03_08, price: (899, "CAD"),
      quotes: [
        PreviewQuote("I went to the woods because I wished to live deliberately.", page: "90")
      ]),
    PreviewBook(
      title: "On the Origin of Species", author: "Charles Darwin", year: 1859,
      genres: ["Non Fiction", "Historical"], price: (1450, "AUD"),
      quotes: [PreviewQuote("There is grandeur in this view of life.", page: "490")]),
    // The book without a genre, a price or a rating.
    PreviewBook(title: "The Elements of Style", author: "William Strunk Jr.", year: 1918),
    PreviewBook(
      title: "Les Misérables", author: "Victor Hugo", year: 1862,
      genres: ["Historical", "Fiction"], rating: 5, status: .completed, started: 2024_01_02,
      finished: 2024_05_26, price: (1490, "EUR"),
      synopsis: "Un ancien forçat, un policier qui le poursuit, et Paris.",
      review: "Trop long, et pas une page de trop."),
    PreviewBook(
      title: "Die Verwandlung", author: "Franz Kafka", year: 1915, genres: ["Fiction"], rating: 4,
      status: .completed, finished: 2025_12_06, price: (600, "EUR"),
      quotes: [
        PreviewQuote(
          """
          Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem \
          Bett zu einem ungeheueren Ungeziefer verwandelt.
          """, page: "5")
      ]),
    PreviewBook(
      title: "El ingenioso hidalgo don Quijote de la Mancha", author: "Miguel de Cervantes",
      year: 1605, genres: ["Fiction", "Historical"], rating: 2, status: .didNotFinish,
      started: 2025_04_23, price: (2500, "EUR"), notes: "Volver a intentarlo en verano.",
      quotes: [
        PreviewQuote("En un lugar de la Mancha, de cuyo nombre no quiero acordarme…", page: "1")
      ]),
    PreviewBook(
      title: "Aeneis", author: "Publius Vergilius Maro", year: -19,
      genres: ["Poetry", "Historical"], rating: 3, status: .inProgress, started: 2026_02_14,
      price: (1800, "CHF"),
      quotes: [PreviewQuote("Forsan et haec olim meminisse iuvabit.", page: "I, 203")]),
    PreviewBook(
      title: "Lalka", author: "Bolesław Prus", year: 1890, genres: ["Klasyka polska", "Romance"],
      rating: 5, favourite: true, status: .completed, started: 2025_02_01, finished: 2025_03_09,
      price: (3990, "PLN"), synopsis: "Kupiec Wokulski, hrabianka Izabela i Warszawa.",
      review: "Najlepsza powieść o pieniądzach i miłości, jaką znam."),
    PreviewBook(
      title: "Pan Tadeusz", author: "Adam Mickiewicz", year: 1834,
      genres: ["Poetry", "Klasyka polska"], rating: 4, status: .completed, finished: 2022_06_30,
      price: (2490, "PLN"),
      quotes: [PreviewQuote("Litwo! Ojczyzno moja! ty jesteś jak zdrowie", page: "1")]),
    PreviewBook(
      title: "Ogniem i mieczem", author: "Henryk Sienkiewicz", year: 1884,
      genres: ["Historical", "Klasyka polska"], rating: 3, status: .completed,
      finished: 2023_01_15, series: ("Trylogia", 1), price: (3499, "PLN")),
    PreviewBook(
      title: "Potop", author: "Henryk Sienkiewicz", year: 1886,
      genres: ["Historical", "Klasyka polska"], series: ("Trylogia", 2), price: (4499, "PLN")),
    PreviewBook(
      title: "Solaris", author: "Stanisław Lem", year: 1961,
      genres: ["Science Fiction", "Klasyka polska"], rating: 5, status: .completed,
      started: 2025_08_01, finished: 2025_08_08, price: (3690, "PLN"),
      review: "Ocean jest tu najlepszą postacią."),
  ]
}
