//! A tour of Bookworm from Rust: open, create, rate, a refused rating, query, page on, watch another
//! process, delete, errors.
mod bookworm;

use bookworm::Store;
use std::{env, error::Error, process::Command};

fn tour(program: &str, path: &str) -> Result<(), Box<dyn Error>> {
    let store = Store::open(path)?;
    let dune = store.create("Dune", "Frank Herbert", 0)?;
    store.create("Emma", "Jane Austen", 4)?;
    store.create("Lalka", "Bolesław Prus", 4)?;
    store.create("Solaris", "Stanisław Lem", 4)?;

    // What is refused is an error, which names the field.
    store.rate(dune, 5)?;
    if let Err(refused) = store.rate(dune, 6) {
        println!("refused: {}, {}", refused.status, refused.field);
    }

    // Each page goes on where the last one ended.
    for page in store.pages("rating>=4 sort:-rating,title limit:3")? {
        println!("page:");
        for book in page? {
            println!("  {} by {}", book.title, book.author);
        }
    }

    // Another process, which is this program again, rates a book.
    let observer = store.observe_ratings()?;
    let other = Command::new(program).args([path, &dune.to_string(), "3"]).status()?;
    assert!(other.success(), "the other process failed");
    for id in observer.wait(10_000)? {
        let book = store.book(id)?;
        println!("heard: book {}, rating {}", book.id, book.rating);
    }

    store.delete(dune)?;
    if let Err(gone) = store.rate(dune, 3) {
        println!("gone: {}", gone.status);
    }
    println!("left: {}", store.count()?);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().collect();
    if words.len() == 4 {
        return Ok(Store::open(&words[1])?.rate(words[2].parse()?, words[3].parse()?)?);
    }
    tour(&words[0], &words[1])
}
