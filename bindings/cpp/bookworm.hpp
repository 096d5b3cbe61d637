// Bookworm for C++17: the C interface of bookworm.h with handles that end themselves, texts as
// string_view, ranges, and exceptions or a status, as each call chooses.
//
//   bookworm::store store("library.books");
//   int64_t dune = store.create(bookworm::draft().title("Dune").author("Frank Herbert"));
//   for (const bw_book &book : store.run(bookworm::query("rating>=4 sort:-rating")).books())
//     std::cout << bookworm::view(book.title) << '\n';
//
// Every call that can fail takes an `error *` last. Without one a failure throws
// bookworm::exception; with one the call throws nothing, fills it, and returns a value of nought or
// an empty handle. Only the rows of a result, result::size(), pages and store::write() have no
// place for one, and throw: the header needs exceptions. Rows are the structs of bookworm.h, whose
// texts live as long as the result that they are read from; what has no member function here is
// called in C, with get().
#ifndef BOOKWORM_HPP
#define BOOKWORM_HPP

#include <bookworm.h>

#include <chrono>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace bookworm {

/// Of a book, a genre, a quote or another row: the same in every program.
using id = int64_t;
using std::string_view;

// MARK: Texts, structs, errors

/// A text that the library gave; empty where it is absent.
inline string_view view(const bw_text &text) {
  return text.data == nullptr ? string_view()
                              : string_view(text.data, static_cast<std::size_t>(text.length));
}

/// A text for the library, which copies it within the call.
inline bw_text text(string_view characters) {
  return {characters.data() == nullptr ? "" : characters.data(),
          static_cast<int64_t>(characters.size())};
}

/// Whether a row has a field, such as `has(book, BW_BOOK_YEAR)`.
template <class Row> bool has(const Row &row, bw_fields field) {
  return (row.fields & field) == field;
}

/// A struct of the interface, cleared, with its size set; or a number, 0.
template <class Struct> Struct prepared() {
  Struct made = {};
  if constexpr (std::is_class_v<Struct> && !std::is_same_v<Struct, bw_text> &&
                !std::is_same_v<Struct, bw_uuid>)
    made.size = static_cast<uint32_t>(sizeof(Struct));
  return made;
}

/// What went wrong, or that nothing did.
class error {
public:
  /// Whether the last call that it was given to has failed.
  explicit operator bool() const { return raw_.status != BW_OK; }
  /// BW_OK, or what kind of failure it was.
  bw_status status() const { return raw_.status; }
  /// The status as its name, such as "BW_ERROR_BUSY".
  string_view name() const { return bw_status_name(raw_.status); }
  /// One sentence for a person.
  string_view message() const { return raw_.message; }
  /// The invalid field or parameter, or "".
  string_view field() const { return raw_.field; }
  /// The invalid byte of a text, or -1.
  int64_t offset() const { return raw_.offset; }
  /// The invalid row of a batch, or -1.
  int64_t row() const { return raw_.row; }
  /// For calls in C.
  bw_error *get() { return &raw_; }

private:
  bw_error raw_ = prepared<bw_error>();
};

/// What a call throws that fails and was given no error to fill.
class exception : public std::runtime_error {
public:
  explicit exception(const error &cause)
      : std::runtime_error(std::string(cause.name()) + ": " + std::string(cause.message())),
        cause_(cause) {}
  const error &cause() const { return cause_; }

private:
  error cause_;
};

// MARK: Calls

namespace detail {

// Converts an argument to C: a text, or a list of ids, becomes a pointer and a length.
inline auto spread(string_view value) {
  const bw_text given = text(value);
  return std::tuple(given.data, given.length);
}
inline auto spread(const std::vector<id> &ids) {
  return std::tuple(ids.data(), static_cast<int64_t>(ids.size()));
}
template <class Value> auto spread(const Value &value) {
  return std::tuple(value);
}

template <class Raw, bw_status (*End)(Raw *)> struct ender {
  void operator()(Raw *raw) const { End(raw); }
};

// The member types of an iterator.
template <class Value, class Reference> struct input {
  using iterator_category = std::input_iterator_tag;
  using value_type = Value;
  using difference_type = int64_t;
  using pointer = const Value *;
  using reference = Reference;
};

// A transaction that is still open is rolled back; of a store the library knows that it is one.
inline bw_status end(bw_store *store) {
  const bw_status status = bw_transaction_free(store, nullptr);
  return status == BW_ERROR_ARGUMENT ? bw_store_close(store, nullptr) : status;
}

} // namespace detail

/// Calls any function of the interface whose last parameter is an error; returns whether it is
/// done. A string_view, or a vector of ids, is passed as pointer and length: `call(nullptr,
/// bw_transaction_set_name, transaction.get(), string_view("Import"))`.
template <class Call, class... Arguments>
bool call(error *given, Call function, const Arguments &...arguments) {
  error own;
  error &place = given == nullptr ? own : *given;
  place = error();
  const bw_status status =
      std::apply(function, std::tuple_cat(detail::spread(arguments)..., std::tuple(place.get())));
  if (status == BW_OK || status == BW_ROLLED_BACK) return true;
  if (given == nullptr) throw exception(own);
  return false;
}

/// Calls one with an output before the error, a number or a struct, and returns that.
template <class Output, class Call, class... Arguments>
Output output(error *given, Call function, const Arguments &...arguments) {
  Output value = prepared<Output>();
  call(given, function, arguments..., &value);
  return value;
}

/// Calls a function that creates a handle: `make<result>(nullptr, bw_store_check, store.get())`.
template <class Owner, class Call, class... Arguments>
Owner make(error *given, Call function, const Arguments &...arguments) {
  typename Owner::raw_type *raw = nullptr;
  call(given, function, arguments..., &raw);
  return Owner(raw);
}

/// Owns a handle, and ends it. It can be moved, not copied. get() is for calls in C, which may not
/// end it; it is empty where making it failed, and after a move; reset() ends it now, and release()
/// gives it away, to be ended by the caller.
template <class Raw, bw_status (*End)(Raw *)>
class handle : public std::unique_ptr<Raw, detail::ender<Raw, End>> {
public:
  using raw_type = Raw;
  using std::unique_ptr<Raw, detail::ender<Raw, End>>::unique_ptr;
};

// MARK: Results

/// The rows of a result as a range of structs, which borrow their texts from the result. The range
/// keeps it.
template <class Row, bw_status (*Get)(bw_result *, int64_t, Row *, bw_error *)> class rows {
public:
  class iterator : public detail::input<Row, Row> {
  public:
    iterator() = default;
    iterator(const rows &range, int64_t row) : range_(&range), row_(row) {}
    Row operator*() const { return (*range_)[row_]; }
    iterator &operator++() {
      ++row_;
      return *this;
    }
    iterator operator++(int) { return {*range_, row_++}; }
    bool operator==(const iterator &other) const { return row_ == other.row_; }
    bool operator!=(const iterator &other) const { return row_ != other.row_; }

  private:
    const rows *range_ = nullptr;
    int64_t row_ = 0;
  };

  rows(std::shared_ptr<bw_result> result, int64_t count)
      : result_(std::move(result)), count_(count) {}
  /// How many rows there are.
  int64_t size() const { return count_; }
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, count_}; }
  /// A row by its number, from 0. Throws for an invalid number.
  Row operator[](int64_t row) const { return output<Row>(nullptr, Get, result_.get(), row); }

private:
  std::shared_ptr<bw_result> result_;
  int64_t count_;
};

/// Rows that were read: they never change, and outlive their store. Copies share them; an empty one
/// has none.
class result {
public:
  using raw_type = bw_result;

  result() = default;
  explicit result(bw_result *raw) : raw_(raw, bw_result_free) {}
  /// For calls in C, which may not free it.
  bw_result *get() const { return raw_.get(); }
  /// Whether it was read.
  explicit operator bool() const { return raw_ != nullptr; }
  /// How many rows there are.
  int64_t size() const {
    return raw_ == nullptr ? 0 : output<int64_t>(nullptr, bw_result_count, get());
  }
  /// Its rows. One of these fits what was read; the others throw when a row is looked at.
  rows<bw_book, bw_result_get_book> books() const { return {raw_, size()}; }
  rows<bw_genre, bw_result_get_genre> genres() const { return {raw_, size()}; }
  rows<bw_quote, bw_result_get_quote> quotes() const { return {raw_, size()}; }
  rows<bw_reading, bw_result_get_reading> readings() const { return {raw_, size()}; }
  rows<bw_order, bw_result_get_order> orders() const { return {raw_, size()}; }
  rows<bw_order_total, bw_result_get_total> totals() const { return {raw_, size()}; }
  rows<bw_change, bw_result_get_change> changes() const { return {raw_, size()}; }
  rows<bw_statistics, bw_result_get_statistics> statistics() const { return {raw_, size()}; }
  rows<bw_problem, bw_result_get_problem> problems() const { return {raw_, size()}; }

  /// One field of all rows in contiguous memory.
  bw_column column(bw_fields field, error *e = {}) const {
    return output<bw_column>(e, bw_result_get_column, get(), field);
  }
  /// The place after the last row, for query::after(); nothing where no row follows.
  std::optional<string_view> cursor(error *e = {}) const {
    const bw_text place = output<bw_text>(e, bw_result_get_cursor, get());
    return place.data == nullptr ? std::nullopt : std::optional(view(place));
  }

private:
  std::shared_ptr<bw_result> raw_;
};

/// One row that was read by its id, with the result that its texts are borrowed from.
template <class Row> struct record {
  Row row = prepared<Row>();
  result owner;

  const Row *operator->() const { return &row; }
  const Row &operator*() const { return row; }
};

// MARK: Values to write

/// What a book is given: `draft().title("Dune").rating(5)`. It keeps no text: those that are
/// given must live until the call.
class draft {
public:
  /// What each member of bw_book means, bookworm.h says.
  draft &title(string_view value) { return set(BW_BOOK_TITLE, &bw_book::title, value); }
  draft &subtitle(string_view value) { return set(BW_BOOK_SUBTITLE, &bw_book::subtitle, value); }
  draft &author(string_view value) { return set(BW_BOOK_AUTHOR, &bw_book::author, value); }
  draft &synopsis(string_view value) { return set(BW_BOOK_SYNOPSIS, &bw_book::synopsis, value); }
  draft &review(string_view value) { return set(BW_BOOK_REVIEW, &bw_book::review, value); }
  draft &series(string_view name) { return set(BW_BOOK_SERIES, &bw_book::series, name); }
  draft &year(int32_t value) { return set(BW_BOOK_YEAR, &bw_book::year, value); }
  /// 1 to 5, or 0 for not rated.
  draft &rating(int32_t value) { return set(BW_BOOK_RATING, &bw_book::rating, value); }
  draft &favourite(bool value) { return set(BW_BOOK_FAVOURITE, &bw_book::favourite, value); }
  draft &status(bw_book_status value) { return set(BW_BOOK_STATUS, &bw_book::status, value); }
  /// Days, YYYYMMDD.
  draft &started(int32_t day) { return set(BW_BOOK_STARTED, &bw_book::started, day); }
  draft &finished(int32_t day) { return set(BW_BOOK_FINISHED, &bw_book::finished, day); }
  /// In the currency's minor unit, such as 1299 and "EUR".
  draft &price(int64_t amount, string_view currency) {
    set(BW_BOOK_PRICE, &bw_book::price, amount);
    return set(BW_BOOK_CURRENCY, &bw_book::currency, currency);
  }
  /// The genres by name, the primary one first, in braces or a vector; missing ones are made.
  template <class Names = std::initializer_list<string_view>> draft &genres(const Names &names) {
    names_.clear();
    for (string_view name : names) names_.push_back(text(name));
    raw_.fields |= BW_BOOK_GENRE_NAMES;
    return *this;
  }
  /// Any other member, with its bit: `set(BW_BOOK_PAGES, &bw_book::pages, 412)`.
  template <class Member, class Value>
  draft &set(bw_fields field, Member bw_book::*member, Value value) {
    if constexpr (std::is_same_v<Member, bw_text>)
      raw_.*member = text(value);
    else
      raw_.*member = value;
    raw_.fields |= field;
    return *this;
  }

  /// For calls in C; valid until the next change.
  bw_book *get() {
    raw_.genre_names = names_.data();
    raw_.genre_name_count = static_cast<int64_t>(names_.size());
    return &raw_;
  }

private:
  bw_book raw_ = prepared<bw_book>();
  std::vector<bw_text> names_;
};

// MARK: Queries and what hears

/// A query for books in an order: `query().where_rating(4, 5).order_by(BW_SORT_TITLE).limit(20)`.
class query : public handle<bw_query, bw_query_free> {
public:
  using handle::handle;

  /// All books, by title, then author.
  explicit query(error *e = {}) : handle(make<query>(e, bw_query_new)) {}
  /// What a person types into a search box, such as "author:herbert rating>=4 dune".
  explicit query(string_view line, error *e = {}) : handle(make<query>(e, bw_query_parse, line)) {}

  /// Only books of the genre; every condition is on top of those before.
  query &where_genre(string_view name, error *e = {}) {
    const bw_text names = text(name);
    return set(e, bw_query_where_genre_names, BW_MATCH_ANY, &names, int64_t{1});
  }
  /// Rated from `minimum` to `maximum`, 1 to 5.
  query &where_rating(int32_t minimum, int32_t maximum, bool or_not_rated = false, error *e = {}) {
    return set(e, bw_query_where_rating, minimum, maximum, or_not_rated ? 1 : 0);
  }
  /// Favourites, or the others.
  query &where_favourite(bool favourite, error *e = {}) {
    return set(e, bw_query_where_favourite, favourite ? 1 : 0);
  }
  /// Of this status.
  query &where_status(bw_book_status status, error *e = {}) {
    return set(e, bw_query_where_status, status);
  }
  /// With the part in this field, case and accents folded.
  query &where_contains(bw_fields field, string_view part, error *e = {}) {
    return set(e, bw_query_where_contains, field, part);
  }
  /// Keeps the books with these words; `fields` 0 means all searched fields.
  query &search(string_view words, bw_fields fields = 0, bw_match match = BW_MATCH_ALL,
                error *e = {}) {
    return set(e, bw_query_search, words, fields, match);
  }
  /// Sorts by a key, after those given before.
  query &order_by(bw_sort_key key, bw_direction direction = BW_ASCENDING, error *e = {}) {
    return set(e, bw_query_order_by, key, direction);
  }
  /// Reads at most so many books.
  query &limit(int64_t books, error *e = {}) { return set(e, bw_query_set_limit, books); }
  /// Goes on after a place, from result::cursor().
  query &after(string_view cursor, error *e = {}) { return set(e, bw_query_set_after, cursor); }
  /// The fields to read; 0 means the default.
  query &fields(bw_fields fields, error *e = {}) { return set(e, bw_query_set_fields, fields); }

private:
  template <class Call, class... Arguments>
  query &set(error *e, Call function, const Arguments &...arguments) {
    call(e, function, get(), arguments...);
    return *this;
  }
};

// For call(), output() and make(): make<stream>(e, bw_stream_open, store.get(), query.get()).
using stream = handle<bw_stream, bw_stream_free>;
using binding = handle<bw_binding, bw_binding_free>;
using backup = handle<bw_backup, bw_backup_free>;

/// Hears what is changed in a store, a book or a page, by this program or another.
class observer : public handle<bw_observer, bw_observer_free> {
public:
  using handle::handle;
  /// Waits for the next changes: `for (const bw_change &change : o.wait(1s).changes())`. Without
  /// rows where nothing came in time.
  result wait(std::chrono::milliseconds timeout, error *e = {}) {
    return make<result>(e, bw_observer_next, get(), static_cast<int64_t>(timeout.count()));
  }
  /// Waits as long as it takes.
  result wait(error *e = {}) { return wait(std::chrono::milliseconds(-1), e); }
  /// For poll() or an event loop: when it is readable, wait(0ms) until there is nothing.
  int descriptor(error *e = {}) const {
    return output<int32_t>(e, bw_observer_get_descriptor, get());
  }
  /// The observed page, as of the last report.
  result page(error *e = {}) const { return make<result>(e, bw_observer_get_page, get()); }
};

// MARK: Stores and transactions

/// What a store and a transaction on it can both do.
class session : public handle<bw_store, detail::end> {
public:
  using handle::handle;

  /// Creates a book and returns its id.
  int64_t create(draft &book, error *e = {}) {
    return output<int64_t>(e, bw_book_create, get(), book.get());
  }
  int64_t create(draft &&book, error *e = {}) { return create(book, e); }
  /// Sets what the values give, and takes away the fields in `clear`.
  bool update(id book, draft values, bw_fields clear = 0, error *e = {}) {
    return call(e, bw_book_update, get(), book, values.get(), clear);
  }
  /// 1 to 5, or 0 for not rated.
  bool rate(id book, int32_t rating, error *e = {}) {
    return call(e, bw_book_set_rating, get(), book, rating);
  }
  /// `day` is YYYYMMDD, or 0 if none is given: see bw_book_set_status().
  bool set_status(id book, bw_book_status status, int32_t day = 0, error *e = {}) {
    return call(e, bw_book_set_status, get(), book, status, day);
  }
  /// Deletes a book.
  bool erase(id book, error *e = {}) { return call(e, bw_book_delete, get(), book); }
  /// Counts all books.
  int64_t count(error *e = {}) const { return output<int64_t>(e, bw_books_count, get()); }
  /// Reads a book; `fields` 0 means the default.
  record<bw_book> book(id book, bw_fields fields = 0, error *e = {}) const {
    return read<bw_book>(e, bw_book_get, book, fields);
  }

  /// Finds a genre by its name, or makes it.
  int64_t genre(string_view name, error *e = {}) {
    int64_t found = 0;
    call(e, bw_genre_find_or_create, get(), name, &found, nullptr);
    return found;
  }
  /// Reads a genre.
  record<bw_genre> genre(id genre, error *e = {}) const {
    return read<bw_genre>(e, bw_genre_get, genre);
  }
  /// All genres, by name.
  result genres(error *e = {}) const { return make<result>(e, bw_genres_list, get()); }
  /// Takes the genre off every book that has it; no book is deleted.
  bool erase_genre(id genre, error *e = {}) { return call(e, bw_genre_delete, get(), genre); }
  /// The genres of a book, the primary one first.
  result genres_of(id book, error *e = {}) const {
    return make<result>(e, bw_book_list_genres, get(), book);
  }
  /// Returns whether the book did not have it.
  bool add_genre(id book, id genre, error *e = {}) {
    return output<int32_t>(e, bw_book_add_genre, get(), book, genre) == 1;
  }
  /// Returns whether the book had it.
  bool remove_genre(id book, id genre, error *e = {}) {
    return output<int32_t>(e, bw_book_remove_genre, get(), book, genre) == 1;
  }

  /// Reads the books that match.
  result run(const query &query, error *e = {}) const {
    return make<result>(e, bw_query_run, get(), query.get());
  }
  /// Counts those that match, whatever the limit.
  int64_t count(const query &query, error *e = {}) const {
    return output<int64_t>(e, bw_query_count, get(), query.get());
  }
  /// Counts and averages all books.
  bw_statistics statistics(error *e = {}) const {
    return output<bw_statistics>(e, bw_store_get_statistics, get(), nullptr);
  }

private:
  template <class Row, class Call, class... Arguments>
  record<Row> read(error *e, Call function, const Arguments &...arguments) const {
    record<Row> made;
    bw_result *raw = nullptr;
    call(e, function, get(), arguments..., &made.row, &raw);
    made.owner = result(raw);
    return made;
  }
};

/// A transaction, passed wherever a store is. What it wrote is taken back at the end of its scope
/// unless it was committed. One within another names its mode: `inner(outer,
/// BW_TRANSACTION_WRITE)`.
class transaction : public session {
public:
  /// Begins it; a writing one waits for the other writers.
  explicit transaction(const session &store, bw_transaction_mode mode = BW_TRANSACTION_WRITE,
                       error *e = {})
      : session(make<session>(e, bw_transaction_begin, store.get(), mode)) {}

  /// Others see all of it from now on. Where it fails nothing is written.
  bool commit(error *e = {}) {
    error own;
    error *place = e == nullptr ? &own : e;
    const bool done = call(place, bw_transaction_commit, get());
    // Only then is the handle still open.
    if (place->status() != BW_ERROR_TRANSACTION) release();
    if (!done && e == nullptr) throw exception(own);
    return done;
  }
  /// Takes back what it wrote.
  bool rollback(error *e = {}) { return call(e, bw_transaction_rollback, release()); }
};

/// A store, which is closed at the end of its scope.
class store : public session {
public:
  /// Opens the store at a path, or makes one; ":memory:" goes with its handle.
  explicit store(string_view path, error *e = {}) : store(path, prepared<bw_open_options>(), e) {}
  /// The same, with options from prepared<bw_open_options>().
  store(string_view path, const bw_open_options &options, error *e = {})
      : session(make<session>(e, bw_store_open, path, &options)) {}

  /// Closes it now, and returns what became of that.
  bool close(error *e = {}) { return call(e, bw_store_close, release()); }

  /// Runs `work` with a transaction, which is committed when it returns and rolled back when it
  /// throws.
  template <class Work> void write(Work work) {
    transaction scope(*this);
    work(scope);
    scope.commit();
  }

  /// Takes back the last step; its name is the undo_name of what is returned.
  bw_undo_info undo(error *e = {}) { return output<bw_undo_info>(e, bw_store_undo, get()); }
  /// Does again what was taken back last.
  bw_undo_info redo(error *e = {}) { return output<bw_undo_info>(e, bw_store_redo, get()); }

  /// Hears of every change, or of updates of these fields of books alone.
  observer observe(bw_fields fields = 0, error *e = {}) const {
    return make<observer>(e, bw_store_observe, get(), fields);
  }
  /// Hears of one book.
  observer observe_book(id book, bw_fields fields = 0, error *e = {}) const {
    return make<observer>(e, bw_book_observe, get(), book, fields);
  }
  /// Hears what enters, leaves and moves in the page that a query with a limit finds.
  observer observe(const query &query, bw_fields fields = 0, error *e = {}) const {
    return make<observer>(e, bw_query_observe, get(), query.get(), fields);
  }
};

/// What a query with a limit finds, page after page to the end, each read when it is come to:
/// `for (const result &page : pages(store, query))`. It moves the query on.
class pages {
public:
  class iterator : public detail::input<result, const result &> {
  public:
    iterator() = default;
    iterator(const session &store, query &query) : store_(&store), query_(&query) { read(); }
    const result &operator*() const { return page_; }
    const result *operator->() const { return &page_; }
    iterator &operator++() {
      const std::optional<string_view> cursor = page_.cursor();
      if (cursor) query_->after(*cursor);
      page_ = result();
      if (cursor) read();
      return *this;
    }
    void operator++(int) { ++*this; } // the page before is gone
    /// The page is null at the end.
    bool operator==(const iterator &other) const { return page_.get() == other.page_.get(); }
    bool operator!=(const iterator &other) const { return !(*this == other); }

  private:
    void read() {
      page_ = store_->run(*query_);
      if (page_.size() == 0) page_ = result();
    }

    const session *store_ = nullptr;
    query *query_ = nullptr;
    result page_;
  };

  /// Both must live as long as the pages.
  pages(const session &store, query &query) : store_(&store), query_(&query) {}
  /// Reads the first page.
  iterator begin() const { return {*store_, *query_}; }
  iterator end() const { return {}; }

private:
  const session *store_;
  query *query_;
};

} // namespace bookworm

#endif
