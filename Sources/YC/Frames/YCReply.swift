public import WireFormat
public import WireJSON

/// The answer to a poll: `{"ret_code": 200, "result": [ … ]}`.
///
/// It keeps its bytes, so that encoding gives them back. Names that the article does not show are placeholders, and are
/// told apart: see ``YCElement/reconstructed``.
public struct YCReply: Hashable, Sendable {
    /// The JSON as it was read.
    public let document: JSONDocument
    /// The code of the answer; `nil` when there is none, or it is no number.
    public let retCode: Int64?
    /// The elements in their order.
    public let elements: [YCElement]

    /// Whether the answer counts; of any other nothing is processed.
    public var isSuccess: Bool { retCode == 200 }

    /// Reads an answer.
    ///
    /// - Throws: `json` for what is no JSON, `value` for JSON that is no object, `limit`.
    public init(decoding bytes: [UInt8], limits: YCLimits = YCLimits()) throws(WireError) {
        guard bytes.count <= limits.bodyBytes else {
            throw WireError(.limit, at: 0, expected: "at most \(limits.bodyBytes) bytes")
        }
        let document = try JSONDocument(bytes, limits: limits.json)
        let root = document.root
        guard root.kind == .object else {
            throw WireError(.value, at: root.range.lowerBound, expected: "a JSON object")
        }
        retCode = root.member(exactly: "ret_code")?.number
        var elements: [YCElement] = []
        if let result = root.member(exactly: "result") {
            var items = result.elements
            while let item = items.next() { elements.append(YCElement(item)) }
        }
        self.elements = elements
        self.document = document
    }

    /// Makes an answer of elements as JSON objects.
    public init(retCode: Int64, result: [JSONValue]) throws(WireError) {
        let object: JSONValue = ["ret_code": JSONValue(retCode), "result": .array(result)]
        try self.init(decoding: object.minified)
    }

    /// The bytes of the answer.
    public func encoded() -> [UInt8] { document.bytes }

    /// Whether the answer must be YC's: a code, and elements with `id`, `type` and `content` as the article shows them, one
    /// of a type that it states.
    public var isRecognisable: Bool {
        guard retCode != nil, !elements.isEmpty else { return false }
        return elements.allSatisfy { $0.id != nil && $0.type != nil && $0.hasContent && $0.order != nil }
            && elements.contains { $0.knownType != nil }
    }

    /// The element that a push means, by its id.
    ///
    /// The order of the chat to open is then ``YCElement/order``.
    public func element(pushId: String) -> YCElement? { elements.first { $0.id == pushId } }

    /// What is odd about the answer and its elements.
    ///
    /// `missing-field`, `wrong-type` and the other findings of ``ContentShape/check(_:)`` for what the article shows, and
    /// `type-unknown`, `class-contradicts`.
    public func check() -> [ContentFinding] {
        var findings: [ContentFinding] = []
        let root = document.root
        if retCode == nil {
            findings.append(
                ContentFinding(.warning, "missing-field", path: "ret_code", text: "ret_code is missing or no number")
            )
        }
        guard let result = root.member(exactly: "result"), result.kind == .array else {
            if isSuccess {
                findings.append(ContentFinding(.warning, "missing-field", path: "result", text: "there is no result"))
            }
            return findings
        }
        var items = result.elements
        for (position, element) in elements.enumerated() {
            guard let item = items.next() else { break }
            for finding in element.check(item) {
                var placed = finding
                placed.path = "result[\(position)]" + (finding.path.isEmpty ? "" : "." + finding.path)
                findings.append(placed)
            }
        }
        return findings
    }
}

extension JSONView {
    /// An integer, also one that is written as text: the app reads both.
    var number: Int64? { int64 ?? string.flatMap { Int64($0) } }

    /// Text, also of an integer.
    var name: String? { string ?? int64.map(String.init) }
}
