// Exports the names and types of a stream's columns as Arrow's schema structs. The receiver calls
// its release callback once.
import BookwormQuery
import BookwormRecords
import BookwormStorage
import CBookwormTypes
import Glibc

extension RecordBatchStream.Field {
  fileprivate var format: String {
    switch kind {
    case .int64: "l"
    case .int32, .status: "i"
    case .double: "g"
    case .flag: "b"
    case .text, .uuid: "u"
    case .instant: "tsm:UTC"
    case .date: "tdD"
    case .int64List, .textList, .dateList, .outcomeList: "+l"
    }
  }

  fileprivate var item: String? {
    switch kind {
    case .int64List: "l"
    case .textList: "u"
    default: nil
    }
  }
}

/// Zeroed memory that its owner's release callback frees.
func arrowMemory<T>(_ type: T.Type, _ count: Int = 1) throws -> UnsafeMutablePointer<T> {
  guard let memory = calloc(count, MemoryLayout<T>.stride) else {
    throw Failure(.memory, "", "not enough memory for an Arrow struct")
  }
  return memory.bindMemory(to: type, capacity: count)
}

private func copy(_ text: String) throws -> UnsafePointer<CChar> {
  guard let copy = strdup(text) else {
    throw Failure(.memory, "", "not enough memory for an Arrow struct")
  }
  return UnsafePointer(copy)
}

extension ArrowSchema {
  /// A struct of the stream's columns.
  init(_ stream: RecordBatchStream) throws {
    try self.init(format: "+s", name: "", nullable: false)
    do {
      children = try arrowMemory(UnsafeMutablePointer<ArrowSchema>?.self, stream.fields.count)
      for field in stream.fields { try add(try ArrowSchema(field)) }
    } catch {
      releaseSchema(&self)
      throw error
    }
  }

  private init(_ field: RecordBatchStream.Field) throws {
    try self.init(format: field.format, name: field.name, nullable: field.nullable)
    do {
      if let item = field.item {
        children = try arrowMemory(UnsafeMutablePointer<ArrowSchema>?.self, 1)
        try add(try ArrowSchema(format: item, name: "item", nullable: false))
      }
      if field.kind == .status {
        dictionary = try ArrowSchema(format: "u", name: "", nullable: false).moved()
      }
    } catch {
      releaseSchema(&self)
      throw error
    }
  }

  private init(format: String, name: String, nullable: Bool) throws {
    self.init()
    release = releaseSchema
    do {
      self.format = try copy(format)
      self.name = try copy(name)
    } catch {
      releaseSchema(&self)
      throw error
    }
    flags = nullable ? Int64(ARROW_FLAG_NULLABLE) : 0
  }

  /// Adds a child; room for its pointer must have been reserved.
  private mutating func add(_ child: ArrowSchema) throws {
    children[Int(n_children)] = try child.moved()
    n_children += 1
  }

  private func moved() throws -> UnsafeMutablePointer<ArrowSchema> {
    do {
      let memory = try arrowMemory(ArrowSchema.self)
      memory.initialize(to: self)
      return memory
    } catch {
      var schema = self
      releaseSchema(&schema)
      throw error
    }
  }
}

private func releaseSchema(_ schema: UnsafeMutablePointer<ArrowSchema>?) {
  guard let schema, schema.pointee.release != nil else { return }
  free(UnsafeMutableRawPointer(mutating: schema.pointee.format))
  free(UnsafeMutableRawPointer(mutating: schema.pointee.name))
  for index in 0..<Int(schema.pointee.n_children) {
    releaseMoved(schema.pointee.children[index])
  }
  free(schema.pointee.children)
  releaseMoved(schema.pointee.dictionary)
  schema.pointee.release = nil
}

/// Releases a child or a dictionary, and frees the memory of its struct. If the owner has moved it
/// out of its parent, only that memory is left to free.
private func releaseMoved(_ schema: UnsafeMutablePointer<ArrowSchema>?) {
  guard let schema else { return }
  schema.pointee.release?(schema)
  free(schema)
}
