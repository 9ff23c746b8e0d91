import WireFormat
public import WireJSON

/// The bytes that a content was read from, kept so that encoding can return them.
///
/// All sources are equal: two contents are equal if they have the same values, however they were spelt.
public struct MessageSource: Hashable, Sendable {
    /// The JSON text; empty for a body without bytes; `nil` for a new content.
    public let bytes: [UInt8]?

    /// Makes no source.
    public init() { bytes = nil }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    @usableFromInline
    init(_ view: JSONView) { bytes = Array(copying: view.spelling) }

    /// Returns true for all sources.
    public static func == (one: MessageSource, other: MessageSource) -> Bool { true }

    /// Hashes nothing, because all sources are equal.
    public func hash(into hasher: inout Hasher) {}

    /// The parsed source; if the content was encoded twice, the document inside the string.
    var document: JSONDocument? {
        guard let bytes, !bytes.isEmpty, let document = try? JSONDocument(bytes) else { return nil }
        return Self.unwrapped(document.root) ?? document
    }

    /// Returns the content inside a JSON string whose text is an object or array; `nil` for another value.
    @usableFromInline
    static func unwrapped(_ view: JSONView) -> JSONDocument? {
        guard view.kind == .string, let text = view.string, let document = try? JSONDocument(text) else { return nil }
        switch document.root.kind {
        case .object, .array: return document
        default: return nil
        }
    }
}
