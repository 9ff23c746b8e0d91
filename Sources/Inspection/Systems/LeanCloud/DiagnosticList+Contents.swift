import LeanCloud
import WireFormat
import WireJSON

// Diagnostics of contents in the JSON form that are no texts.
extension DiagnosticList {
    /// Reports the contents of chat messages that are no texts: SDKs write and read texts only.
    mutating func describeContents(_ command: JSONView, _ cmd: LeanCloudCommand?) {
        switch cmd {
        case .direct: describeContent(command, "msg")
        case .logs: describeContents(of: "logs", in: command)
        case .unread: describeContents(of: "convs", in: command)
        case .patch: describeContents(of: "patches", in: command)
        default: break
        }
    }

    private mutating func describeContents(of list: StaticString, in command: JSONView) {
        guard let items = command.member(exactly: list) else { return }
        var elements = items.elements
        while let element = elements.next() {
            if element.kind == .object { describeContent(element, "data") }
        }
    }

    private mutating func describeContent(_ message: JSONView, _ text: StaticString) {
        for key in [text, "binaryMsg"] {
            guard let content = message.member(exactly: key), content.kind != .string, !content.isNull else { continue }
            append(
                Diagnostic(
                    severity: .warning,
                    code: "content-not-text",
                    path: "\(key)",
                    offset: content.range.lowerBound,
                    text: "\(key) is no text, as SDKs have it; it is shown with the payload"
                )
            )
        }
    }
}
