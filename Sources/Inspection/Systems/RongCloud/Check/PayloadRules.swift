import Reporting
import RongCloud
import WireFormat
import WireJSON

/// Turns the decoder's diagnostics of frames, payloads and contents into findings, except for habits of SDKs.
struct PayloadRules: SessionRule {
    static let payloadType = FindingRule(
        id: "payload-type",
        severity: .error,
        title: "A payload is not the message that its topic carries.",
        basis: "The topic decides which protobuf message the payload is; that of an answer follows from its QUERY."
    )
    static let contentFormat = FindingRule(
        id: "content-format",
        severity: .warning,
        title: "The content of a known message is not a JSON object.",
        basis: "The contents of RongCloud's own messages are JSON objects."
    )
    static let doubleEncoded = FindingRule(
        id: "content-double-encoded",
        severity: .warning,
        title: "A content is encoded as JSON twice.",
        basis: "Server interfaces take the content as text, which invites encoding it twice; SDKs read an object."
    )
    static let contentKey = FindingRule(
        id: "content-key",
        severity: .warning,
        title: "A key of a content is missing, misspelt or there twice.",
        basis: "SDKs read the documented keys byte by byte; of a key that is there twice, they take the last."
    )
    static let contentType = FindingRule(
        id: "content-type",
        severity: .warning,
        title: "A value of a content is of a type that SDKs do not read.",
        basis: "Each key of RongCloud's own messages has a documented type: string, number, base64, object or list."
    )
    static let contentLimit = FindingRule(
        id: "content-limit",
        severity: .warning,
        title: "A value of a content is beyond what is documented.",
        basis: "Voice lasts 60 s at most and as long as it says, thumbnails are JPEG of at most 240 pixels and 80 KB, "
            + "coordinates are degrees."
    )
    static let messageFlags = FindingRule(
        id: "message-flags",
        severity: .warning,
        title: "A message is sent with other flags than its type has.",
        basis: "Each of RongCloud's own messages is registered as stored, counted, both or neither, on all platforms."
    )
    static let frameFormat = FindingRule(
        id: "frame-format",
        severity: .error,
        title: "A frame is not laid out as its type says.",
        basis: "Every type of frame has a fixed order of fields, and a frame ends with the last of them."
    )
    static let rules = [
        payloadType, contentFormat, doubleEncoded, contentKey, contentType, contentLimit, messageFlags, frameFormat,
    ]

    /// The most findings per frame, and the most missing fields that one finding names.
    private static let mostOfFrame = 8
    /// The decoder's code for a missing required field.
    private static let missingField = "payload-required"

    init(limits: CheckLimits) {}

    /// Judges the diagnostics of an unreadable frame like those of a readable one.
    mutating func observeUnreadable(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        observe(event, bytes, session, &log)
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard !event.diagnostics.isEmpty else { return }
        let telling = Self.tellingPayload(event, session.type)
        var said = 0
        var isLeftOut = false
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            if diagnostic.isBeyondDecoder {
                if !isLeftOut { log.leaveOut(1, of: [Self.payloadType, Self.frameFormat, Self.contentFormat]) }
                isLeftOut = true
                continue
            }
            guard let rule = Self.rule(for: diagnostic), said < Self.mostOfFrame else { continue }
            if session.repeatsWideId(event, diagnostic) { continue }
            // The correct content of an unknown object name is not known.
            if rule != Self.payloadType, rule != Self.frameFormat, !isKnown(diagnostic.path, event, bytes) { continue }
            if rule == Self.payloadType, index != telling { continue }
            said += 1
            log.add(
                rule,
                severity: Self.severity(of: diagnostic, rule),
                event,
                Self.text(diagnostic, rule, event, bytes),
                details: [JSONMember("diagnostic", JSONValue(diagnostic.code))]
            )
        }
    }

    /// Returns the index of the diagnostic that stands for all defects of a payload: the first of the highest severity.
    ///
    /// A payload of another message has many wrong fields, and a truncated payload lacks all later fields. Returns
    /// `nil` if a client sends a topic that only the server may send: the payload of such a topic is no second mistake.
    private static func tellingPayload(_ event: borrowing Event, _ type: FrameType?) -> Int? {
        if let type, TopicRules.isServersOnly(event, type) { return nil }
        var telling: (index: Int, severity: Severity)?
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            guard rule(for: diagnostic) == payloadType, !diagnostic.isBeyondDecoder else { continue }
            let severity = severity(of: diagnostic, payloadType)
            if telling.map({ severity > $0.severity }) ?? true { telling = (index, severity) }
        }
        return telling?.index
    }

    /// Returns the severity of a finding: the rule's if the diagnostic is only a note, otherwise the diagnostic's.
    private static func severity(of diagnostic: Diagnostic, _ rule: FindingRule) -> Severity {
        diagnostic.severity == .note ? rule.severity : diagnostic.severity
    }

    /// Returns the rule that a decoder's diagnostic breaks; `nil` if the diagnostic is no mistake.
    private static func rule(for diagnostic: Diagnostic) -> FindingRule? {
        switch diagnostic.code {
        // Some fields changed their type between SDK generations.
        case "payload-wire-type": return payloadType
        case "frame-trailing": return frameFormat
        // Cut off by a hole or by the end of the capture: nobody's fault.
        case StreamSide.cutCode: return nil
        case _ where diagnostic.severity == .note: return nil
        case "content-json", "content-not-json", "content-wrong-shape", "content-empty": return contentFormat
        case "content-double-encoded": return doubleEncoded
        case "missing-field", "key-case", "duplicate-key": return contentKey
        case "wrong-type", "text-for-object", "extra-not-text", "base64-invalid", "base64-line-breaks",
            "base64-data-url", "base64-url-alphabet":
            return contentType
        case "value-limit", "voice-too-long", "amr-header", "amr-frames", "amr-duration", "thumbnail-not-jpeg",
            "thumbnail-pixels", "thumbnail-too-large", "coordinate-range":
            return contentLimit
        case "flags-contradict": return messageFlags
        case "polling-header", "polling-body", "polling-data": return payloadType
        case let code where code.hasPrefix("payload-"): return payloadType
        // A long-polling body that stands in the place of a frame but is none counts as a broken frame.
        case let code where code.hasPrefix("frame-") || code.hasPrefix("polling-"):
            return diagnostic.severity == .error ? frameFormat : nil
        default: return nil
        }
    }

    // MARK: Words

    /// Returns the text of a finding: the topic or the object name, the path, and the defect.
    private static func text(
        _ diagnostic: Diagnostic,
        _ rule: FindingRule,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>
    ) -> String {
        let path = diagnostic.path
        let sentence =
            diagnostic.code == missingField ? missingFields(event.diagnostics) : sentence(diagnostic, path)
        switch rule {
        case frameFormat: return sentence
        case payloadType:
            // A defect of the HTTP message around the units belongs to no topic.
            if event.units.rongCloud.topic == nil, diagnostic.code.hasPrefix("polling-") { return sentence }
            return "\(CheckTopics.name(event.units.rongCloud.topic)): \(sentence)"
        default:
            let name = objectName(path, event, bytes).map { "\($0), " } ?? ""
            return name + sentence
        }
    }

    /// Returns a sentence that names the missing required fields of a payload.
    private static func missingFields(_ diagnostics: borrowing DiagnosticList) -> String {
        var names: [Substring] = []
        var message: Substring = ""
        var others = 0
        for index in diagnostics.indices where diagnostics[index].code == missingField {
            guard names.count < mostOfFrame else {
                others += 1
                continue
            }
            // The first part of the path is the payload's message, which is the same in all these diagnostics.
            let path = diagnostics[index].path
            message = path.prefix { $0 != "." }
            names.append(path.dropFirst(message.count + 1))
        }
        if names.count == 1 { return "\(message).\(names[0]): a required field is missing" }
        let rest = others > 0 ? ", and \(others) more" : ""
        return "\(message): required fields are missing: \(names.joined(separator: ", "))\(rest)"
    }

    /// Returns the quoted object name of the message that a path leads into.
    private static func objectName(_ path: String, _ event: borrowing Event, _ bytes: Span<UInt8>) -> String? {
        nameRange(path, event).map { quoted(bytes.extracting($0)) }
    }

    /// Whether the message that a path leads into is one of RongCloud's own.
    private func isKnown(_ path: String, _ event: borrowing Event, _ bytes: Span<UInt8>) -> Bool {
        guard let range = Self.nameRange(path, event) else { return false }
        return MessageCatalogue.shared.index(of: bytes.extracting(range)) != nil
    }

    /// Returns the range of the object name of the message that a path leads into.
    private static func nameRange(_ path: String, _ event: borrowing Event) -> Range<Int>? {
        var index = 0
        if path.hasPrefix("messages["), let end = path.firstIndex(of: "]") {
            index = Int(path[path.index(path.startIndex, offsetBy: 9)..<end]) ?? 0
        }
        guard event.units.rongCloud.messages.indices.contains(index) else { return nil }
        return event.units.rongCloud.messages[index].objectName
    }

    /// Returns a diagnostic's text with its path once, and with a decoder's error code put into words.
    private static func sentence(_ diagnostic: Diagnostic, _ path: String) -> String {
        var text = diagnostic.text[...]
        while !path.isEmpty, text.hasPrefix(path + ": ") { text = text.dropFirst(path.count + 2) }
        let place = path.isEmpty ? "" : path + ": "
        for (code, words) in words where diagnostic.code.hasSuffix("-" + code) {
            if text == code { return place + words }
            if text.hasPrefix(code + ", ") { return place + words + " (" + text.dropFirst(code.count + 2) + ")" }
            if code == WireError.Code.truncated.rawValue { return place + words + " (" + text + ")" }
        }
        return place + text
    }

    /// The words for the classes of decoder errors.
    private static let words: [(code: String, words: String)] = [
        ("truncated", "it ends too early"), ("trailing", "bytes are left over"),
        ("length", "a length that cannot be right"), ("checksum", "the checksum is wrong"),
        ("string", "bytes that are not text"), ("varint", "a number of too many bytes"),
        ("wireType", "a field of a type that does not exist"), ("required", "a required field is missing"),
        ("json", "not JSON"), ("value", "a value that its place does not allow"),
    ]
}
