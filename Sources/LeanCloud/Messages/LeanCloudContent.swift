import WireFormat
public import WireJSON

/// The content of a chat message: typed, plain text, other JSON, or bytes.
///
/// A text is typed when it is a JSON object whose `_lctype` is an integer; every SDK treats any other text as plain.
/// Source: js-realtime-sdk, `src/messages/*.js`; swift-sdk, `Sources/RTM/IMMessage.swift`.
public enum LeanCloudContent: Hashable, Sendable {
    /// A typed message and its number.
    case typed(Int64, JSONDocument)
    /// A JSON object or array without a number.
    case json(JSONDocument)
    /// Plain text.
    case text(String)
    /// Bytes of the application.
    case binary([UInt8])

    /// Reads the text of a message; never fails.
    public init(text bytes: [UInt8], limits: JSONLimits = JSONLimits()) {
        guard Self.mayBeJSON(bytes.span), let document = try? JSONDocument(bytes, limits: limits) else {
            // Bytes that are not UTF-8 would be lost in a text.
            let text = String(decoding: bytes, as: UTF8.self)
            self = text.utf8.elementsEqual(bytes) ? .text(text) : .binary(bytes)
            return
        }
        let type = Self.typeId(of: document.root)
        self = type.map { .typed($0, document) } ?? .json(document)
    }

    /// Whether a text begins like a JSON object or array, after optional white space.
    ///
    /// Only a parser can tell whether it is one; other JSON counts as plain text.
    package static func mayBeJSON(_ text: Span<UInt8>) -> Bool {
        var place = 0
        while place < text.count {
            switch text[place] {
            case 0x20, 0x09, 0x0A, 0x0D: place += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["): return true
            default: return false
            }
        }
        return false
    }

    /// Returns the number of a typed message; `nil` when the value is not an object or its `_lctype` not an integer.
    public static func typeId(of content: JSONView) -> Int64? {
        content.member(exactly: "_lctype")?.wholeNumber
    }

    /// Returns the bytes of the message.
    public func encoded() -> [UInt8] {
        switch self {
        case .typed(_, let document), .json(let document): document.bytes
        case .text(let text): Array(text.utf8)
        case .binary(let bytes): bytes
        }
    }
}

/// The kinds of content that LeanCloud's SDKs and plugins use.
public enum LeanCloudContents {
    /// All kinds, the typed ones first.
    public static let all: [ContentShape] = ContentShape.table(MessageData.contents)

    /// Returns the shape of the typed message in `content`; `nil` for an unknown number.
    ///
    /// A positive number is the application's own. Two plugins use -101; the members tell their messages apart.
    public static func shape(of content: JSONView) -> ContentShape? {
        LeanCloudContent.typeId(of: content).flatMap { place(of: content, $0) }.map { all[$0] }
    }

    /// Returns the index of the shape in ``all``.
    private static func place(of content: JSONView, _ type: Int64) -> Int? {
        if type > 0 { return custom }
        guard let shapes = byType[type] else { return nil }
        guard shapes.second >= 0 else { return shapes.first }
        let isOffer = content.member(exactly: "payload") != nil && content.member(exactly: "timestamp") == nil
        return (all[shapes.first].name == "webrtcOffer") == isOffer ? shapes.first : shapes.second
    }

    /// The indices of the shapes by number; the second is -1 if there is only one.
    private static let byType = all.indices.reduce(into: [Int64: (first: Int, second: Int)]()) { places, place in
        guard let type = all[place].id.flatMap({ Int64($0) }) else { return }
        places[type] = places[type].map { ($0.first, place) } ?? (place, -1)
    }
    private static let custom = all.firstIndex { $0.id == ">0" }

    /// Checks a typed message.
    ///
    /// Besides the findings of `ContentShape.check(_:)`: `type-unknown`, `type-not-integer`, `coordinate-range`,
    /// `value-limit` for a negative size or duration, and `file-old-form` for the file of the JavaScript SDK 2.x.
    public static func check(_ content: JSONView) -> [ContentFinding] {
        let offset = content.range.lowerBound
        guard let type = LeanCloudContent.typeId(of: content) else {
            guard let value = content.member(exactly: "_lctype") else { return [] }
            return [notInteger(value)]
        }
        guard let place = place(of: content, type) else {
            let text = "_lctype \(type) is none that is known"
            return [ContentFinding(.note, "type-unknown", path: "_lctype", offset: offset, text: text)]
        }
        // Accessed without a copy: its reference count would be memory that all threads share.
        return check(content, as: all.span[place])
    }

    /// Checks a content against a kind, whatever number the content itself has.
    public static func check(_ content: JSONView, as shape: borrowing ContentShape) -> [ContentFinding] {
        var findings = shape.check(content)
        if shape.id != nil, let value = content.member(exactly: "_lctype"), value.wholeNumber == nil {
            findings.removeAll { $0.path == "_lctype" && $0.code != "duplicate-key" }
            findings.append(notInteger(value))
        }
        if shape.kind == "binary" { check(bytes: content, &findings) }
        if let file = content.member(exactly: "_lcfile") { check(file: file, &findings) }
        if let place = content.member(exactly: "_lcloc") {
            check(place, "latitude", within: -90...90, &findings)
            check(place, "longitude", within: -180...180, &findings)
        }
        return findings
    }

    private static func notInteger(_ value: JSONView) -> ContentFinding {
        let text = "_lctype is no integer: SDKs read the message as plain text"
        let offset = value.range.lowerBound
        return ContentFinding(.warning, "type-not-integer", path: "_lctype", offset: offset, text: text)
    }

    /// Checks bytes in the JSON form: `binaryMsg`, or in past messages `data` beside `bin`, both in base64.
    private static func check(bytes content: JSONView, _ findings: inout [ContentFinding]) {
        let isPast = content.member(exactly: "bin")?.bool == true && content.member(exactly: "data") != nil
        if isPast { findings.removeAll { $0.path == "binaryMsg" } }
        let key = isPast ? "data" : "binaryMsg"
        guard let value = content[key], Base64.decode(Array((value.string ?? "!").utf8).span) == nil else { return }
        let offset = value.range.lowerBound
        findings.append(
            ContentFinding(.warning, "content-base64", path: key, offset: offset, text: "\(key) is no base64")
        )
    }

    private static func check(file: JSONView, _ findings: inout [ContentFinding]) {
        let data = file.member(exactly: "metaData")
        if data == nil, file.member(exactly: "url") == nil, file.member(exactly: "name") != nil {
            findings.removeAll { $0.path == "_lcfile.url" }
            let text =
                "name and size stand in _lcfile itself, as the JavaScript SDK 2.x wrote them, and there is no url"
            let offset = file.range.lowerBound
            findings.append(ContentFinding(.note, "file-old-form", path: "_lcfile", offset: offset, text: text))
        }
        // Files stored elsewhere have no object in LeanCloud's storage.
        findings.removeAll { $0.path == "_lcfile.objId" && $0.code != "duplicate-key" }
        guard let data else { return }
        for key in ["size", "duration", "width", "height"] {
            guard let value = data[key], let number = value.double, number < 0 else { continue }
            let path = "_lcfile.metaData.\(key)"
            let text = "\(key) is \(number), below 0"
            let offset = value.range.lowerBound
            findings.append(ContentFinding(.warning, "value-limit", path: path, offset: offset, text: text))
        }
    }

    private static func check(
        _ place: JSONView,
        _ key: String,
        within range: ClosedRange<Double>,
        _ findings: inout [ContentFinding]
    ) {
        guard let value = place[key], let degrees = value.double, !range.contains(degrees) else { return }
        let text = "\(key) is \(degrees), outside \(range.lowerBound) to \(range.upperBound) degrees"
        let offset = value.range.lowerBound
        findings.append(ContentFinding(.warning, "coordinate-range", path: "_lcloc.\(key)", offset: offset, text: text))
    }

    /// Returns a summary of a typed message in a few words.
    public static func digest(_ content: JSONView) -> String {
        let text = content.member(exactly: "_lctext")?.string ?? ""
        let data = content.member(exactly: "_lcfile")?.member(exactly: "metaData")
        var words: String
        switch LeanCloudContent.typeId(of: content) {
        case -1: return text
        case -2:
            words = "image"
            if let width = data?.member(exactly: "width")?.double,
                let height = data?.member(exactly: "height")?.double
            {
                words += " \(brief(width))×\(brief(height))"
            }
        case -3, -4:
            words = LeanCloudContent.typeId(of: content) == -3 ? "audio" : "video"
            if let seconds = data?.member(exactly: "duration")?.double { words += " \(brief(seconds)) s" }
        case -5:
            words = "location"
            let place = content.member(exactly: "_lcloc")
            if let latitude = place?.member(exactly: "latitude")?.double,
                let longitude = place?.member(exactly: "longitude")?.double
            {
                words += " \(latitude), \(longitude)"
            }
        case -6:
            words = "file"
            if let name = data?.member(exactly: "name")?.string { words += " \(name)" }
        case -127: words = "recalled"
        default: return text.isEmpty ? (shape(of: content).map { "[\($0.name)]" } ?? "") : text
        }
        return "[\(words)]" + (text.isEmpty ? "" : " \(text)")
    }

    /// Formats a number, without a fraction of zero.
    private static func brief(_ number: Double) -> String {
        number.whole.map { "\($0)" } ?? "\(number)"
    }
}
