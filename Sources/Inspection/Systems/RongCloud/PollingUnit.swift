import RongCloud
import Transport
import WireFormat
import WireJSON

/// A frame of the long-polling form, taken from URL and JSON: its fields as those of a frame, its payload as JSON.
///
/// Source: web SDK v2 `transportation/xhrpolling.ts` and `signalling.ts` (read); real traffic.
struct PollingUnit {
    /// The type's name where it is no frame type: `POLL`.
    var typeName: StaticString?
    /// The fields; texts lie in ``text``.
    var layout = FrameLayout()
    /// The bytes of the fields' texts.
    var text: [UInt8] = []
    /// The payload, when there is one.
    var payload: JSONValue?
    /// Parameters of the URL, or members of the answer, that are no field of a frame.
    var extra: [HTTPTarget.Parameter] = []
    /// The session that the request names.
    var sessionId: String?
    /// What is to be said.
    var diagnostics: [Diagnostic] = []

    /// The code of a header that states no type.
    static let badHeaderCode = "polling-header"

    /// Adds a text field.
    private mutating func add(_ value: String, to field: WritableKeyPath<FrameLayout, Range<Int>?>) {
        let start = text.count
        text += Array(value.utf8)
        layout[keyPath: field] = start..<text.count
    }
}

// MARK: - Requests

extension PollingUnit {
    /// What a request stands for.
    init(request method: String, _ target: HTTPTarget, body: [UInt8]) {
        var header = FrameHeader(.connect)
        if target.path.hasSuffix("/pullmsg.js") {
            typeName = "POLL"
        } else if let text = target["header"] {
            // A signed byte, or one without sign.
            if let number = Int(text), -128...255 ~= number {
                header = FrameHeader(rawValue: UInt8(truncatingIfNeeded: number))
            } else {
                header = FrameHeader(rawValue: FrameType.reserved.rawValue << 4)
                let error = WireError(.value, at: 0, path: ["header"], expected: "a number of 8 bits")
                diagnose(error, Self.badHeaderCode)
            }
        }
        layout.header = header
        for parameter in target.query { take(parameter) }
        guard !body.isEmpty, typeName == nil else { return }
        do throws(WireError) {
            let value = try JSONValue(parsing: body)
            // Requests without fields send an empty text.
            if value.kind == .object { payload = value }
        } catch {
            diagnose(error, "polling-body")
        }
    }

    private mutating func take(_ parameter: HTTPTarget.Parameter) {
        switch parameter.name {
        case "messageid":
            layout.messageId = UInt16(parameter.value)
            if layout.messageId == nil {
                extra.append(HTTPTarget.Parameter(name: "messageId", value: parameter.value))
                diagnostics.append(
                    Diagnostic(
                        severity: .warning,
                        code: "polling-message-id",
                        path: "messageId",
                        offset: 0,
                        text: "the message id \(parameter.value) is no number of 16 bits; answers can not be matched"
                    )
                )
            }
        case "topic": add(parameter.value, to: \.topic)
        case "targetid": add(parameter.value, to: \.targetId)
        case "appId": add(parameter.value, to: \.appId)
        case "token": add(parameter.value, to: \.token)
        case "sessionid":
            sessionId = parameter.value
            add(parameter.value, to: \.sessionId)
        case "header": break
        default: extra.append(parameter)
        }
    }

    private mutating func diagnose(_ error: WireError, _ code: String) {
        diagnostics.append(
            Diagnostic(severity: .error, code: code, path: "", offset: error.offset, text: error.description)
        )
    }
}

// MARK: - Answers

extension PollingUnit {
    /// What an object of an answer stands for; `nil` when it is no frame.
    init?(answer object: JSONValue) {
        guard let code = object["headerCode"]?.int64 else { return nil }
        // The code is a signed byte: -32 is 0xE0, DISCONNECT.
        layout.header = FrameHeader(rawValue: UInt8(truncatingIfNeeded: code))
        for member in object.members ?? [] { take(member.key.text, member.value) }
    }

    private mutating func take(_ name: String, _ value: JSONValue) {
        switch name {
        case "headerCode": break
        case "messageId": layout.messageId = value.int64.flatMap(UInt16.init(exactly:))
        case "date": layout.date = value.int64.flatMap(Int32.init(exactly:))
        case "status": layout.status = value.int64.flatMap(UInt16.init(exactly:))
        case "millisecond": layout.millisecond = value.int64.flatMap(UInt16.init(exactly:))
        case "timestamp": layout.timestamp = value.int64
        case "topic": if let text = value.string { add(text, to: \.topic) }
        case "targetId": if let text = value.string { add(text, to: \.targetId) }
        case "userId": if let text = value.string { add(text, to: \.userId) }
        case "messageUId": if let text = value.string { add(text, to: \.messageUId) }
        case "sessionid":
            guard let text = value.string else { return }
            sessionId = text
            add(text, to: \.sessionId)
        case "data": takePayload(value)
        default: extra.append(HTTPTarget.Parameter(name: name, value: value.string ?? value.description))
        }
    }

    /// The payload is JSON text inside the JSON, or an object as it is.
    private mutating func takePayload(_ value: JSONValue) {
        guard let text = value.string else {
            if value.kind == .object { payload = value }
            return
        }
        guard !text.isEmpty else { return }
        do throws(WireError) {
            payload = try JSONValue(parsing: text)
        } catch {
            diagnose(error, "polling-data")
        }
    }
}
