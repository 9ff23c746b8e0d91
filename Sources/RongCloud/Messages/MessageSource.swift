import WireFormat
public import WireJSON

/// The bytes that a content was read from, kept so that encoding gives them back.
///
/// All sources are equal: two contents are equal when they say the same, however they were spelt.
public struct MessageSource: Hashable, Sendable {
    /// The JSON text; empty for a body of no bytes; `nil` for a content that was made anew.
    public let bytes: [UInt8]?

    /// No source.
    public init() { bytes = nil }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    @usableFromInline
    init(_ view: JSONView) { bytes = Array(copying: view.spelling) }

    /// Always true.
    public static func == (one: MessageSource, other: MessageSource) -> Bool { true }

    /// Feeds nothing.
    public func hash(into hasher: inout Hasher) {}

    /// What was read, or what is in the string when the content had been encoded twice.
    var document: JSONDocument? {
        guard let bytes, !bytes.isEmpty, let document = try? JSONDocument(bytes) else { return nil }
        return Self.unwrapped(document.root) ?? document
    }

    /// The content inside a JSON string that holds an object or array as text; `nil` for another value.
    @usableFromInline
    static func unwrapped(_ view: JSONView) -> JSONDocument? {
        guard view.kind == .string, let text = view.string, let document = try? JSONDocument(text) else { return nil }
        switch document.root.kind {
        case .object, .array: return document
        default: return nil
        }
    }
}
