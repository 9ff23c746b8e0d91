public import WireFormat

/// Something worth saying about a unit: how bad it is, a stable code, where, and a sentence.
public struct Diagnostic: Sendable {
    /// How bad it is.
    public let severity: Severity
    /// A name that never changes.
    public let code: String
    /// Byte offset in the unit.
    public let offset: Int
    private let wording: Wording

    /// Where and what; of a content it is put together only when somebody reads it.
    private enum Wording: Sendable {
        case own(path: String, text: String)
        /// - Parameter message: the message's place in the event, where there are several.
        case content(SystemFinding, message: Int?)
        case leftOut(Int)
    }

    /// The field, with dots; empty for the unit as a whole.
    public var path: String {
        switch wording {
        case .own(let path, _): path
        case .content(let found, let message):
            Self.contentPath(ofMessage: message) + (found.path.isEmpty ? "" : ".\(found.path)")
        case .leftOut: ""
        }
    }

    /// The path of a message's content.
    ///
    /// - Parameter message: the message's place in the event, where there are several.
    static func contentPath(ofMessage message: Int?) -> String {
        message.map { "messages[\($0)].content" } ?? "content"
    }

    /// What is the matter, in one sentence.
    public var text: String {
        switch wording {
        case .own(_, let text): text
        case .content(let found, _): found.text
        case .leftOut(let count): "and \(count) more about this unit"
        }
    }

    /// Says something of the unit.
    init(severity: Severity, code: String, path: String, offset: Int, text: String) {
        self.severity = severity
        self.code = code
        self.offset = offset
        wording = .own(path: path, text: text)
    }

    /// Says how many more there are, the worst of them of a severity.
    init(leftOut: Int, worst: Severity) {
        severity = worst
        code = "more-diagnostics"
        offset = 0
        wording = .leftOut(leftOut)
    }

    /// Says what was found in a message's content.
    ///
    /// - Parameter message: the message's place in the event, where there are several.
    init(_ found: SystemFinding, message: Int?) {
        severity = found.severity
        code = found.code
        offset = found.offset
        wording = .content(found, message: message)
    }

    /// Appends ``path``.
    func appendPath(to writer: inout ByteWriter) {
        switch wording {
        case .own(let path, _): writer.append(text: path)
        case .content(let found, let message):
            if let message {
                writer.append(text: Self.contentPath(ofMessage: message))
                writer.append(UInt8(ascii: "."))
            } else {
                writer.append("content.")
            }
            let start = writer.count
            found.appendPath(to: &writer)
            if writer.count == start { writer.truncate(to: start - 1) }
        case .leftOut: break
        }
    }

    /// Appends ``text``.
    func appendText(to writer: inout ByteWriter) {
        switch wording {
        case .own(_, let text): writer.append(text: text)
        case .content(let found, _): found.appendText(to: &writer)
        case .leftOut: writer.append(text: text)
        }
    }
}
