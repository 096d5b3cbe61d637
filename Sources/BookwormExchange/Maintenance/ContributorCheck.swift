// Checks the stored contributors, their keys and their order.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Inspection {
  func contributors() throws {
    let select = try connection.statement(ContributorSQL.all)
    defer { select.reset() }
    while try select.step() {
      let book = select.int64(0)
      try expect(ContributorSQL.table, book) {
        let given = GivenContributor(
          name: select.text(2), sort: select.text(3), role: select.text(4))
        try given.check()
        let keys = try ContributorKeys(name: given.name, sort: given.sort, role: given.role)
        for (place, key) in keys.all.enumerated() {
          let column = Int32(place + 5)
          if select.kind(column) == .blob, select.blob(column).elementsEqual(key) { continue }
          try report(.key, ContributorSQL.table, book, "a contributor has a wrong key")
        }
      }
    }
    try report(.value, ContributorSQL.table, ContributorSQL.positions) { book, _ in
      "the contributors of the book \(book) have gaps in their order"
    }
  }
}
