// Calls Bookworm through cgo, which takes functions, constants and layouts from bookworm.h. Here are
// what Go needs in addition: an error, texts in and out, and structs with their sizes.
package main

/*
#cgo pkg-config: bookworm
#include <bookworm.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Failure is a call that was refused.
type Failure struct {
	Status, Field, Message string
}

func (failure *Failure) Error() string {
	return failure.Status + ": " + failure.Message
}

// call runs one call with an error to fill, and returns that as Go's.
func call(run func(*C.bw_error) C.bw_status) error {
	var err C.bw_error
	err.size = C.uint32_t(unsafe.Sizeof(err))
	status := run(&err)
	if status == C.BW_OK || status == C.BW_ROLLED_BACK {
		return nil
	}
	return &Failure{C.GoString(C.bw_status_name(status)), C.GoString(&err.field[0]),
		C.GoString(&err.message[0])}
}

// text copies a text that came out; absent ones are empty.
func text(given C.bw_text) string {
	return C.GoStringN(given.data, C.int(given.length))
}

// Store is an open store; a transaction would be one too.
type Store struct{ handle *C.bw_store }

// Open opens the store at a path, or makes one.
func Open(path string) (*Store, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	store := &Store{}
	return store, call(func(err *C.bw_error) C.bw_status {
		return C.bw_store_open(name, -1, nil, &store.handle, err)
	})
}

// Close closes the store.
func (store *Store) Close() error {
	return call(func(err *C.bw_error) C.bw_status { return C.bw_store_close(store.handle, err) })
}

// Create creates a book. What C keeps no longer than the call still must not be Go's memory where
// another pointer leads to it, so the texts are copied.
func (store *Store) Create(title, author string, rating int) (id int64, failure error) {
	var book C.bw_book
	book.size = C.uint32_t(unsafe.Sizeof(book))
	book.fields = C.BW_BOOK_TITLE | C.BW_BOOK_AUTHOR | C.BW_BOOK_RATING
	book.title = C.bw_text{C.CString(title), C.int64_t(len(title))}
	defer C.free(unsafe.Pointer(book.title.data))
	book.author = C.bw_text{C.CString(author), C.int64_t(len(author))}
	defer C.free(unsafe.Pointer(book.author.data))
	book.rating = C.int32_t(rating)
	failure = call(func(err *C.bw_error) C.bw_status {
		return C.bw_book_create(store.handle, &book, (*C.int64_t)(&id), err)
	})
	return
}

// Rate rates a book.
func (store *Store) Rate(id int64, rating int) error {
	return call(func(err *C.bw_error) C.bw_status {
		return C.bw_book_set_rating(store.handle, C.int64_t(id), C.int32_t(rating), err)
	})
}

// Rating reads a book's rating.
func (store *Store) Rating(id int64) (rating int, failure error) {
	var book C.bw_book
	book.size = C.uint32_t(unsafe.Sizeof(book))
	var result *C.bw_result
	failure = call(func(err *C.bw_error) C.bw_status {
		return C.bw_book_get(store.handle, C.int64_t(id), C.BW_BOOK_RATING, &book, &result, err)
	})
	C.bw_result_free(result)
	return int(book.rating), failure
}

// Delete deletes a book.
func (store *Store) Delete(id int64) error {
	return call(func(err *C.bw_error) C.bw_status {
		return C.bw_book_delete(store.handle, C.int64_t(id), err)
	})
}

// Count counts the books.
func (store *Store) Count() (count int64, failure error) {
	failure = call(func(err *C.bw_error) C.bw_status {
		return C.bw_books_count(store.handle, (*C.int64_t)(&count), err)
	})
	return
}

// Pages reads what a search line with a limit finds, and gives it page by page to `show`.
func (store *Store) Pages(line string, show func(lines []string)) error {
	words := C.CString(line)
	defer C.free(unsafe.Pointer(words))
	var query *C.bw_query
	if err := call(func(err *C.bw_error) C.bw_status {
		return C.bw_query_parse(words, -1, &query, err)
	}); err != nil {
		return err
	}
	defer C.bw_query_free(query)
	for {
		more, err := store.page(query, show)
		if err != nil || !more {
			return err
		}
	}
}

// page shows one page, and moves the query on to the next where there is one.
func (store *Store) page(query *C.bw_query, show func(lines []string)) (more bool, failure error) {
	var page *C.bw_result
	if failure = call(func(err *C.bw_error) C.bw_status {
		return C.bw_query_run(store.handle, query, &page, err)
	}); failure != nil {
		return
	}
	defer C.bw_result_free(page)
	var lines []string
	failure = rows(page, func(row C.int64_t) error {
		var book C.bw_book
		book.size = C.uint32_t(unsafe.Sizeof(book))
		err := call(func(err *C.bw_error) C.bw_status {
			return C.bw_result_get_book(page, row, &book, err)
		})
		lines = append(lines, fmt.Sprintf("%s by %s", text(book.title), text(book.author)))
		return err
	})
	if failure != nil {
		return
	}
	show(lines)
	failure = call(func(err *C.bw_error) C.bw_status {
		var cursor C.bw_text
		if status := C.bw_result_get_cursor(page, &cursor, err); status != C.BW_OK {
			return status
		}
		if more = cursor.data != nil; !more {
			return C.BW_OK
		}
		return C.bw_query_set_after(query, cursor.data, cursor.length, err)
	})
	return
}

// Watch calls `act`, and returns the ids of the rows that were changed meanwhile.
func (store *Store) Watch(act func() error) (ids []int64, failure error) {
	var observer *C.bw_observer
	if failure = call(func(err *C.bw_error) C.bw_status {
		return C.bw_store_observe(store.handle, C.BW_BOOK_RATING, &observer, err)
	}); failure != nil {
		return
	}
	defer C.bw_observer_free(observer)
	if failure = act(); failure != nil {
		return
	}
	var changes *C.bw_result
	if failure = call(func(err *C.bw_error) C.bw_status {
		return C.bw_observer_next(observer, 10_000, &changes, err)
	}); failure != nil {
		return
	}
	defer C.bw_result_free(changes)
	failure = rows(changes, func(row C.int64_t) error {
		var change C.bw_change
		change.size = C.uint32_t(unsafe.Sizeof(change))
		err := call(func(err *C.bw_error) C.bw_status {
			return C.bw_result_get_change(changes, row, &change, err)
		})
		ids = append(ids, int64(change.id))
		return err
	})
	return
}

// rows calls `visit` for each row of a result, until one fails.
func rows(result *C.bw_result, visit func(row C.int64_t) error) error {
	var count C.int64_t
	failure := call(func(err *C.bw_error) C.bw_status {
		return C.bw_result_count(result, &count, err)
	})
	for row := C.int64_t(0); failure == nil && row < count; row++ {
		failure = visit(row)
	}
	return failure
}
