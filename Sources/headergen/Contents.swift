// The order of the subjects in bookworm.h, each the exports of one file.

let contents = [
  "Library.swift",
  "Stores.swift",
  "Transactions.swift",
  "Undo.swift",
  "Books.swift",
  "BookGenres.swift",
  "Genres.swift",
  "Quotes.swift",
  "Orders.swift",
  "Presentation.swift",
  "Controls.swift",
  "Queries.swift",
  "Statistics.swift",
  "Results.swift",
  "Streams.swift",
  "Observers.swift",
  "Bindings.swift",
  "Backups.swift",
  "Documents.swift",
  "Maintenance.swift",
]
