// Lists the genres of the preview store, in the order of their ids.

extension PreviewGenre {
  static let all = [
    PreviewGenre(name: "Fiction", colour: "#00FF00"),
    PreviewGenre(name: "Non Fiction", colour: "#0000FF"),
    PreviewGenre(name: "Romance", colour: "#FF0000"),
    PreviewGenre(name: "Thriller", colour: "#000000"),
    PreviewGenre(name: "Historical", colour: "#FFA500"),
    PreviewGenre(name: "Science Fiction", colour: "#00BCD4"),
    PreviewGenre(name: "Poetry", colour: "#EC407A"),
    PreviewGenre(name: "Klasyka polska", colour: "#DC143C"),
    PreviewGenre(name: "Ελληνική λογοτεχνία", colour: "#0D5EAF"),
    PreviewGenre(name: "Классика", colour: "#795548"),
    PreviewGenre(name: "日本文学", colour: "#FFC0CB"),
    PreviewGenre(name: "한국 문학", colour: "#009688"),
    // The genre without books.
    PreviewGenre(name: "Kids", colour: "#FFB300"),
  ]
}
