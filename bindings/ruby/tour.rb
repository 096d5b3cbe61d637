# A tour of Bookworm from Ruby: open, create, rate, a refused rating, query, page on, watch another
# process, delete, errors.
require_relative "bookworm"

B = Bookworm
C = Bookworm::CONSTANTS

def create(store, title, author, rating)
  fields = C["BW_BOOK_TITLE"] | C["BW_BOOK_AUTHOR"] | C["BW_BOOK_RATING"]
  B.bw_book_create(store, B::Struct.new("bw_book", fields:, title:, author:, rating:))
end

def tour(path)
  store = B.bw_store_open(path, nil)
  dune = create(store, "Dune", "Frank Herbert", 0)
  create(store, "Emma", "Jane Austen", 4)
  create(store, "Lalka", "Bolesław Prus", 4)
  create(store, "Solaris", "Stanisław Lem", 4)

  # A refused call raises.
  B.bw_book_set_rating(store, dune, 5)
  begin
    B.bw_book_set_rating(store, dune, 6)
  rescue B::Error => error
    puts "refused: #{error.status}, #{error.field}"
  end

  # Each page goes on where the last one ended; a row's texts are copied when they are read.
  query = B.bw_query_parse("rating>=4 sort:-rating,title limit:3")
  loop do
    page = B.bw_query_run(store, query)
    puts "page:"
    B.bw_result_count(page).times do |row|
      book = B::Struct.new("bw_book")
      B.bw_result_get_book(page, row, book)
      puts "  #{book["title"]} by #{book["author"]}"
    end
    cursor = B.bw_result_get_cursor(page)
    B.bw_result_free(page)
    break unless cursor
    B.bw_query_set_after(query, cursor)
  end
  B.bw_query_free(query)

  # Another process, which is this program again, rates a book.
  observer = B.bw_store_observe(store, C["BW_BOOK_RATING"])
  system("ruby", __FILE__, path, dune.to_s, "3") or raise "the other process failed"
  changes = B.bw_observer_next(observer, 10_000)
  B.bw_result_count(changes).times do |row|
    change = B::Struct.new("bw_change")
    B.bw_result_get_change(changes, row, change)
    book = B::Struct.new("bw_book")
    result = B.bw_book_get(store, change["id"], 0, book)
    puts "heard: book #{change["id"]}, rating #{book["rating"]}"
    B.bw_result_free(result)
  end
  B.bw_result_free(changes)
  B.bw_observer_free(observer)

  B.bw_book_delete(store, dune)
  begin
    B.bw_book_set_rating(store, dune, 3)
  rescue B::Error => error
    puts "gone: #{error.status}"
  end
  puts "left: #{B.bw_books_count(store)}"
  B.bw_store_close(store)
end

if ARGV.length == 3
  store = B.bw_store_open(ARGV[0], nil)
  B.bw_book_set_rating(store, ARGV[1].to_i, ARGV[2].to_i)
  B.bw_store_close(store)
else
  tour(ARGV[0])
end
