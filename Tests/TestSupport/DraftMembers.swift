// Sets a draft's values by name, for tests that also set values that must be ignored.
import BookwormRecords
import BookwormStorage

extension BookDraft {
  /// Sets a value without giving its field.
  private mutating func keepGiven(_ set: (inout BookDraft) -> Void) {
    let given = given
    set(&self)
    self.given = given
  }

  package var title: Bytes {
    get { text(.title) }
    set { keepGiven { $0.give(.title, newValue) } }
  }
  package var author: Bytes {
    get { text(.author) }
    set { keepGiven { $0.give(.author, newValue) } }
  }
  package var synopsis: Bytes {
    get { text(.synopsis) }
    set { keepGiven { $0.give(.synopsis, newValue) } }
  }
  package var review: Bytes {
    get { text(.review) }
    set { keepGiven { $0.give(.review, newValue) } }
  }
  package var notes: Bytes {
    get { text(.notes) }
    set { keepGiven { $0.give(.notes, newValue) } }
  }
  package var series: Bytes {
    get { text(.series) }
    set { keepGiven { $0.give(.series, newValue) } }
  }
  package var currency: Bytes {
    get { text(.currency) }
    set { keepGiven { $0.give(.currency, newValue) } }
  }
  package var rating: Int32 {
    get { int32(.rating) }
    set { keepGiven { $0.give(.rating, newValue) } }
  }
  package var favourite: Int32 {
    get { int32(.favourite) }
    set { keepGiven { $0.give(.favourite, newValue) } }
  }
  package var status: Int32 {
    get { int32(.status) }
    set { keepGiven { $0.give(.status, newValue) } }
  }
  package var year: Int32 {
    get { int32(.year) }
    set { keepGiven { $0.give(.year, newValue) } }
  }
  package var started: Int32 {
    get { int32(.started) }
    set { keepGiven { $0.give(.started, newValue) } }
  }
  package var finished: Int32 {
    get { int32(.finished) }
    set { keepGiven { $0.give(.finished, newValue) } }
  }
  package var created: Int64 {
    get { int64(.created) }
    set { keepGiven { $0.give(.created, newValue) } }
  }
  package var price: Int64 {
    get { int64(.price) }
    set { keepGiven { $0.give(.price, newValue) } }
  }
  package var seriesNumber: Double {
    get { double(.seriesNumber) }
    set { keepGiven { $0.give(.seriesNumber, newValue) } }
  }
}
