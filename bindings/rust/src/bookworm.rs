//! What Rust needs in addition to the C interface: errors as results, handles that end themselves,
//! texts in and out. The interface itself is declared by build.rs.

#[allow(dead_code, non_camel_case_types)]
pub mod c {
    include!(concat!(env!("OUT_DIR"), "/declarations.rs"));
}

use std::ffi::CStr;
use std::os::raw::c_char;
use std::{fmt, mem, ptr, slice};

/// A call that was refused.
#[derive(Debug)]
pub struct Failure {
    pub status: String,
    pub field: String,
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}: {}", self.status, self.message)
    }
}

impl std::error::Error for Failure {}

/// Makes a struct of the interface: cleared, with its size set.
macro_rules! prepared {
    ($kind:ty) => {{
        // Every member may be zero: numbers, and pointers that are NULL.
        let mut made: $kind = unsafe { mem::zeroed() };
        made.size = mem::size_of::<$kind>() as u32;
        made
    }};
}

fn string(text: *const c_char) -> String {
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Makes a call with an error to fill.
pub fn call(run: impl FnOnce(*mut c::bw_error) -> c::bw_status) -> Result<(), Failure> {
    let mut error = prepared!(c::bw_error);
    let status = run(&mut error);
    if status == c::BW_OK || status == c::BW_ROLLED_BACK {
        return Ok(());
    }
    Err(Failure {
        status: string(unsafe { c::bw_status_name(status) }),
        field: string(error.field.as_ptr()),
        message: string(error.message.as_ptr()),
    })
}

/// A text for the library; it must live until the call.
fn given(text: &str) -> c::bw_text {
    c::bw_text { data: text.as_ptr().cast(), length: text.len() as i64 }
}

/// A text that came out, as long as what it is borrowed from; absent ones are empty.
fn taken(text: &c::bw_text) -> String {
    if text.data.is_null() {
        return String::new();
    }
    let bytes = unsafe { slice::from_raw_parts(text.data.cast(), text.length as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Owns a handle, and ends it.
struct Handle<Raw>(*mut Raw, unsafe extern "C" fn(*mut Raw) -> c::bw_status);

impl<Raw> Drop for Handle<Raw> {
    fn drop(&mut self) {
        unsafe { self.1(self.0) };
    }
}

unsafe extern "C" fn close(store: *mut c::bw_store) -> c::bw_status {
    c::bw_store_close(store, ptr::null_mut())
}

fn made<Raw>(
    end: unsafe extern "C" fn(*mut Raw) -> c::bw_status,
    run: impl FnOnce(*mut *mut Raw, *mut c::bw_error) -> c::bw_status,
) -> Result<Handle<Raw>, Failure> {
    let mut raw = ptr::null_mut();
    call(|error| run(&mut raw, error))?;
    Ok(Handle(raw, end))
}

/// A book, as it was read.
pub struct Book {
    pub id: i64,
    pub title: String,
    pub author: String,
    pub rating: i32,
}

impl Book {
    fn new(row: &c::bw_book) -> Book {
        Book {
            id: row.id,
            title: taken(&row.title),
            author: taken(&row.author),
            rating: row.rating,
        }
    }
}

pub struct Store(Handle<c::bw_store>);

impl Store {
    /// Opens the store at a path, or makes one; it closes when it goes out of scope.
    pub fn open(path: &str) -> Result<Store, Failure> {
        let path = given(path);
        made(close, |store, error| unsafe {
            c::bw_store_open(path.data, path.length, ptr::null(), store, error)
        })
        .map(Store)
    }

    pub fn create(&self, title: &str, author: &str, rating: i32) -> Result<i64, Failure> {
        let mut book = prepared!(c::bw_book);
        book.fields = c::BW_BOOK_TITLE | c::BW_BOOK_AUTHOR | c::BW_BOOK_RATING;
        book.title = given(title);
        book.author = given(author);
        book.rating = rating;
        let mut id = 0;
        call(|error| unsafe { c::bw_book_create(self.0 .0, &book, &mut id, error) })?;
        Ok(id)
    }

    pub fn rate(&self, id: i64, rating: i32) -> Result<(), Failure> {
        call(|error| unsafe { c::bw_book_set_rating(self.0 .0, id, rating, error) })
    }

    pub fn delete(&self, id: i64) -> Result<(), Failure> {
        call(|error| unsafe { c::bw_book_delete(self.0 .0, id, error) })
    }

    pub fn book(&self, id: i64) -> Result<Book, Failure> {
        let mut row = prepared!(c::bw_book);
        let _owner = made(c::bw_result_free, |result, error| unsafe {
            c::bw_book_get(self.0 .0, id, 0, &mut row, result, error)
        })?;
        Ok(Book::new(&row))
    }

    pub fn count(&self) -> Result<i64, Failure> {
        let mut count = 0;
        call(|error| unsafe { c::bw_books_count(self.0 .0, &mut count, error) })?;
        Ok(count)
    }

    /// What a search line with a limit finds, page by page.
    pub fn pages(&self, line: &str) -> Result<Pages<'_>, Failure> {
        let line = given(line);
        let query = made(c::bw_query_free, |query, error| unsafe {
            c::bw_query_parse(line.data, line.length, query, error)
        })?;
        Ok(Pages { store: self, query, is_over: false })
    }

    /// Hears of new ratings, of this process or another.
    pub fn observe_ratings(&self) -> Result<Observer, Failure> {
        made(c::bw_observer_free, |observer, error| unsafe {
            c::bw_store_observe(self.0 .0, c::BW_BOOK_RATING, observer, error)
        })
        .map(Observer)
    }
}

pub struct Pages<'store> {
    store: &'store Store,
    query: Handle<c::bw_query>,
    is_over: bool,
}

impl Pages<'_> {
    fn page(&mut self) -> Result<Vec<Book>, Failure> {
        let result = made(c::bw_result_free, |result, error| unsafe {
            c::bw_query_run(self.store.0 .0, self.query.0, result, error)
        })?;
        let mut books = Vec::new();
        for row in 0..rows(&result)? {
            let mut book = prepared!(c::bw_book);
            call(|error| unsafe { c::bw_result_get_book(result.0, row, &mut book, error) })?;
            books.push(Book::new(&book));
        }
        let mut cursor = given("");
        call(|error| unsafe { c::bw_result_get_cursor(result.0, &mut cursor, error) })?;
        self.is_over = cursor.data.is_null();
        if !self.is_over {
            call(|error| unsafe {
                c::bw_query_set_after(self.query.0, cursor.data, cursor.length, error)
            })?;
        }
        Ok(books)
    }
}

impl Iterator for Pages<'_> {
    type Item = Result<Vec<Book>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let page = self.page();
        self.is_over |= page.is_err();
        Some(page)
    }
}

pub struct Observer(Handle<c::bw_observer>);

impl Observer {
    /// Waits for the next transaction, and returns the ids of what it changed.
    pub fn wait(&self, milliseconds: i64) -> Result<Vec<i64>, Failure> {
        let changes = made(c::bw_result_free, |changes, error| unsafe {
            c::bw_observer_next(self.0 .0, milliseconds, changes, error)
        })?;
        let mut ids = Vec::new();
        for row in 0..rows(&changes)? {
            let mut change = prepared!(c::bw_change);
            call(|error| unsafe { c::bw_result_get_change(changes.0, row, &mut change, error) })?;
            ids.push(change.id);
        }
        Ok(ids)
    }
}

fn rows(result: &Handle<c::bw_result>) -> Result<i64, Failure> {
    let mut count = 0;
    call(|error| unsafe { c::bw_result_count(result.0, &mut count, error) })?;
    Ok(count)
}
