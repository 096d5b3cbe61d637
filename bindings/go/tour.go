// A tour of Bookworm from Go: open, create, rate, a refused rating, query, page on, watch another
// process, delete, errors.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strconv"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func done(err error) { must(0, err) }

// refusal returns what was wrong with a call that the library should refuse.
func refusal(err error) *Failure {
	var failure *Failure
	if !errors.As(err, &failure) {
		log.Fatal("this was to be refused")
	}
	return failure
}

func tour(path string) {
	store := must(Open(path))
	dune := must(store.Create("Dune", "Frank Herbert", 0))
	must(store.Create("Emma", "Jane Austen", 4))
	must(store.Create("Lalka", "Bolesław Prus", 4))
	must(store.Create("Solaris", "Stanisław Lem", 4))

	// What is refused is an error, which names the field.
	done(store.Rate(dune, 5))
	refused := refusal(store.Rate(dune, 6))
	fmt.Printf("refused: %s, %s\n", refused.Status, refused.Field)

	// Each page goes on where the last one ended.
	done(store.Pages("rating>=4 sort:-rating,title limit:3", func(lines []string) {
		fmt.Println("page:")
		for _, line := range lines {
			fmt.Println("  " + line)
		}
	}))

	// Another process, which is this program again, rates a book.
	heard := must(store.Watch(func() error {
		return exec.Command(os.Args[0], path, strconv.FormatInt(dune, 10), "3").Run()
	}))
	for _, id := range heard {
		fmt.Printf("heard: book %d, rating %d\n", id, must(store.Rating(id)))
	}

	done(store.Delete(dune))
	fmt.Printf("gone: %s\n", refusal(store.Rate(dune, 3)).Status)
	fmt.Printf("left: %d\n", must(store.Count()))
	done(store.Close())
}

func main() {
	if len(os.Args) == 4 {
		store := must(Open(os.Args[1]))
		done(store.Rate(must(strconv.ParseInt(os.Args[2], 10, 64)), must(strconv.Atoi(os.Args[3]))))
		done(store.Close())
		return
	}
	tour(os.Args[1])
}
