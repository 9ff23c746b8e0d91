import RongCloud
import Transport
import WireFormat
import WireJSON

/// A frame of the long-polling form, taken from URL and JSON: its fields as those of a frame, its payload as JSON.
///
/// Source: web SDK v2 `transportation/xhrpolling.ts` and `signalling.ts` (read); real traffic.
struct PollingUnit {
    /// The name of a type that is no frame type: `POLL`.
    var typeName: StaticString?
    /// The fields; the ranges of texts refer to ``text``.
    var layout = FrameLayout()
    /// The bytes of the fields' texts.
    var text: [UInt8] = []
    /// The payload, if there is one.
    var payload: JSONValue?
    /// Whether the payload's place holds a value that is no payload.
    private(set) var isPayloadRefused = false
    /// The text in the payload's place, if the payload was sent as text or was refused.
    private var payloadText: [UInt8] = []
    /// The parameters of the URL, or members of the answer, that are no field of a frame.
    private(set) var extra: [HTTPTarget.Parameter] = []
    /// The id of the session that the request or the answer names.
    var sessionId: String?
    private(set) var diagnostics: [Diagnostic] = []
    /// The first error for which the unit is no frame or its payload cannot be read; `nil` if there is none.
    private(set) var failure: WireError?
    /// The offset in the unit of the value that is being read; ``WireError/nowhere`` for a parameter of the URL.
    private var place = WireError.nowhere

    /// The diagnostic code of a header that states no type.
    static let badHeaderCode = "polling-header"
    /// The diagnostic code of a member whose value does not fit its field; the field is lost.
    ///
    /// The code is that of any frame.
    static let badMemberCode = "frame-value"

    /// The bytes in the payload's place, as received; an object inside JSON loses its white space.
    var payloadBytes: [UInt8] { payloadText.isEmpty ? payload?.minified ?? [] : payloadText }

    private mutating func add(_ value: String, to field: WritableKeyPath<FrameLayout, Range<Int>?>) {
        let start = text.count
        text += Array(value.utf8)
        layout[keyPath: field] = start..<text.count
    }

    /// Sets the header from its byte, which may be written as a signed or an unsigned number.
    private mutating func take(header number: Int64?, named name: String) {
        guard let number, -128...255 ~= number else {
            layout.header = FrameHeader(rawValue: FrameType.reserved.rawValue << 4)
            let error = WireError(.value, at: place, path: [name], expected: "a number of 8 bits")
            return diagnose(error, Self.badHeaderCode)
        }
        layout.header = FrameHeader(rawValue: UInt8(truncatingIfNeeded: number))
    }

    private mutating func diagnose(_ error: WireError, _ code: String) {
        // A frame object may lack a field, so a bad member alone is no failure.
        if failure == nil, code != Self.badMemberCode { failure = error }
        diagnostics.append(
            Diagnostic(
                severity: .error,
                code: code,
                path: error.path.joined(separator: "."),
                offset: max(error.offset, 0),
                text: error.description
            )
        )
    }

    /// Leaves out the parts of ``extra`` that would take the place of another member of the frame object.
    private mutating func dropTakenNames() {
        let layout = layout
        func isTaken(_ name: String) -> Bool {
            switch name {
            case "type", "qos", "dup", "retain", "data", "raw", "payload", "messages": true
            case "messageId": layout.messageId != nil
            case "targetId": layout.targetId != nil
            case "sessionId": layout.sessionId != nil
            default: false
            }
        }
        for name in extra.map(\.name) where isTaken(name) {
            diagnostics.append(
                Diagnostic(
                    severity: .note,
                    code: "polling-name",
                    path: name,
                    offset: 0,
                    text: "\(name) is the name of another member of the frame; the value with this name is not shown"
                )
            )
        }
        extra.removeAll { isTaken($0.name) }
    }

    /// Keeps the last of several values with one name, as readers of JSON do, and reports the name.
    private mutating func dropRepeated(_ names: [String]) {
        let repeated = names.doubled
        // A message id that is no number of 16 bits is among these, under another name than on the wire.
        let doubled = repeated + extra.doubledNames.filter { !repeated.contains($0) }
        guard !doubled.isEmpty else { return }
        for name in doubled {
            diagnostics.append(
                Diagnostic(
                    severity: .note,
                    code: "polling-doubled",
                    path: name,
                    offset: 0,
                    text: "\(name) stands more than once; the last counts"
                )
            )
        }
        extra = extra.lastOfEachName
    }
}

// MARK: - Requests

extension PollingUnit {
    /// Creates the unit of a request.
    ///
    /// - Parameters:
    ///   - body: the body without its coding, or as it was sent if there is a failure.
    ///   - failure: the reason why the body could not be decoded.
    init(request target: HTTPTarget, body: [UInt8], failure: WireError? = nil) {
        layout.header = FrameHeader(.connect)
        if target.path.hasSuffix("/pullmsg.js") {
            typeName = "POLL"
        } else if let last = target.query.last(where: { $0.name == "header" }) {
            take(header: Int64(last.value), named: "header")
        }
        for parameter in target.query { take(parameter) }
        dropTakenNames()
        dropRepeated(target.query.map(\.name))
        guard failure != nil || !body.isEmpty, typeName == nil else { return }
        payloadText = body
        if let failure {
            isPayloadRefused = true
            diagnose(failure, "polling-\(failure.code.rawValue)")
            return
        }
        do throws(WireError) {
            // Requests without fields send an empty text.
            let value = try JSONValue(parsing: body)
            if value.string != "" { take(payload: value, named: "body") }
        } catch {
            isPayloadRefused = true
            diagnose(error, "polling-body")
        }
    }

    /// Reports a missing message id if the frame cannot be paired with its answer without one.
    mutating func requireMessageId() {
        let isToldOf = diagnostics.contains(where: \.isAboutWideId)
        guard typeName == nil, layout.messageId == nil, !isToldOf else { return }
        switch layout.header.type {
        case .publish: if layout.header.qos == 0 { return }
        case .query, .puback, .querycon: break
        default: return
        }
        diagnose(WireError(.required, path: ["messageId"]), "frame-required")
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
                        text: "the message id \(parameter.value) is no number of 16 bits; answers cannot be matched"
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
}

// MARK: - Answers

extension PollingUnit {
    /// Creates the unit of an object in an answer; `nil` if the object is no frame.
    ///
    /// - Throws: `limit` if a member is nested too deep.
    init?(answer object: borrowing JSONView) throws(WireError) {
        guard let code = object["headerCode"], let number = code.int64 else { return nil }
        let start = object.range.lowerBound
        place = code.range.lowerBound - start
        // The code is a signed byte: -32 is 0xE0, DISCONNECT.
        take(header: number, named: "headerCode")
        var names: [String] = []
        var members = object.members
        while let member = members.next() {
            let value = member.value
            let name = member.key.string ?? ""
            place = value.range.lowerBound - start
            take(name, try value.value())
            names.append(name)
        }
        place = WireError.nowhere
        dropTakenNames()
        dropRepeated(names)
    }

    private mutating func take(_ name: String, _ value: JSONValue) {
        switch name {
        case "headerCode": break
        case "messageId": layout.messageId = number(name, value)
        case "date": layout.date = number(name, value)
        case "status": layout.status = number(name, value)
        case "millisecond": layout.millisecond = number(name, value)
        case "timestamp": layout.timestamp = number(name, value)
        case "topic": take(text: value, name, to: \.topic)
        case "targetId": take(text: value, name, to: \.targetId)
        case "userId": take(text: value, name, to: \.userId)
        case "messageUId": take(text: value, name, to: \.messageUId)
        case "sessionid":
            take(text: value, name, to: \.sessionId)
            sessionId = value.string ?? sessionId
        case "data": takeData(value)
        default: extra.append(HTTPTarget.Parameter(name: name, value: value.string ?? value.description))
        }
    }

    /// Returns the number in a member; reports any other value and returns `nil`.
    private mutating func number<Number: FixedWidthInteger>(_ name: String, _ value: JSONValue) -> Number? {
        let number = value.int64.flatMap { Number(exactly: $0) }
        if number == nil { refuse(name, value, "a number of \(Number.bitWidth) bits") }
        return number
    }

    private mutating func take(
        text value: JSONValue,
        _ name: String,
        to field: WritableKeyPath<FrameLayout, Range<Int>?>
    ) {
        guard let text = value.string else { return refuse(name, value, "a text") }
        add(text, to: field)
    }

    /// Reports that a value does not fit its member.
    private mutating func refuse(_ name: String, _ value: JSONValue, _ expected: String) {
        // A `null` counts as a missing member.
        guard !value.isNull else { return }
        let shown = Secrets.masked(value.description).prefix(Self.mostShown)
        diagnose(WireError(.value, at: place, path: [name], expected: "\(expected), not \(shown)"), Self.badMemberCode)
    }

    /// The number of characters that are shown of a refused value.
    private static let mostShown = 40

    /// Sets the payload from JSON text inside the JSON, or from an object.
    private mutating func takeData(_ value: JSONValue) {
        payloadText = []
        guard let text = value.string else { return take(payload: value, named: "data") }
        guard !text.isEmpty else { return }
        payloadText = Array(text.utf8)
        do throws(WireError) {
            take(payload: try JSONValue(parsing: text), named: "data")
        } catch {
            isPayloadRefused = true
            // The offset is one in the member's text, not in the unit.
            let inner = error.inside("data")
            diagnose(inner, "polling-data")
        }
    }

    private mutating func take(payload value: JSONValue, named name: String) {
        guard value.kind != .object else {
            payload = value
            return
        }
        guard !value.isNull else { return }
        isPayloadRefused = true
        if payloadText.isEmpty { payloadText = value.minified }
        refuse(name, value, "an object")
    }
}

extension Diagnostic {
    /// Whether the diagnostic is about a message id in a URL that is no number of 16 bits.
    var isAboutWideId: Bool { code == "polling-message-id" }
}
