// A tour of Bookworm from Java: open, create, rate, a refused rating, query, page on, watch another
// process, delete, errors.
import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

final class Tour {
  private static Bookworm library;
  private static PrintStream out;

  private static Pointer open(String path) {
    return (Pointer) library.call("bw_store_open", path, null);
  }

  private static long create(Pointer store, String title, String author, int rating) {
    Bookworm.Struct book = library.new Struct("bw_book")
        .set("fields", library.value("BW_BOOK_TITLE", "BW_BOOK_AUTHOR", "BW_BOOK_RATING"))
        .set("title", title).set("author", author).set("rating", rating);
    return (long) library.call("bw_book_create", store, book);
  }

  private static long count(Object result) {
    return (long) library.call("bw_result_count", result);
  }

  private static void tour(String path) throws Exception {
    Pointer store = open(path);
    long dune = create(store, "Dune", "Frank Herbert", 0);
    create(store, "Emma", "Jane Austen", 4);
    create(store, "Lalka", "Bolesław Prus", 4);
    create(store, "Solaris", "Stanisław Lem", 4);

    // A refused call throws.
    library.call("bw_book_set_rating", store, dune, 5);
    try {
      library.call("bw_book_set_rating", store, dune, 6);
    } catch (Bookworm.Failure failure) {
      out.println("refused: " + failure.status + ", " + failure.field);
    }

    // Each page goes on where the last one ended; a row's texts are copied when they are read.
    Object query = library.call("bw_query_parse", "rating>=4 sort:-rating,title limit:3");
    String cursor;
    do {
      Object page = library.call("bw_query_run", store, query);
      out.println("page:");
      for (long row = 0; row < count(page); row++) {
        Bookworm.Struct book = library.new Struct("bw_book");
        library.call("bw_result_get_book", page, row, book);
        out.println("  " + book.get("title") + " by " + book.get("author"));
      }
      cursor = (String) library.call("bw_result_get_cursor", page);
      library.call("bw_result_free", page);
      if (cursor != null) library.call("bw_query_set_after", query, cursor);
    } while (cursor != null);
    library.call("bw_query_free", query);

    // Another process, which is this program again, rates a book.
    Object observer = library.call("bw_store_observe", store, library.value("BW_BOOK_RATING"));
    String classes = System.getProperty("java.class.path");
    Process other = new ProcessBuilder("java", "-cp", classes, "Tour", path, "" + dune, "3").start();
    if (other.waitFor() != 0) throw new IllegalStateException("the other process failed");
    Object changes = library.call("bw_observer_next", observer, 10_000L);
    for (long row = 0; row < count(changes); row++) {
      Bookworm.Struct change = library.new Struct("bw_change");
      library.call("bw_result_get_change", changes, row, change);
      Bookworm.Struct book = library.new Struct("bw_book");
      Object result = library.call("bw_book_get", store, change.get("id"), 0L, book);
      out.println("heard: book " + change.get("id") + ", rating " + book.get("rating"));
      library.call("bw_result_free", result);
    }
    library.call("bw_result_free", changes);
    library.call("bw_observer_free", observer);

    library.call("bw_book_delete", store, dune);
    try {
      library.call("bw_book_set_rating", store, dune, 3);
    } catch (Bookworm.Failure failure) {
      out.println("gone: " + failure.status);
    }
    out.println("left: " + library.call("bw_books_count", store));
    library.call("bw_store_close", store);
  }

  public static void main(String[] arguments) throws Exception {
    out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try {
      library = new Bookworm();
    } catch (IOException error) {
      System.err.println(error.getMessage());
      System.exit(1);
    }
    if (arguments.length == 3) {
      Pointer store = open(arguments[0]);
      long book = Long.parseLong(arguments[1]);
      library.call("bw_book_set_rating", store, book, Integer.parseInt(arguments[2]));
      library.call("bw_store_close", store);
    } else {
      tour(arguments[0]);
    }
  }
}
