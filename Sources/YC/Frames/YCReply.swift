public import WireFormat
public import WireJSON

/// The response to a poll: `{"ret_code": 200, "result": [ … ]}`.
///
/// It keeps its bytes, so that encoding returns the same ones. Names that the article does not show are placeholders,
/// and are marked as such: see ``YCElement/reconstructed``.
public struct YCReply: Hashable, Sendable {
    /// The JSON as it was read.
    public let document: JSONDocument
    /// The code of the response; `nil` when there is none, or it is not a number.
    public let retCode: Int64?
    /// The elements in order.
    public let elements: [YCElement]

    /// Whether the response is a success; the app processes no other responses.
    public var isSuccess: Bool { retCode == 200 }

    /// Reads a response.
    ///
    /// - Throws: `json` for invalid JSON, `value` for JSON that is not an object, `limit`.
    public init(decoding bytes: Span<UInt8>, limits: YCLimits = YCLimits()) throws(WireError) {
        try limits.check(bytes.count)
        try self.init(keeping: Array(copying: bytes), limits: limits)
    }

    /// Reads a response without a copy of its bytes.
    package init(keeping bytes: [UInt8], limits: YCLimits = YCLimits()) throws(WireError) {
        try limits.check(bytes.count)
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

    /// Makes a response from elements as JSON objects.
    ///
    /// - Throws: the errors of ``init(decoding:limits:)``, which reads the written response.
    public init(retCode: Int64, result: [JSONValue]) throws(WireError) {
        let object: JSONValue = ["ret_code": JSONValue(retCode), "result": .array(result)]
        try self.init(keeping: object.minified)
    }

    /// Appends the bytes of the response.
    public func encode(into writer: inout ByteWriter) { document.encode(into: &writer) }

    /// Returns the bytes of the response.
    public func encoded() -> [UInt8] { document.bytes }

    /// Whether the response is certainly YC's: it has a code, all elements have `id`, `type` and a `content` with an
    /// order, as in the article, and at least one has a type that the article states.
    public var isRecognisable: Bool {
        guard retCode != nil, !elements.isEmpty else { return false }
        return elements.allSatisfy { $0.id != nil && $0.type != nil && $0.hasContent && $0.order != nil }
            && elements.contains { $0.knownType != nil }
    }

    /// Returns the element that a push refers to, by its id.
    ///
    /// The order of the chat to open is then ``YCElement/order``.
    public func element(pushId: String) -> YCElement? { elements.first { $0.id == pushId } }

    /// Checks the response and its elements for oddities.
    ///
    /// Reports `missing-field`, `wrong-type` and the other findings of `ContentShape.check(_:)` for fields in the
    /// article, and `type-unknown`, `class-contradicts`.
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
    /// The value as an integer, even if it is written as text: the app reads both.
    var number: Int64? { int64 ?? string.flatMap { Int64($0) } }

    /// The value as text, even if it is an integer.
    var name: String? { string ?? int64.map(String.init) }
}
