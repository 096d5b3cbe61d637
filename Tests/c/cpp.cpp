// These tests use the C++ header: ownership, exceptions or statuses, ranges, transactions,
// observers.
#include <bookworm.hpp>

#include <poll.h>
#include <type_traits>

#include "support/fixtures.h"

namespace bw = bookworm;
using namespace std::chrono_literals;

static bw::id add(bw::session &store, std::string_view title, int rating = 0) {
  return store.create(bw::draft().title(title).author("Author").rating(rating));
}

static std::string titles(const bw::result &result) {
  std::string joined;
  for (const bw_book &book : result.books())
    joined.append(joined.empty() ? "" : "|").append(bw::view(book.title));
  return joined;
}

// Returns the status of the exception that the function throws, or BW_OK if it throws none.
template <class Work> static bw_status thrown(Work work) {
  try {
    work();
  } catch (const bw::exception &exception) {
    return exception.cause().status();
  }
  return BW_OK;
}

// Errors

TEST(cpp_a_failure_throws_where_no_error_is_given) {
  bw::store store(":memory:");
  const bw::id book = add(store, "Dune");
  try {
    store.rate(book, 6);
    FAIL("nothing was thrown");
  } catch (const bw::exception &exception) {
    CHECK_INT(exception.cause().status(), BW_ERROR_INVALID);
    CHECK(exception.cause().field() == "rating");
    CHECK(std::string(exception.what()).find("BW_ERROR_INVALID: rating is 6") == 0);
  }
}

TEST(cpp_a_failure_throws_nothing_where_an_error_is_given) {
  bw::store store(":memory:");
  const bw::id book = add(store, "Dune");
  bw::error error;
  CHECK(!store.rate(book, 6, &error));
  CHECK(error && error.name() == "BW_ERROR_INVALID" && error.field() == "rating");
  CHECK_INT(store.create(bw::draft().title("No author"), &error), 0);
  CHECK(error && error.field() == "author");
  CHECK(store.rate(book, 5, &error) && !error);
  CHECK_INT(store.book(book + 1, 0, &error).row.id, 0);
  CHECK_INT(error.status(), BW_ERROR_NOT_FOUND);
}

TEST(cpp_what_cannot_be_opened_is_an_empty_handle_or_an_exception) {
  bw::error error;
  bw::store store("/absent/folder/store", &error);
  CHECK(!store && error);
  CHECK_INT(error.status(), BW_ERROR_CANNOT_OPEN);
  CHECK_INT(thrown([] { bw::store opened("/absent/folder/store"); }), BW_ERROR_CANNOT_OPEN);
  CHECK_INT(thrown([] { bw::query query("rating>=9"); }), BW_ERROR_INVALID);
  CHECK_INT(thrown([&] { store.count(); }), BW_ERROR_HANDLE);
  bw::query query("rating>=9", &error);
  CHECK(!query && error.offset() == 8);
}

// Texts

TEST(cpp_texts_need_no_nul_and_keep_their_bytes) {
  bw::store store(":memory:");
  const std::string_view both = "LalkaSolaris";
  const bw::id book = add(store, both.substr(0, 5));
  CHECK(bw::view(store.book(book)->title) == "Lalka");
  store.update(book, bw::draft().title("Pan Tadeusz, czyli…").review(""));
  const auto read = store.book(book);
  CHECK(bw::view(read->title) == "Pan Tadeusz, czyli…");
  CHECK(bw::has(*read, BW_BOOK_REVIEW) && bw::view(read->review).empty());
  CHECK(!bw::has(*read, BW_BOOK_SYNOPSIS) && bw::view(read->synopsis).data() == nullptr);
}

TEST(cpp_a_text_that_is_refused_says_where) {
  bw::store store(":memory:");
  bw::error error;
  store.create(bw::draft().title(std::string_view("a\0b", 3)).author("A"), &error);
  CHECK_INT(error.status(), BW_ERROR_TEXT);
  CHECK_INT(error.offset(), 1);
  store.create(bw::draft().title(std::string_view()).author("A"), &error);
  CHECK_INT(error.status(), BW_ERROR_INVALID);
}

// Handles

TEST(cpp_a_store_closes_at_the_end_of_its_scope) {
  bw_store *raw = nullptr;
  {
    bw::store store(file_path());
    raw = store.get();
    add(store, "Dune");
  }
  CHECK_STATUS(bw_book_set_rating(raw, 1, 1, NULL), BW_ERROR_HANDLE);
  check_integrity(file_path());
}

TEST(cpp_a_handle_is_moved_and_ended_once) {
  static_assert(!std::is_copy_constructible_v<bw::store>);
  static_assert(!std::is_copy_constructible_v<bw::query>);
  static_assert(std::is_nothrow_move_constructible_v<bw::store>);
  bw::store first(":memory:"), second(":memory:");
  bw_store *ended = second.get();
  add(first, "Dune");
  second = std::move(first);
  CHECK(!first && second && second.count() == 1);
  CHECK_STATUS(bw_store_close(ended, NULL), BW_ERROR_HANDLE);
  bw_query *query = bw::query().release();
  CHECK_STATUS(bw_query_free(query), BW_OK);
  CHECK(second.close() && !second);
}

TEST(cpp_results_are_shared_and_outlive_their_store) {
  bw::result all;
  CHECK(!all && all.size() == 0 && titles(all).empty());
  {
    bw::store store(":memory:");
    add(store, "Dune");
    add(store, "Emma");
    const bw::result read = store.run(bw::query());
    all = read;
  }
  CHECK(titles(all) == "Dune|Emma");
  CHECK(bw::view(all.books()[1].title) == "Emma");
  CHECK_INT(thrown([&] { all.books()[2]; }), BW_ERROR_ARGUMENT);
  CHECK_INT(thrown([&] { all.genres()[0]; }), BW_ERROR_ARGUMENT);
}

// Ranges

TEST(cpp_the_rows_of_a_result_that_nobody_keeps_can_be_walked) {
  bw::store store(":memory:");
  store.create(bw::draft().title("Dune").author("Herbert").genres({"Epic", "Desert"}));
  std::string names;
  for (const bw_genre &genre : store.genres_of(1).genres()) names += bw::view(genre.name);
  CHECK(names == "EpicDesert");
  const auto genres = store.genres().genres();
  CHECK_INT(std::distance(genres.begin(), genres.end()), 2);
}

TEST(cpp_pages_give_every_row_once) {
  bw::store store(":memory:");
  std::string expected, found;
  for (int i = 10; i < 17; i++) {
    add(store, "Book " + std::to_string(i));
    expected += (i == 10 ? "" : i % 3 == 1 ? "/" : "|") + ("Book " + std::to_string(i));
  }
  bw::query query;
  query.limit(3);
  for (const bw::result &page : bw::pages(store, query))
    found += (found.empty() ? "" : "/") + titles(page);
  CHECK(found == expected);
  bw::query none("rating>=1 limit:3");
  for (const bw::result &page : bw::pages(store, none)) FAIL("a page of %d", int(page.size()));
}

TEST(cpp_a_query_combines_what_is_asked_for) {
  bw::store store(":memory:");
  add(store, "Dune", 5);
  add(store, "Dune Messiah", 3);
  const bw::id emma = add(store, "Emma", 4);
  store.set_status(emma, BW_BOOK_STATUS_COMPLETED, 20261031);
  CHECK(titles(store.run(bw::query().search("dune").order_by(BW_SORT_RATING, BW_DESCENDING))) ==
        "Dune|Dune Messiah");
  CHECK(titles(store.run(bw::query().where_status(BW_BOOK_STATUS_COMPLETED))) == "Emma");
  CHECK(titles(store.run(bw::query().where_contains(BW_BOOK_TITLE, "mess"))) == "Dune Messiah");
  CHECK_INT(store.count(bw::query().where_rating(4, 5)), 2);
  CHECK_INT(store.statistics().rated, 3);
  const bw_column ids =
      store.run(bw::query().order_by(BW_SORT_ID).fields(BW_BOOK_ID)).column(BW_BOOK_ID);
  CHECK_INT(ids.count, 3);
}

// Transactions

TEST(cpp_a_transaction_is_taken_back_unless_it_is_committed) {
  bw::store store(":memory:");
  {
    bw::transaction transaction(store);
    add(transaction, "Lost");
  }
  CHECK_INT(store.count(), 0);
  bw::transaction transaction(store);
  add(transaction, "Kept");
  CHECK(transaction.commit() && !transaction);
  CHECK_INT(store.count(), 1);
  CHECK(bw_store_close(store.release(), NULL) == BW_OK);
}

TEST(cpp_work_that_throws_is_taken_back) {
  bw::store store(":memory:");
  CHECK_INT(thrown([&] {
              store.write([](bw::session &transaction) {
                add(transaction, "Lost");
                transaction.rate(7, 1);
              });
            }),
            BW_ERROR_NOT_FOUND);
  CHECK_INT(store.count(), 0);
  store.write([](bw::session &transaction) { add(transaction, "Kept"); });
  CHECK_INT(store.count(), 1);
  CHECK(std::string_view(store.undo().undo_name).size() > 0 && store.count() == 0);
}

TEST(cpp_a_transaction_stays_open_while_one_within_it_is) {
  bw::store store(":memory:");
  bw::transaction outer(store);
  bw::error error;
  {
    bw::transaction inner(outer, BW_TRANSACTION_WRITE);
    CHECK(!outer.commit(&error) && outer);
    CHECK_INT(error.status(), BW_ERROR_TRANSACTION);
    add(inner, "Dune");
    CHECK(inner.commit());
  }
  CHECK(outer.commit());
  CHECK_INT(store.count(), 1);
}

// Observers

TEST(cpp_an_observer_waits_or_has_a_descriptor) {
  bw::store store(file_path()), other(file_path());
  bw::observer observer = store.observe();
  CHECK_INT(observer.wait(0ms).size(), 0);
  pollfd waiting = {observer.descriptor(), POLLIN, 0};
  const bw::id book = add(other, "Dune");
  CHECK_INT(poll(&waiting, 1, 10000), 1);
  const bw::result changes = observer.wait(10s);
  CHECK_INT(changes.size(), 1);
  CHECK_INT(changes.changes()[0].kind, BW_CHANGE_INSERTED);
  CHECK_INT(changes.changes()[0].id, book);
}

TEST(cpp_an_observer_of_a_page_keeps_it) {
  bw::store store(":memory:");
  const bw::id dune = add(store, "Dune", 4);
  bw::observer observer = store.observe(bw::query("rating:4 limit:5"));
  CHECK(titles(observer.page()) == "Dune");
  store.rate(dune, 1);
  CHECK_INT(observer.wait(10s).changes()[0].kind, BW_CHANGE_LEFT);
  CHECK(titles(observer.page()).empty());
}

// Functions without a member function

TEST(cpp_every_function_of_the_interface_can_be_called) {
  bw::store store(":memory:");
  const bw::id book = add(store, "Dune");
  bw::transaction transaction(store);
  bw::call(nullptr, bw_transaction_set_name, transaction.get(), std::string_view("Two genres"));
  const std::vector<bw::id> genres = {transaction.genre("Epic"), transaction.genre("Desert")};
  bw::call(nullptr, bw_book_set_genres, transaction.get(), book, genres);
  transaction.commit();
  CHECK(std::string_view(store.undo().undo_name) == "Two genres");
  CHECK_INT(bw::make<bw::result>(nullptr, bw_store_check, store.get()).size(), 0);
  const bw_uuid id = store.book(book, BW_BOOK_GLOBAL_ID)->global_id;
  const auto text = bw::output<bw_uuid_text>(nullptr, bw_uuid_format, &id);
  const auto back = bw::output<bw_uuid>(nullptr, bw_uuid_parse, std::string_view(text.text));
  CHECK(memcmp(&id, &back, sizeof(id)) == 0);
  auto stream = bw::make<bw::stream>(nullptr, bw_stream_open, store.get(), bw::query().get());
  CHECK_INT(bw::make<bw::result>(nullptr, bw_stream_next, stream.get(), int64_t{9}).size(), 1);
}
