// Computes the counters from the rows that they count, to check and to rebuild them.
import BookwormRecords
import BookwormStorage

extension Counters {
  package init(countedBy connection: Connection) throws {
    self.init()
    try connection.each(CounterSQL.booksToCount) {
      try count(BookFacts($0), genres: EmptyCollection(), by: 1)
    }
    try connection.each(CounterSQL.readingsToCount) { readings in
      try countReading(
        finished: readings.int32(0), rating: readings.int32(1), by: readings.int64(2))
    }
    try connection.each(CounterSQL.linksToCount) { links in
      try countLink(links.int64(0), rating: links.int32(1), by: links.int64(2))
    }
  }

  /// Reports each wrong counter. The counters in the table are subtracted from the computed ones;
  /// the remainders are faults.
  package mutating func compare(with connection: Connection, _ fault: (Key) throws -> Void) throws {
    try connection.each(CounterSQL.all) { rows in
      var found = SIMD8<Int64>.zero
      for lane in 0..<6 { found[lane] = rows.int64(Int32(lane + 2)) }
      let key = Key(kind: rows.int64(0), key: rows.int64(1))
      let isOrphan = key.kind == Int64(Kind.genre.rawValue) && rows.int64(8) == 0
      if isOrphan || found != deltas[key] ?? .zero { try fault(key) }
      try settle(key)
    }
    try deltas.forEach { key, counts in if counts != .zero { try fault(key) } }
  }
}

extension Connection {
  package func rebuildCounters() throws {
    for sql in CounterSQL.forgetAll(dialect) { try statement(sql).run() }
    try Counters(countedBy: self).write(to: self)
  }
}
