// Defines the tables of a store, and the steps that upgrade an older store. Only append steps: a
// released step never changes.

package enum Schema {
  /// "BWRM", in SQLite's application_id, which distinguishes stores from other databases.
  package static let applicationID: Int32 = 0x4257_524D

  /// The steps. Their number is the schema's version, which SQLite's user_version holds.
  static let steps = [first, second, third, fourth]

  package static var version: Int32 { Int32(steps.count) }

  /// On a server, the property with the schema's version.
  package static let versionProperty = "schema_version"

  /// The first version of stores on servers.
  static let firstOnServer: Int32 = 3

  /// The checksum of the steps' result, to recognise a store without running them: see
  /// schemaChecksum(). SchemaTests prints it.
  static let checksum: UInt64 = 0xe273_ac59_04fd_1c22

  private static let first = """
    CREATE TABLE properties (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- rating 1 to 5, or 0: not rated. status 0: on shelf, 1: in progress, 2: completed,
    -- 3: did not finish. created, updated: milliseconds since 1970-01-01T00:00:00Z. started,
    -- finished: YYYYMMDD. The keys sort titles, authors and series as a person does.
    CREATE TABLE books (
      id INTEGER PRIMARY KEY,
      rating INTEGER NOT NULL,
      favourite INTEGER NOT NULL,
      status INTEGER NOT NULL,
      created INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      started INTEGER,
      finished INTEGER,
      year INTEGER,
      series_number REAL,
      title TEXT NOT NULL,
      author TEXT NOT NULL,
      title_key BLOB NOT NULL,
      author_key BLOB NOT NULL,
      series TEXT,
      series_key BLOB,
      synopsis TEXT,
      review TEXT,
      notes TEXT
    );
    CREATE INDEX books_by_title ON books (title_key, author_key);
    CREATE INDEX books_by_author ON books (author_key, title_key);
    CREATE INDEX books_by_created ON books (created);

    -- name_key: equal for names that are the same genre. sort_key: sorts as a person does.
    CREATE TABLE genres (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      name_key BLOB NOT NULL UNIQUE,
      sort_key BLOB NOT NULL
    );
    CREATE INDEX genres_by_name ON genres (sort_key);

    -- position: in the order in which the book's genres were added; the lowest is the primary one.
    CREATE TABLE book_genres (
      book INTEGER NOT NULL REFERENCES books (id),
      genre INTEGER NOT NULL REFERENCES genres (id),
      position INTEGER NOT NULL,
      PRIMARY KEY (book, genre)
    ) WITHOUT ROWID;

    -- The same links the other way round, each genre's books in the order of their titles. A table
    -- and not an index, so that a batch can fill it in its own order.
    CREATE TABLE genre_books (
      genre INTEGER NOT NULL,
      title_key BLOB NOT NULL,
      book INTEGER NOT NULL,
      PRIMARY KEY (genre, title_key, book)
    ) WITHOUT ROWID;

    CREATE TABLE book_identifiers (
      book INTEGER NOT NULL REFERENCES books (id),
      position INTEGER NOT NULL,
      scheme TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (book, position)
    ) WITHOUT ROWID;

    CREATE TABLE quotes (
      id INTEGER PRIMARY KEY,
      book INTEGER NOT NULL REFERENCES books (id),
      text TEXT NOT NULL,
      page TEXT,
      created INTEGER NOT NULL
    );
    CREATE INDEX quotes_by_book ON quotes (book);

    -- How many books have each rating. kind 0: in the store; 1: in the genre `key`; 2: added in the
    -- month `key` (YYYYMM, UTC); 3: finished in the month `key`.
    CREATE TABLE counters (
      kind INTEGER NOT NULL,
      key INTEGER NOT NULL,
      rated_0 INTEGER NOT NULL,
      rated_1 INTEGER NOT NULL,
      rated_2 INTEGER NOT NULL,
      rated_3 INTEGER NOT NULL,
      rated_4 INTEGER NOT NULL,
      rated_5 INTEGER NOT NULL,
      PRIMARY KEY (kind, key)
    ) WITHOUT ROWID;

    -- One row for each of the last transactions that wrote; `entries` says what they changed.
    CREATE TABLE changes (
      id INTEGER PRIMARY KEY,
      committed INTEGER NOT NULL,
      entries BLOB NOT NULL
    );
    """
  private static let second = """
    -- In the currency's minor unit, such as cents; with it an ISO 4217 code, such as EUR.
    ALTER TABLE books ADD COLUMN price INTEGER;
    ALTER TABLE books ADD COLUMN currency TEXT;

    -- What was ordered, with the title and the price of that moment; it outlives its book.
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY,
      book INTEGER NOT NULL,
      title TEXT NOT NULL,
      quantity INTEGER NOT NULL,
      unit_price INTEGER NOT NULL,
      currency TEXT NOT NULL,
      total INTEGER NOT NULL,
      placed INTEGER NOT NULL
    );

    -- The words of every book, by its id, folded; it keeps no texts. See SearchSQL. A column's
    -- weight in the order of relevance is its number in bm25(). A large batch is gathered in memory
    -- up to hashsize.
    CREATE VIRTUAL TABLE book_search USING fts5 (
      title, author, synopsis, review, notes, quotes, content='', tokenize='ascii'
    );
    INSERT INTO book_search (book_search, rank)
    VALUES ('rank', 'bm25(10.0, 5.0, 2.0, 1.0, 1.0, 1.0)');
    INSERT INTO book_search (book_search, rank) VALUES ('hashsize', 16777216);
    """
  private static let third = """
    -- The bits of fields in the log have other meanings now. Its last row stays, as one that
    -- cannot say what was changed, so that the numbers of transactions go on.
    DELETE FROM changes WHERE id < (SELECT max(id) FROM changes);
    UPDATE changes SET entries = x'FF';

    -- global_id: 16 bytes, a UUID, the same in every copy of the store. reading_count: of its rows
    -- in readings. What every book has comes first: a row takes no room for what is missing at its
    -- end.
    ALTER TABLE books ADD COLUMN global_id BLOB;
    ALTER TABLE books ADD COLUMN reading_count INTEGER NOT NULL DEFAULT 0;

    -- language: a tag of BCP 47 as RFC 5646 writes it. author_key is made of author_sort where a
    -- book has it.
    ALTER TABLE books ADD COLUMN subtitle TEXT;
    ALTER TABLE books ADD COLUMN publisher TEXT;
    ALTER TABLE books ADD COLUMN pages INTEGER;
    ALTER TABLE books ADD COLUMN language TEXT;
    ALTER TABLE books ADD COLUMN format TEXT;
    ALTER TABLE books ADD COLUMN edition_year INTEGER;
    ALTER TABLE books ADD COLUMN author_sort TEXT;
    ALTER TABLE books ADD COLUMN publisher_key BLOB;

    -- As before, and with the words of two columns more; it is made of all books anew.
    DROP TABLE book_search;
    CREATE VIRTUAL TABLE book_search USING fts5 (
      title, author, subtitle, synopsis, review, notes, publisher, quotes, content='',
      tokenize='ascii'
    );
    INSERT INTO book_search (book_search, rank)
    VALUES ('rank', 'bm25(10.0, 5.0, 5.0, 2.0, 1.0, 1.0, 1.0, 1.0)');
    INSERT INTO book_search (book_search, rank) VALUES ('hashsize', 16777216);
    -- Every row has one too; see Opening.
    ALTER TABLE genres ADD COLUMN global_id BLOB;
    -- By which an identifier is found in any spelling: see IdentifierKey.
    ALTER TABLE book_identifiers ADD COLUMN key BLOB;
    CREATE INDEX book_identifiers_by_key ON book_identifiers (key);
    CREATE INDEX books_by_updated ON books (updated);
    ALTER TABLE quotes ADD COLUMN global_id BLOB;
    ALTER TABLE orders ADD COLUMN global_id BLOB;
    -- cancelled: milliseconds since 1970, or NULL.
    ALTER TABLE orders ADD COLUMN cancelled INTEGER;
    CREATE INDEX orders_by_book ON orders (book);

    -- One time that a reader read a book. outcome 1: open, 2: completed, 3: did not finish, as a
    -- book's status. page or percent: how far the reader has come. A book has status, started and
    -- finished of its latest reading: an open one, else the one that ended last, else the one that
    -- was added last; but it may stand on the shelf (status 0) with readings.
    CREATE TABLE readings (
      id INTEGER PRIMARY KEY,
      book INTEGER NOT NULL REFERENCES books (id),
      outcome INTEGER NOT NULL,
      started INTEGER,
      finished INTEGER,
      page INTEGER,
      percent REAL,
      note TEXT,
      created INTEGER NOT NULL,
      global_id BLOB
    );

    -- What was last taken of a book from a source with ids of its own: see SourceValues. key: of source
    -- and source_id. raw: the row as the source has it. The book may have been deleted since: then
    -- an import leaves it alone.
    CREATE TABLE book_sources (
      id INTEGER PRIMARY KEY,
      book INTEGER NOT NULL,
      source TEXT NOT NULL,
      source_id TEXT NOT NULL,
      taken TEXT NOT NULL,
      raw TEXT,
      imported INTEGER NOT NULL,
      key BLOB NOT NULL UNIQUE,
      global_id BLOB
    );
    CREATE INDEX book_sources_by_book ON book_sources (book);

    -- A book that was merged into another one: its id and its global id, by which that one is
    -- found.
    CREATE TABLE merged_books (
      id INTEGER PRIMARY KEY,
      book INTEGER NOT NULL REFERENCES books (id),
      global_id BLOB
    );
    CREATE INDEX merged_books_by_book ON merged_books (book);

    -- For the books of a store that had no readings: one that says what the book says.
    INSERT INTO readings (id, book, outcome, started, finished, created)
    SELECT row_number() OVER (ORDER BY id), id,
      CASE WHEN status <> 0 THEN status WHEN finished IS NOT NULL THEN 2 ELSE 1 END,
      started, finished, created
    FROM books WHERE status <> 0 OR started IS NOT NULL OR finished IS NOT NULL;

    CREATE INDEX readings_by_book ON readings (book);

    -- Searches that are saved: line is what a person types into a search box. The keys are as
    -- those of genres.
    CREATE TABLE shelves (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      line TEXT NOT NULL,
      name_key BLOB NOT NULL UNIQUE,
      sort_key BLOB NOT NULL,
      global_id BLOB
    );

    UPDATE books SET reading_count = 1 WHERE id IN (SELECT book FROM readings);
    INSERT INTO properties SELECT 'last_reading_id', max(id) FROM readings HAVING count(*) > 0;
    """
  private static let fourth = """
    -- In quarters from 0.25 to 5, or NULL; rating is this one rounded, halves up, and never 0.
    ALTER TABLE books ADD COLUMN exact_rating REAL;

    -- title_key is made of title_sort if a book has it, otherwise of the title with a leading
    -- article last.
    ALTER TABLE books ADD COLUMN title_sort TEXT;

    -- 1 if the review gives away the plot, otherwise NULL: SQLite does not store the NULLs at a row's
    -- end, which makes a row some 30 bytes shorter.
    ALTER TABLE books ADD COLUMN spoilers INTEGER;

    -- Books whose title as it is has another key than title_key, by that key: see PlainTitles. A
    -- table and not a column, which would slow down the creation of all other books.
    CREATE TABLE plain_titles (
      key BLOB NOT NULL,
      book INTEGER NOT NULL REFERENCES books (id),
      PRIMARY KEY (key, book)
    ) WITHOUT ROWID;

    -- Open readings that have an end are split: see splitOpenReadings(). Observers in programs that
    -- have the store open read everything again.
    DELETE FROM changes WHERE id < (SELECT max(id) FROM changes);
    UPDATE changes SET entries = x'FF';

    -- step: the step of a history that the transaction did, undid or redid, or NULL.
    ALTER TABLE changes ADD COLUMN step INTEGER;

    -- Steps that can be undone and redone, of histories that have a name. id: the transaction that
    -- did the step first; change: the last one to do, undo or redo it. done: milliseconds since
    -- 1970. form, naming: see StoredSteps. action to value: a summary of the step. size: its share of
    -- the history's limit, in bytes. log: for undoing or redoing it, or NULL if it was too large.
    -- forgotten: how many steps the history had forgotten by then, because of its limits, or NULL.
    CREATE TABLE history_steps (
      history TEXT NOT NULL,
      change INTEGER NOT NULL,
      id INTEGER NOT NULL,
      undone INTEGER NOT NULL,
      size INTEGER NOT NULL,
      done INTEGER NOT NULL,
      form INTEGER NOT NULL,
      naming INTEGER NOT NULL,
      name TEXT,
      action INTEGER,
      entity INTEGER,
      row_count INTEGER,
      row_id INTEGER,
      fields INTEGER,
      more INTEGER,
      subject TEXT,
      value INTEGER,
      checksum INTEGER NOT NULL,
      log BLOB,
      forgotten INTEGER,
      PRIMARY KEY (history, change)
    ) WITHOUT ROWID;

    -- Who contributed to a book, in order. role: author, editor, translator, illustrator, narrator,
    -- introduction, or any text. role_key and folded: as searches fold the role and the name. key: of
    -- the name, the person. sort_key: of sort, or of the name.
    CREATE TABLE book_people (
      book INTEGER NOT NULL REFERENCES books (id),
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      sort TEXT,
      role TEXT NOT NULL,
      role_key BLOB NOT NULL,
      key BLOB NOT NULL,
      folded BLOB NOT NULL,
      sort_key BLOB NOT NULL,
      PRIMARY KEY (book, position)
    ) WITHOUT ROWID;
    CREATE INDEX book_people_by_key ON book_people (key);

    -- A book's cover in pieces of 64 KiB, counted from 0; the last may be shorter. The columns from
    -- format to digest describe the whole picture and are set in the first piece only. format: 1 is
    -- JPEG, 2 PNG, 3 WebP, 4 GIF, 5 AVIF. width, height: in pixels. size: in bytes. digest: FNV-1a
    -- of the bytes, 64 bits.
    CREATE TABLE book_covers (
      book INTEGER NOT NULL REFERENCES books (id),
      piece INTEGER NOT NULL,
      format INTEGER,
      width INTEGER,
      height INTEGER,
      size INTEGER,
      digest INTEGER,
      data BLOB NOT NULL,
      PRIMARY KEY (book, piece)
    );
    """

  /// Since this version, no open reading has an end.
  static let endsVersion: Int32 = 4

  /// The version of the third step. Its indexes are created separately, after its new columns were
  /// filled.
  static let indexesVersion: Int32 = 3
  static let indexes = [
    "books", "genres", "quotes", "orders", "readings", "shelves", "book_sources",
    "merged_books",
  ].map {
    "CREATE UNIQUE INDEX \($0)_by_global_id ON \($0) (global_id);"
  }.joined(separator: "\n")
}
