// A tour of Bookworm from C++: open, create, rate, a refused rating, query, page on, watch another
// process, delete, errors.
//
//   c++ -std=c++17 tour.cpp $(pkg-config --cflags --libs bookworm) -o tour && ./tour STORE
#include <bookworm.hpp>
#include <cstdlib>
#include <iostream>

namespace bw = bookworm;

static void tour(const std::string &program, const std::string &path) {
  // Open. The store is closed at the end of its scope, as everything here ends with its own.
  bw::store store(path);

  // Create, as one step that others see whole. Genres that are missing are made.
  bw::transaction transaction(store);
  const auto dune = transaction.create(
      bw::draft().title("Dune").author("Frank Herbert").genres({"Science Fiction"}));
  const char *others[][2] = {
      {"Emma", "Jane Austen"}, {"Lalka", "Bolesław Prus"}, {"Solaris", "Stanisław Lem"}};
  for (const auto &[title, author] : others)
    transaction.create(bw::draft().title(title).author(author).rating(4));
  transaction.commit();

  // Rate. With an error to fill, a call that is refused throws nothing.
  store.rate(dune, 5);
  bw::error error;
  if (!store.rate(dune, 6, &error))
    std::cout << "refused: " << error.name() << ", " << error.field() << '\n';

  // Query, and page on; the texts live as long as their page.
  bw::query query("rating>=4 sort:-rating,title limit:3");
  for (const bw::result &page : bw::pages(store, query)) {
    std::cout << "page:\n";
    for (const bw_book &book : page.books())
      std::cout << "  " << bw::view(book.title) << " by " << bw::view(book.author) << '\n';
  }

  // Watch another process, which is this program again.
  bw::observer observer = store.observe(BW_BOOK_RATING);
  const std::string other = "'" + program + "' '" + path + "' " + std::to_string(dune) + " 3";
  if (std::system(other.c_str()) != 0) throw std::runtime_error("the other process failed");
  for (const bw_change &change : observer.wait(std::chrono::seconds(10)).changes())
    std::cout << "heard: book " << change.id << ", rating " << store.book(change.id)->rating
              << '\n';

  // Delete. Without an error to fill, what fails throws.
  store.erase(dune);
  try {
    store.rate(dune, 3);
  } catch (const bw::exception &exception) {
    std::cout << "gone: " << exception.cause().name() << '\n';
  }
  std::cout << "left: " << store.count() << '\n';
}

int main(int argc, char **argv) {
  try {
    if (argc == 4)
      bw::store(argv[1]).rate(std::atoll(argv[2]), std::atoi(argv[3]));
    else
      tour(argv[0], argv[1]);
  } catch (const std::exception &exception) {
    std::cerr << exception.what() << '\n';
    return 1;
  }
}
