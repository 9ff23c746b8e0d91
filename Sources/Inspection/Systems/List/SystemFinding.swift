import RongCloud
import WireFormat
import WireJSON

/// A codec's finding about a message's content; put into words only when it is read.
enum SystemFinding: Sendable {
    case rongCloud(ContentDiagnostic)
    case content(ContentFinding)

    var severity: Severity {
        switch self {
        case .rongCloud(let found): found.severity
        case .content(let found): found.severity
        }
    }

    /// The code, which never changes.
    var code: String {
        switch self {
        case .rongCloud(let found): found.code
        case .content(let found): found.code
        }
    }

    /// The offset in bytes from the start of the unit.
    var offset: Int {
        switch self {
        case .rongCloud(let found): found.offset
        case .content(let found): found.offset
        }
    }

    /// The path of the field, with dots; empty for the content as a whole.
    var path: String {
        switch self {
        case .rongCloud(let found): found.path
        case .content(let found): found.path
        }
    }

    /// The finding in one sentence.
    var text: String {
        switch self {
        case .rongCloud(let found): found.text
        case .content(let found): found.text
        }
    }

    func appendPath(to writer: inout ByteWriter) {
        switch self {
        case .rongCloud(let found): found.appendPath(to: &writer)
        case .content(let found): writer.append(text: found.path)
        }
    }

    func appendText(to writer: inout ByteWriter) {
        switch self {
        case .rongCloud(let found): found.appendText(to: &writer)
        case .content(let found): writer.append(text: found.text)
        }
    }
}
