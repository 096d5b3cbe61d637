// The tables of a store on a PostgreSQL server are those of Schema, in the server's types, and some
// that only a server needs. A test compares their columns with those of Schema.
import BookwormRecords

extension Schema {
  /// The types: INTEGER is bigint, REAL double precision, BLOB bytea, and TEXT compares by its
  /// bytes. There are no foreign keys, because the library enforces the rules; in a file they are
  /// only declared.
  static let onServer = """
    CREATE TABLE properties (
      name text COLLATE "C" PRIMARY KEY,
      value bigint NOT NULL
    );

    CREATE TABLE books (
      \(BookField.columnsOnServer),
      reading_count bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 90);
    CREATE INDEX books_by_title ON books (title_key, author_key, id);
    CREATE INDEX books_by_author ON books (author_key, title_key, id);
    CREATE INDEX books_by_created ON books (created, id);
    CREATE INDEX books_by_updated ON books (updated, id);

    -- A row of an index has at most 2,704 bytes; a name, and so its key, may have more.
    \(Entity.genre.descriptor.tableOnServer)
    CREATE UNIQUE INDEX genres_by_key ON genres (sha256(name_key));

    CREATE TABLE book_genres (
      book bigint NOT NULL,
      genre bigint NOT NULL,
      position bigint NOT NULL,
      PRIMARY KEY (book, genre)
    );
    CREATE TABLE genre_books (
      genre bigint NOT NULL,
      title_key bytea NOT NULL,
      book bigint NOT NULL,
      PRIMARY KEY (genre, title_key, book)
    );

    CREATE TABLE book_identifiers (
      book bigint NOT NULL,
      position bigint NOT NULL,
      scheme text COLLATE "C" NOT NULL,
      value text COLLATE "C" NOT NULL,
      key bytea,
      PRIMARY KEY (book, position)
    );
    CREATE INDEX book_identifiers_by_key ON book_identifiers USING hash (key);

    CREATE TABLE book_people (
      book bigint NOT NULL,
      position bigint NOT NULL,
      name text COLLATE "C" NOT NULL,
      sort text COLLATE "C",
      role text COLLATE "C" NOT NULL,
      role_key bytea NOT NULL,
      key bytea NOT NULL,
      folded bytea NOT NULL,
      sort_key bytea NOT NULL,
      PRIMARY KEY (book, position)
    );
    CREATE INDEX book_people_by_key ON book_people USING hash (key);

    CREATE TABLE plain_titles (
      key bytea NOT NULL,
      book bigint NOT NULL,
      PRIMARY KEY (key, book)
    );

    CREATE TABLE book_covers (
      book bigint NOT NULL,
      piece bigint NOT NULL,
      format bigint,
      width bigint,
      height bigint,
      size bigint,
      digest bigint,
      data bytea NOT NULL,
      PRIMARY KEY (book, piece)
    );

    \(Entity.quote.descriptor.tableOnServer)
    CREATE INDEX quotes_by_book ON quotes (book, id);

    \(Entity.order.descriptor.tableOnServer)
    CREATE INDEX orders_by_book ON orders (book, id);

    \(Entity.reading.descriptor.tableOnServer)
    CREATE INDEX readings_by_book ON readings (book, id);

    \(Entity.source.descriptor.tableOnServer)
    CREATE UNIQUE INDEX book_sources_by_key ON book_sources (sha256(key));
    CREATE INDEX book_sources_by_book ON book_sources (book, id);

    \(Entity.merged.descriptor.tableOnServer)
    CREATE INDEX merged_books_by_book ON merged_books (book);

    \(Entity.shelf.descriptor.tableOnServer)
    CREATE UNIQUE INDEX shelves_by_key ON shelves (sha256(name_key));

    CREATE TABLE counters (
      kind bigint NOT NULL,
      key bigint NOT NULL,
      rated_0 bigint NOT NULL,
      rated_1 bigint NOT NULL,
      rated_2 bigint NOT NULL,
      rated_3 bigint NOT NULL,
      rated_4 bigint NOT NULL,
      rated_5 bigint NOT NULL,
      PRIMARY KEY (kind, key)
    );
    -- Additions that are not in the counters yet: see CounterSQL.
    CREATE TABLE counter_news (
      change bigint NOT NULL,
      kind bigint NOT NULL,
      key bigint NOT NULL,
      rated_0 bigint NOT NULL,
      rated_1 bigint NOT NULL,
      rated_2 bigint NOT NULL,
      rated_3 bigint NOT NULL,
      rated_4 bigint NOT NULL,
      rated_5 bigint NOT NULL
    );
    CREATE INDEX counter_news_by_change ON counter_news (change);
    -- The table has no key. Without this, a server that publishes it refuses to delete its rows.
    ALTER TABLE counter_news REPLICA IDENTITY FULL;

    CREATE TABLE changes (
      id bigint PRIMARY KEY,
      committed bigint NOT NULL,
      entries bytea NOT NULL,
      receipt bigint NOT NULL DEFAULT 0,
      step bigint
    );

    CREATE TABLE history_steps (
      history text COLLATE "C" NOT NULL,
      change bigint NOT NULL,
      id bigint NOT NULL,
      undone bigint NOT NULL,
      size bigint NOT NULL,
      done bigint NOT NULL,
      form bigint NOT NULL,
      naming bigint NOT NULL,
      name text COLLATE "C",
      action bigint,
      entity bigint,
      row_count bigint,
      row_id bigint,
      fields bigint,
      more bigint,
      subject text COLLATE "C",
      value bigint,
      checksum bigint NOT NULL,
      log bytea,
      forgotten bigint,
      PRIMARY KEY (history, change)
    );

    \(WordSQL.tables)
    """

  /// The indexes, which are faster to create after the rows.
  static let indexesOnServer =
    onServer.split(separator: "\n").filter(isIndex).joined(separator: "\n") + "\n" + indexes
  static let tablesOnServer =
    onServer.split(separator: "\n").filter { !isIndex($0) }.joined(separator: "\n")

  private static func isIndex(_ line: Substring) -> Bool {
    line.hasPrefix("CREATE INDEX ") || line.hasPrefix("CREATE UNIQUE INDEX ")
  }
}

extension EntityDescriptor {
  /// The statement that creates the entity's table, with its columns of values, then those of keys.
  fileprivate var tableOnServer: String {
    let columns = columns.map(\.definitionOnServer) + columns.keys.map { "\($0) bytea NOT NULL" }
    return "CREATE TABLE \(table) (\n  \(columns.joined(separator: ",\n  "))\n);"
  }
}

extension EntityField {
  fileprivate var definitionOnServer: String {
    "\(column) \(kind.typeOnServer)"
      + (column == "id" ? " PRIMARY KEY" : isAlwaysThere ? " NOT NULL" : "")
  }

  /// Whether the column is NOT NULL. The column of global ids is not, because an upgrade of an
  /// older store adds it; nor is a column that stores 0 as NULL.
  fileprivate var isAlwaysThere: Bool { need != .optional && kind != .uuid && !isZeroIfMissing }
}

extension BookField {
  /// The columns of values, then those of sort keys. Columns with the same size in every row come
  /// first, because a server finds them without reading the columns before them.
  fileprivate static var columnsOnServer: String {
    let fixed = columns.filter { !$0.kind.isTextOnServer && $0.need != .optional }
    let others = columns.filter { !fixed.map(\.field).contains($0.field) }
    let values = (fixed + others).map(\.definitionOnServer)
    let keys = keys.map { key in
      let isAlwaysThere = columns.contains {
        key.fields.contains($0.field) && $0.isAlwaysThere
      }
      return "\(key.column) bytea" + (isAlwaysThere ? " NOT NULL" : "")
    }
    return (values + keys).joined(separator: ",\n  ")
  }
}

extension FieldKind {
  fileprivate var isTextOnServer: Bool { self == .text || self == .uuid }

  fileprivate var typeOnServer: String {
    switch self {
    case .double: "double precision"
    case .text: "text COLLATE \"C\""
    case .uuid: "bytea"
    default: "bigint"
    }
  }
}
