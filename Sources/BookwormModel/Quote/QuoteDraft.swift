// A new quote, or what is to change of one.
import BookwormStorage

/// The texts are borrowed from the caller for the length of the call.
public struct QuoteDraft {
  public var given: QuoteFields = []
  public var text = BookDraft.nothing
  public var page = BookDraft.nothing

  public init() {}

  func check() throws {
    try given.check(.givable, "fields") { "\($0) may not be given for a quote" }
    if given.contains(.text) { try Rules.name(text, "text", limit: Rules.textLimit) }
    if given.contains(.page) { try Rules.name(page, "page") }
  }
}
