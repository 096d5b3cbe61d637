-- A tour of Bookworm from LuaJIT: open, create, rate, a refused rating, query, page on, watch another
-- process, delete, errors.
local folder = arg[0]:match "(.*/)" or ""
package.path = folder .. "?.lua;" .. package.path
local bw = require "bookworm"
local fields = bit.bor(bw.BW_BOOK_TITLE, bw.BW_BOOK_AUTHOR, bw.BW_BOOK_RATING)

local function create(store, title, author, rating)
  local book = { fields = fields, title = title, author = author, rating = rating }
  return bw.bw_book_create(store, bw.struct("bw_book", book))
end

local function tour(path)
  local store = bw.bw_store_open(path, nil)
  local dune = create(store, "Dune", "Frank Herbert", 0)
  create(store, "Emma", "Jane Austen", 4)
  create(store, "Lalka", "Bolesław Prus", 4)
  create(store, "Solaris", "Stanisław Lem", 4)

  -- A refused call raises a table.
  bw.bw_book_set_rating(store, dune, 5)
  local _, refused = pcall(bw.bw_book_set_rating, store, dune, 6)
  print("refused: " .. refused.status .. ", " .. refused.field)

  -- Each page goes on where the last one ended; a row's texts live as long as its page.
  local query = bw.bw_query_parse "rating>=4 sort:-rating,title limit:3"
  local cursor
  repeat
    local page = bw.bw_query_run(store, query)
    print "page:"
    for row = 0, tonumber(bw.bw_result_count(page)) - 1 do
      local book = bw.struct "bw_book"
      bw.bw_result_get_book(page, row, book)
      print("  " .. bw.text(book.title) .. " by " .. bw.text(book.author))
    end
    cursor = bw.text(bw.bw_result_get_cursor(page))
    bw.bw_result_free(page)
    if cursor then bw.bw_query_set_after(query, cursor) end
  until not cursor
  bw.bw_query_free(query)

  -- Another process, which is this program again, rates a book.
  local observer = bw.bw_store_observe(store, bw.BW_BOOK_RATING)
  local other = string.format("luajit '%s' '%s' %d 3", arg[0], path, tonumber(dune))
  assert(os.execute(other) == 0, "the other process failed")
  local changes = bw.bw_observer_next(observer, 10000)
  for row = 0, tonumber(bw.bw_result_count(changes)) - 1 do
    local change, book = bw.struct "bw_change", bw.struct "bw_book"
    bw.bw_result_get_change(changes, row, change)
    local result = bw.bw_book_get(store, change.id, 0, book)
    print(string.format("heard: book %d, rating %d", tonumber(change.id), book.rating))
    bw.bw_result_free(result)
  end
  bw.bw_result_free(changes)
  bw.bw_observer_free(observer)

  bw.bw_book_delete(store, dune)
  local _, gone = pcall(bw.bw_book_set_rating, store, dune, 3)
  print("gone: " .. gone.status)
  print("left: " .. tonumber(bw.bw_books_count(store)))
  bw.bw_store_close(store)
end

if #arg == 3 then
  local store = bw.bw_store_open(arg[1], nil)
  bw.bw_book_set_rating(store, tonumber(arg[2]), tonumber(arg[3]))
  bw.bw_store_close(store)
else
  tour(arg[1])
end
