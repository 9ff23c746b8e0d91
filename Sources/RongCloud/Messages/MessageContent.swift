public import WireFormat
public import WireJSON

/// The content of a message of one type.
///
/// A content is a value. It keeps the bytes that it was read from. So encoding an unchanged content returns these
/// bytes, and a changed property changes nothing else:
///
/// ```swift
/// var message = try TextMessage(parsing: bytes)
/// message.content = "Hello"
/// let changed = message.encoded()
/// ```
///
/// An app's own type conforms in the same way as the built-in types, and is registered with a ``MessageRegistry``.
public protocol MessageContent: MessagePart {
    /// The name on the wire, such as `RC:TxtMsg`.
    static var objectName: String { get }

    /// The server's treatment of such a message; for built-in types, the catalogue's flags.
    static var flags: MessageFlags { get }

    /// The flags of platforms that register the type with other flags.
    static var platformFlags: [ContentPlatform: MessageFlags] { get }

    /// The names that platforms use instead of ``objectName``.
    static var objectNameSpellings: [KeySpelling] { get }

    /// The keys of the envelope that the type has.
    static var envelopeKeys: MessageEnvelope.Keys { get }

    /// The fields shared with other types, and the bytes that the content was read from.
    var envelope: MessageEnvelope { get set }

    /// Whether ``check(_:)`` reads the values. If not, the type is checked faster, without copies of its texts.
    static var checksValues: Bool { get }

    /// Checks the values, after the pass over the fields has checked keys and types.
    func check(_ check: inout ContentCheck)

    /// A short text for the message, as a list of conversations shows it. Empty if there is nothing to show.
    var digest: String { get }

    /// The key of the digest, if the digest is just that key's text: then a list need not read the whole content.
    static var digestKey: StaticString? { get }
}

extension MessageContent {
    /// The catalogue's flags; none for a name that is not in the catalogue.
    public static var flags: MessageFlags {
        MessageCatalogue.shared.entry(objectName)?.flags ?? []
    }

    /// No other flags.
    public static var platformFlags: [ContentPlatform: MessageFlags] { [:] }

    /// No other names.
    public static var objectNameSpellings: [KeySpelling] { [] }

    /// `extra` and `user`.
    public static var envelopeKeys: MessageEnvelope.Keys { [.extra, .user] }

    /// True, for types with their own check.
    public static var checksValues: Bool { true }

    /// Reports nothing.
    public func check(_ check: inout ContentCheck) {}

    /// An empty text.
    public var digest: String { "" }

    /// No key.
    public static var digestKey: StaticString? { nil }

    /// Returns the name on the wire in a platform's spelling.
    public static func objectName(as spelling: ContentSpelling) -> String {
        guard let platform = spelling.platform else { return objectName }
        return objectNameSpellings.first { $0.isWritten && $0.platform == platform }?.text ?? objectName
    }
}

extension MessageContent {
    /// Reads a content that is part of a parsed text; never fails.
    ///
    /// A property whose value is missing or makes no sense keeps its default. A content that was encoded twice is read
    /// from the string.
    ///
    /// - Parameters:
    ///   - view: the content.
    ///   - keepingSource: whether to keep a copy of the bytes, which is needed to encode the content again.
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

    /// Reads a content from its bytes; an empty body is an empty content.
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

    /// Hands the type's own fields and those of the envelope to a pass.
    @inlinable
    @inline(__always)
    mutating func allFields(_ pass: inout FieldPass) {
        fields(&pass)
        let keys = Self.envelopeKeys
        if !keys.isEmpty { envelope.fields(&pass, keys) }
    }
}

extension MessageContent {
    /// Returns the JSON text: the bytes that were read, with the changes since then; for a new content, the documented
    /// form.
    public func encoded() -> [UInt8] {
        guard let bytes = envelope.source.bytes else { return encoded(as: .documented) }
        guard let document = envelope.source.document else {
            return self == Self() ? bytes : encoded(as: .documented)
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

    /// Returns the JSON text in a platform's spelling, built anew and minified; members that are not fields come last.
    public func encoded(as spelling: ContentSpelling) -> [UInt8] {
        var writer = ByteWriter()
        json(as: spelling).encode(into: &writer)
        return writer.array
    }

    /// Returns the content as JSON in a platform's spelling, built anew; members that are not fields come last.
    ///
    /// If the source is not a content, such as a number, returns the source's own value as long as no property was
    /// changed.
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

    /// The members of the source that are not fields of the type.
    public var otherMembers: [JSONMember] {
        let written = WrittenFields(.documented)
        var copy = self
        var pass = FieldPass(writing: written)
        copy.allFields(&pass)
        return written.undescribed((try? envelope.source.document?.value().members) ?? [])
    }

    /// Returns the content as JSON with the keys of the source.
    private func written(over root: JSONView) -> JSONValue {
        let written = WrittenFields(.documented)
        var copy = self
        var pass = FieldPass(writing: written, over: root)
        copy.allFields(&pass)
        if let elements = written.elements { return .array(elements) }
        return .object(written.members)
    }
}
