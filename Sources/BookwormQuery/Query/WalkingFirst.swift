// Plans a page of a person's books. If there are few, looking all of them up is fast, whatever the
// order. If there are many, most look-ups would be wasted, because a page in the order of an index
// is full after a short walk. But the walk is long if the books are far from its start, such as
// those of a series. So it ends after a number of books, and the rest of the page is looked up.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension QueryPlan {
  /// The number of books to walk for each book of the page. Walking past a book takes about as long
  /// as looking one up.
  private static let walkedForEach: Int64 = 50
  private static let largestPage: Int64 = 200

  /// Returns the plan itself unless it is for a page of the books of a person who has many.
  func walkingFirst(_ query: Query, _ connection: Connection) throws -> QueryPlan {
    guard !query.people.isEmpty, let limit = query.limit, limit > 0,
      limit <= QueryPlan.largestPage, query.offset <= QueryPlan.largestPage - limit,
      let person = soleLookup, let conditions = filters[person].ofPerson, walk.isInOrder(order)
    else { return self }
    let walked = QueryPlan.walkedForEach * (limit + query.offset)
    guard try connection.hasMany(walked, conditions, self) else { return self }
    var plan = self
    let isLookedUp = plan.filters.remove(at: person)
    let isTested = Condition.any(conditions.map(\.tested))
    guard let place = try place(afterWalking: walked, query, connection) else {
      plan.filters.insert(isTested, at: person)
      return plan
    }
    let before = QueryPlan.parts(upTo: place, order, idsDescend: idsDescend)
    // The engine must not walk the rest, so this condition is written such that no index has a
    // range for it.
    let isRest = Condition.isNotTrue(.any(before))
    plan.parts = parts.flatMap { part in
      before.map { .all([part, $0, isTested]) } + [.all([part, isRest, isLookedUp])]
    }
    return plan
  }

  /// The place of the only filter that looks books up. Nil if there are several: looking books up
  /// by the other ones is then faster than a walk.
  private var soleLookup: Int? {
    let lookups = filters.indices.filter { filters[$0].looksUp }
    return lookups.count == 1 ? lookups.first : nil
  }

  /// The place of the book that the walk reaches after `count` books, whatever the filters; nil if
  /// the walk ends before.
  private func place(
    afterWalking count: Int64, _ query: Query, _ connection: Connection
  ) throws -> Cursor? {
    var (plan, one) = (self, query)
    (plan.filters, plan.most) = ([], nil)
    one.selection = try BookSelection.of(.id)
    (one.offset, one.limit) = (count, 1)
    return try RowSource(one, connection, plan).nextPlace()
  }
}

extension Connection {
  /// Whether so many books meet one of the conditions.
  fileprivate func hasMany(
    _ many: Int64, _ conditions: [Condition], _ plan: QueryPlan
  ) throws -> Bool {
    let counted = conditions.map(\.counted).filter {
      if case .found = $0 { fullText.index.findsOneByOne } else { true }
    }
    let select = try bound(QuerySQL(plan, dialect).counts(of: counted, atMost: many))
    defer { select.reset() }
    while try select.step() { if select.int64(0) >= many { return true } }
    return false
  }
}

extension QueryPlan.Walk {
  /// Whether the walk can follow an index of the order.
  fileprivate func isInOrder(_ order: [QueryPlan.Term]) -> Bool {
    switch self {
    case .books: order.first?.column.hasIndex ?? true
    case .genre: true
    case .search, .listed: false
    }
  }
}

extension Condition {
  /// The conditions under which a book is one of a person's books; nil for a condition of another
  /// kind.
  fileprivate var ofPerson: [Condition]? {
    if case .anyLookedUp(let conditions) = self { conditions } else { nil }
  }

  /// A condition whose books an index can count: the same books, or more.
  fileprivate var counted: Condition {
    if case .all(let conditions) = self { return conditions.first(where: \.looksUp) ?? self }
    return self
  }

  /// The same condition for a book that is already read.
  fileprivate var tested: Condition {
    switch self {
    case .contributed(let filter): .hasContributor(filter)
    case .all(let conditions): .all(conditions.filter { !$0.looksUp })
    default: self
    }
  }
}
