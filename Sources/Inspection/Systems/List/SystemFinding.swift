import RongCloud
import WireFormat
import WireJSON

/// What a system's codec says of a message's content; it is put into words only when somebody reads it.
enum SystemFinding: Sendable {
    case rongCloud(ContentDiagnostic)
    case content(ContentFinding)

    /// How bad it is.
    var severity: Severity {
        switch self {
        case .rongCloud(let found): found.severity
        case .content(let found): found.severity
        }
    }

    /// A name that never changes.
    var code: String {
        switch self {
        case .rongCloud(let found): found.code
        case .content(let found): found.code
        }
    }

    /// Where, in bytes from the start of the unit.
    var offset: Int {
        switch self {
        case .rongCloud(let found): found.offset
        case .content(let found): found.offset
        }
    }

    /// The field, with dots; empty for the content as a whole.
    var path: String {
        switch self {
        case .rongCloud(let found): found.path
        case .content(let found): found.path
        }
    }

    /// What is the matter, in one sentence.
    var text: String {
        switch self {
        case .rongCloud(let found): found.text
        case .content(let found): found.text
        }
    }

    /// Appends ``path``.
    func appendPath(to writer: inout ByteWriter) {
        switch self {
        case .rongCloud(let found): found.appendPath(to: &writer)
        case .content(let found): writer.append(text: found.path)
        }
    }

    /// Appends ``text``.
    func appendText(to writer: inout ByteWriter) {
        switch self {
        case .rongCloud(let found): found.appendText(to: &writer)
        case .content(let found): writer.append(text: found.text)
        }
    }
}
