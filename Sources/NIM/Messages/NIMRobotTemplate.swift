public import WireFormat

/// The template of a robot's answer (code 11): a small subset of XML.
///
/// A `template` contains `LinearLayout`s, these contain `text`, `image` and `link`, and a `link` contains the same
/// again. Elements of other names are kept. Source: NIM iOS UIKit, `NIMKitRobotDefaultTemplateParser.m`.
public struct NIMRobotTemplate: Hashable, Sendable {
    /// An element with its attributes, text and children.
    public struct Element: Hashable, Sendable {
        /// The name, such as `text`.
        public var name: String
        /// The attributes in order.
        public var attributes: [Attribute]
        /// The character data, trimmed; pieces between children are joined.
        public var text: String
        /// The inner elements in order.
        public var children: [Element]

        /// Returns the value of the first attribute with a name.
        public subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }
    }

    /// An attribute of an element.
    public struct Attribute: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value, with entities decoded.
        public var value: String
    }

    /// The element `template`.
    public let root: Element
    /// The version; only 0.1 is known.
    public var version: String? { root["version"] }
    /// The visible texts in order.
    public var texts: [String] { Self.texts(root) }

    /// The deepest nesting of elements.
    public static let deepest = 32

    /// Reads a template.
    ///
    /// - Throws: `value` at the offset (in UTF-8 bytes) of text outside of the subset, `truncated` at the end of an
    ///   incomplete text, `limit` beyond ``deepest``.
    public init(parsing text: String) throws(WireError) {
        let bytes = Array(text.utf8)
        var parser = TemplateParser(bytes)
        root = try parser.document()
    }

    private static func texts(_ element: Element) -> [String] {
        let own = element.name == "text" && !element.text.isEmpty ? [element.text] : []
        return own + element.children.flatMap(texts)
    }
}

/// Reads the subset of XML: elements, attributes, character data, CDATA, comments, the five entities and numbers.
private struct TemplateParser {
    private let bytes: [UInt8]
    private var next = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(WireError) -> NIMRobotTemplate.Element {
        try passMisc()
        guard peek("<") else { throw wrong("<template") }
        let root = try element(depth: 0)
        guard root.name == "template" else { throw WireError(.value, at: 0, expected: "<template") }
        try passMisc()
        guard next == bytes.count else { throw wrong("the end") }
        return root
    }

    private func wrong(_ expected: String) -> WireError {
        WireError(next < bytes.count ? .value : .truncated, at: next, expected: expected)
    }

    private func peek(_ literal: String) -> Bool { bytes[next...].starts(with: literal.utf8) }

    private mutating func pass(_ literal: String) throws(WireError) {
        guard peek(literal) else { throw wrong(literal) }
        next += literal.utf8.count
    }

    private var isSpace: Bool { next < bytes.count && [0x20, 0x09, 0x0A, 0x0D].contains(bytes[next]) }

    private mutating func passSpace() { while isSpace { next += 1 } }

    /// Skips to the end of `literal`, and returns the range before it.
    private mutating func pass(to literal: String) throws(WireError) -> Range<Int> {
        let start = next
        while next < bytes.count {
            if peek(literal) {
                defer { next += literal.utf8.count }
                return start..<next
            }
            next += 1
        }
        throw wrong(literal)
    }

    /// Skips space, comments and the XML declaration.
    private mutating func passMisc() throws(WireError) {
        while true {
            passSpace()
            if peek("<!--") {
                _ = try pass(to: "-->")
            } else if peek("<?") {
                _ = try pass(to: "?>")
            } else {
                return
            }
        }
    }

    private mutating func name() throws(WireError) -> String {
        let start = next
        while next < bytes.count {
            switch bytes[next] {
            case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"),
                0x80...:
                next += 1
                continue
            default: break
            }
            break
        }
        guard next > start else { throw wrong("a name") }
        return String(decoding: bytes[start..<next], as: UTF8.self)
    }

    private mutating func element(depth: Int) throws(WireError) -> NIMRobotTemplate.Element {
        guard depth < NIMRobotTemplate.deepest else {
            throw WireError(.limit, at: next, expected: "at most \(NIMRobotTemplate.deepest) levels")
        }
        try pass("<")
        var element = NIMRobotTemplate.Element(name: try name(), attributes: [], text: "", children: [])
        while true {
            let hadSpace = isSpace
            passSpace()
            if peek("/>") {
                next += 2
                return element
            }
            if peek(">") {
                next += 1
                break
            }
            guard hadSpace else { throw wrong("> or a space") }
            element.attributes.append(try attribute())
        }
        var text = ""
        while true {
            if peek("</") {
                next += 2
                let start = next
                guard try name() == element.name else {
                    throw WireError(.value, at: start, expected: "</\(element.name)>")
                }
                passSpace()
                try pass(">")
                element.text = Self.trimmed(text)
                return element
            } else if peek("<!--") {
                _ = try pass(to: "-->")
            } else if peek("<![CDATA[") {
                next += 9
                text += String(decoding: bytes[try pass(to: "]]>")], as: UTF8.self)
            } else if peek("<") {
                element.children.append(try self.element(depth: depth + 1))
            } else {
                text += try characters(until: UInt8(ascii: "<"))
            }
        }
    }

    private mutating func attribute() throws(WireError) -> NIMRobotTemplate.Attribute {
        let name = try name()
        passSpace()
        try pass("=")
        passSpace()
        guard next < bytes.count, bytes[next] == UInt8(ascii: "\"") || bytes[next] == UInt8(ascii: "'") else {
            throw wrong("a quote")
        }
        let quote = bytes[next]
        next += 1
        let value = try characters(until: quote)
        next += 1
        return NIMRobotTemplate.Attribute(name: name, value: value)
    }

    /// Reads character data up to a required byte.
    private mutating func characters(until end: UInt8) throws(WireError) -> String {
        var text = ByteWriter()
        while next < bytes.count, bytes[next] != end {
            if bytes[next] == UInt8(ascii: "&") {
                text.append(text: String(try entity()))
            } else {
                text.append(bytes[next])
                next += 1
            }
        }
        guard next < bytes.count else { throw wrong(String(UnicodeScalar(end))) }
        return String(decodingUTF8: text.span)
    }

    /// Reads a character reference: one of five names, or a number of digits only (XML 1.0 section 4.1).
    private mutating func entity() throws(WireError) -> Character {
        let start = next
        var end = start + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: ";"), Self.isOfName(bytes[end]) { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else { throw wrong("an entity") }
        let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
        next = end + 1
        let known: [String: Character] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
        if let character = known[name] { return character }
        let digits = name.dropFirst()
        let isHex = digits.hasPrefix("x")
        guard name.hasPrefix("#"), let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits),
            let scalar = UnicodeScalar(value), Self.isAllowed(scalar)
        else { throw WireError(.value, at: start, expected: "an entity") }
        return Character(scalar)
    }

    /// Whether a byte is allowed in a reference: excludes signs, which Swift's number parser would accept.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "#"): true
        default: false
        }
    }

    /// Whether a character is allowed in XML (section 2.2).
    private static func isAllowed(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
        default: false
        }
    }

    private static func trimmed(_ text: String) -> String {
        var part = Substring(text)
        while part.first?.isWhitespace == true { part.removeFirst() }
        while part.last?.isWhitespace == true { part.removeLast() }
        return String(part)
    }
}
