public import WireFormat
public import WireJSON

/// The content of a message of one type.
///
/// A content is a plain value. It keeps the bytes that it was read from, so that encoding it unchanged gives them back,
/// and a changed property changes nothing but itself:
///
/// ```swift
/// var message = try TextMessage(parsing: bytes)
/// message.content = "Hello"
/// let changed = message.encode()
/// ```
///
/// A type of an app's own conforms in the same way as the built-in ones, and is made known to a ``MessageRegistry``.
public protocol MessageContent: MessagePart {
    /// The name on the wire, such as `RC:TxtMsg`.
    static var objectName: String { get }

    /// What the server does with such a message; for built-in types, what the catalogue says.
    static var flags: MessageFlags { get }

    /// Other flags that a platform registers the type with.
    static var platformFlags: [ContentPlatform: MessageFlags] { get }

    /// The names that platforms use instead of ``objectName``.
    static var objectNameSpellings: [KeySpelling] { get }

    /// Which keys of the envelope the type has.
    static var envelopeKeys: MessageEnvelope.Keys { get }

    /// What the type has in common with others, and the bytes it was read from.
    var envelope: MessageEnvelope { get set }

    /// Whether ``check(_:)`` looks at the values. A type whose check does not is judged faster, without copies of its texts.
    static var checksValues: Bool { get }

    /// Judges the values, after the pass over the fields has judged keys and types.
    func check(_ check: inout ContentCheck)

    /// A few words that tell what the message says: what a list of conversations shows. Empty when there is nothing.
    var digest: String { get }

    /// The key whose text is the digest, where that is all there is to it: then a list need not read the whole content.
    static var digestKey: StaticString? { get }
}

extension MessageContent {
    /// What the catalogue says; none for a name that is not there.
    public static var flags: MessageFlags {
        MessageCatalogue.shared.entry(objectName)?.flags ?? []
    }

    /// None.
    public static var platformFlags: [ContentPlatform: MessageFlags] { [:] }

    /// None.
    public static var objectNameSpellings: [KeySpelling] { [] }

    /// `extra` and `user`.
    public static var envelopeKeys: MessageEnvelope.Keys { [.extra, .user] }

    /// True, for a check of the type's own.
    public static var checksValues: Bool { true }

    /// Finds nothing.
    public func check(_ check: inout ContentCheck) {}

    /// Nothing.
    public var digest: String { "" }

    /// None.
    public static var digestKey: StaticString? { nil }

    /// The name on the wire in a platform's spelling.
    public static func objectName(as spelling: ContentSpelling) -> String {
        guard let platform = spelling.platform else { return objectName }
        return objectNameSpellings.first { $0.isWritten && $0.platform == platform }?.text ?? objectName
    }
}

extension MessageContent {
    /// Reads a content that is part of a parsed text; never fails.
    ///
    /// What is missing or makes no sense keeps its default. A content that was encoded twice is read from the string.
    ///
    /// - Parameters:
    ///   - view: the content.
    ///   - keepingSource: whether to keep a copy of the bytes, which a content needs that may be encoded again.
    @inlinable
    public init(decoding view: JSONView, keepingSource: Bool = true) {
        self.init()
        if view.kind == .string, let inner = MessageSource.unwrapped(view) {
            read(inner.root)
        } else {
            read(view)
        }
        if keepingSource { envelope.source = MessageSource(view) }
    }

    /// Reads a content from its bytes; a body of no bytes is an empty content.
    ///
    /// Throws `json`, `limit`.
    public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(WireError) {
        guard !bytes.isEmpty else {
            self.init()
            envelope.source = MessageSource(bytes)
            return
        }
        var tape = JSONTape()
        self.init(decoding: try tape.parse(bytes, limits: limits), keepingSource: false)
        envelope.source = MessageSource(bytes)
    }

    @inlinable
    @inline(__always)
    mutating func read(_ view: JSONView) {
        var pass = FieldPass(reading: view)
        allFields(&pass)
        guard pass.mustReadAgain else { return }
        var again = FieldPass(reading: view, isRepeated: true)
        self = Self()
        allFields(&again)
    }

    /// The type's own fields and those of the envelope.
    @inlinable
    @inline(__always)
    mutating func allFields(_ pass: inout FieldPass) {
        fields(&pass)
        let keys = Self.envelopeKeys
        if !keys.isEmpty { envelope.fields(&pass, keys) }
    }
}

extension MessageContent {
    /// The JSON text: the bytes that were read, with what has changed since; for a new content, the documented form.
    public func encode() -> [UInt8] {
        guard let bytes = envelope.source.bytes else { return encode(as: .documented) }
        guard let document = envelope.source.document else {
            return self == Self() ? bytes : encode(as: .documented)
        }
        let original = Self(decoding: document.root, keepingSource: false)
        guard self != original else { return bytes }
        var writer = ByteWriter(capacity: bytes.count + 64)
        let root = document.root
        writer.append(document.bytes.span.extracting(..<root.range.lowerBound))
        ContentMerge.append(
            written(over: root),
            over: original.written(over: root),
            document.bytes.span,
            root,
            to: &writer
        )
        writer.append(document.bytes.span.extracting(root.range.upperBound...))
        return writer.array
    }

    /// The JSON text built anew in a platform's spelling, minified; members that nobody described come last.
    public func encode(as spelling: ContentSpelling) -> [UInt8] {
        var writer = ByteWriter()
        json(as: spelling).encode(into: &writer)
        return writer.array
    }

    /// The content as JSON in a platform's spelling, built anew; members that nobody described come last.
    ///
    /// Of a source that is no content at all, such as a number, its own value, as long as no property was changed.
    public func json(as spelling: ContentSpelling = .documented) -> JSONValue {
        let written = WrittenFields(spelling)
        var copy = self
        var pass = FieldPass(writing: written)
        copy.allFields(&pass)
        guard let document = envelope.source.document, let source = try? document.value() else {
            return written.elements.map { .array($0) } ?? .object(written.members)
        }
        switch (source, written.elements) {
        case (.object(let members), nil): return .object(written.members(completedFrom: members))
        case (.array, let elements?): return .array(elements)
        default:
            if self == Self(decoding: document.root, keepingSource: false) { return source }
            return written.elements.map { .array($0) } ?? .object(written.members)
        }
    }

    /// The members of the source that are no fields of the type.
    public var otherMembers: [JSONMember] {
        let written = WrittenFields(.documented)
        var copy = self
        var pass = FieldPass(writing: written)
        copy.allFields(&pass)
        return written.undescribed((try? envelope.source.document?.value().members) ?? [])
    }

    /// The content as JSON in the keys that the source has.
    private func written(over root: JSONView) -> JSONValue {
        let written = WrittenFields(.documented)
        var copy = self
        var pass = FieldPass(writing: written, over: root)
        copy.allFields(&pass)
        if let elements = written.elements { return .array(elements) }
        return .object(written.members)
    }
}
