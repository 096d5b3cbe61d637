// Writes include/bookworm.h: the overview, the types, then the functions by subject.

struct CHeader {
  let overview: String
  let types: TypesHeader
  let handles: [Handle]
  let subjects: [Subject]

  var text: String {
    """
    /* Generated from the Swift sources by Sources/headergen/regenerate: do not edit. */

    \(overviewComment)
    #ifndef BOOKWORM_H
    #define BOOKWORM_H

    #include <stddef.h>
    #include <stdint.h>
    #include <string.h>

    #ifdef __cplusplus
    extern "C" {
    #endif

    \(types.text)

    /* Handles. A handle has the type of a pointer, but is a slot's number and a generation, never
     * an address. Every call checks it: a closed, stale, made-up or wrong-typed handle gives
     * BW_ERROR_HANDLE and does no harm. So does NULL, except in _close and _free, and where the
     * comment of a call allows it. */

    \(handles.map(Self.text).joined())
    \(subjects.map(Self.text).joined(separator: "\n"))
    #ifdef __cplusplus
    }
    #endif

    #endif

    """
  }

  private var overviewComment: String {
    let lines = overview.split(separator: "\n", omittingEmptySubsequences: false)
    return Self.comment(lines.map(String.init) + [""] + index)
  }

  /// The names of the functions, by subject.
  private var index: [String] {
    let width = (subjects.map(\.title.count).max() ?? 0) + 4
    return ["The functions by subject"]
      + subjects.flatMap { subject in
        let names = subject.exports.map(\.name).joined(separator: " ")
        let lines = CComment.filled(names, width: CComment.lineLength - " * ".count - width)
        return lines.enumerated().map { number, line in
          let label = number == 0 ? "  " + subject.title : ""
          return label + String(repeating: " ", count: width - label.count) + line
        }
      }
  }

  private static func comment(_ lines: [String]) -> String {
    "/*\n" + lines.map { $0.isEmpty ? " *\n" : " * \($0)\n" }.joined() + " */\n"
  }

  private static func text(_ handle: Handle) -> String {
    CComment.text(handle.documentation) + "typedef struct \(handle.name) \(handle.name);\n"
  }

  private static func text(_ subject: Subject) -> String {
    let heading = [subject.title, String(repeating: "-", count: subject.title.count)]
    let introduction = comment(heading + CComment.lines(subject.introduction))
    return introduction + "\n" + subject.exports.map(text).joined(separator: "\n")
  }

  private static func text(_ export: Export) -> String {
    CComment.text(export.documentation) + (export.mayBeIgnored ? "" : "BW_NODISCARD\n")
      + prototype(export) + "\n"
  }

  /// The prototype, its parameters filled to the line length and aligned below the first.
  static func prototype(_ export: Export) -> String {
    let head = "\(export.result.declarator)\(export.name)("
    let parameters = export.parameters.map { $0.type.declarator + $0.name }
    if parameters.isEmpty { return head + "void);" }
    var lines = [head]
    for (index, parameter) in parameters.enumerated() {
      let piece = parameter + (index == parameters.count - 1 ? ");" : ",")
      let isFirst = index == 0
      if isFirst || lines[lines.count - 1].count + 1 + piece.count <= CComment.lineLength {
        lines[lines.count - 1] += (isFirst ? "" : " ") + piece
      } else {
        lines.append(String(repeating: " ", count: head.count) + piece)
      }
    }
    return lines.joined(separator: "\n")
  }
}
