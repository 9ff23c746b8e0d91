public import WireFormat

/// A finding about a unit: a severity, a stable code, a place, and a sentence.
public struct Diagnostic: Sendable {
    /// The severity of the finding.
    public let severity: Severity
    /// The stable name of the kind of finding; it never changes.
    public let code: String
    /// The byte offset in the unit.
    public let offset: Int
    private let wording: Wording

    /// The path and the sentence; for a finding about a content, both are built only when they are read.
    private enum Wording: Sendable {
        case own(path: String, text: String)
        /// - Parameter message: the message's index in the event, if there are several.
        case content(SystemFinding, message: Int?)
        case leftOut(Int)
    }

    /// The path of the field, with dots; empty for the unit as a whole.
    public var path: String {
        switch wording {
        case .own(let path, _): path
        case .content(let found, let message):
            Self.contentPath(ofMessage: message) + (found.path.isEmpty ? "" : ".\(found.path)")
        case .leftOut: ""
        }
    }

    /// Returns the path of a message's content.
    ///
    /// - Parameter message: the message's index in the event, if there are several.
    static func contentPath(ofMessage message: Int?) -> String {
        message.map { "messages[\($0)].content" } ?? "content"
    }

    /// The description, in one sentence.
    public var text: String {
        switch wording {
        case .own(_, let text): text
        case .content(let found, _): found.text
        case .leftOut(let count): "and \(count) more about this unit"
        }
    }

    init(severity: Severity, code: String, path: String, offset: Int, text: String) {
        self.severity = severity
        self.code = code
        self.offset = offset
        wording = .own(path: path, text: text)
    }

    /// Creates the diagnostic that counts further ones, with the worst severity among them.
    init(leftOut: Int, worst: Severity) {
        severity = worst
        code = "more-diagnostics"
        offset = 0
        wording = .leftOut(leftOut)
    }

    /// Creates a diagnostic about a message's content.
    ///
    /// - Parameter message: the message's index in the event, if there are several.
    init(_ found: SystemFinding, message: Int?) {
        severity = found.severity
        code = found.code
        offset = found.offset
        wording = .content(found, message: message)
    }

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

    func appendText(to writer: inout ByteWriter) {
        switch wording {
        case .own(_, let text): writer.append(text: text)
        case .content(let found, _): found.appendText(to: &writer)
        case .leftOut: writer.append(text: text)
        }
    }
}

extension Diagnostic: Hashable {
    /// Returns whether two diagnostics say the same about the same place.
    public static func == (one: Diagnostic, other: Diagnostic) -> Bool {
        one.code == other.code && one.offset == other.offset && one.severity == other.severity
            && one.path == other.path && one.text == other.text
    }

    /// Feeds the code and the place to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(offset)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// Severity, path, sentence and code, such as `note: dup: the dup flag is set [frame-dup]`.
    public var description: String {
        "\(severity.rawValue): \(path.isEmpty ? "" : "\(path): ")\(text) [\(code)]"
    }
}
