public import WireJSON

/// A content decoded by a ``MessageRegistry``.
public enum DecodedMessage: Sendable {
    /// A content of a built-in type of the SDKs.
    case builtIn(any MessageContent)
    /// A content of a type that the app registered.
    case custom(any MessageContent)
    /// A content of a type that is not registered.
    case unregistered(UnregisteredMessage)

    /// The typed content, built-in or custom.
    public var content: (any MessageContent)? {
        switch self {
        case .builtIn(let content), .custom(let content): content
        case .unregistered: nil
        }
    }

    /// A short text for the content, as a list of conversations shows it.
    public var digest: String {
        switch self {
        case .builtIn(let content), .custom(let content): content.digest
        case .unregistered(let message): message.digest
        }
    }

    /// Returns the bytes of the content: the bytes that were read, with the changes since then.
    public func encoded() -> [UInt8] {
        switch self {
        case .builtIn(let content), .custom(let content): content.encoded()
        case .unregistered(let message): message.bytes
        }
    }
}

/// A content of a type that is not registered: its object name and its bytes.
public struct UnregisteredMessage: Hashable, Sendable {
    /// The name on the wire.
    public var objectName: String
    /// The body, which may be anything.
    public var bytes: [UInt8]
    /// The body as JSON; `nil` if it is not JSON.
    public var json: JSONDocument? { try? JSONDocument(bytes) }

    /// Makes a content from its name and bytes.
    public init(objectName: String, bytes: [UInt8]) {
        self.objectName = objectName
        self.bytes = bytes
    }

    /// The first text in the body that counts; empty if there is none.
    public var digest: String {
        guard let json else { return "" }
        let root = json.root
        return Self.firstText(root)
    }

    /// Returns the first nonempty text among the members of an object; for a string, its text.
    ///
    /// Of a key that is there several times, the last value counts, as for parsers and for filters.
    static func firstText(_ view: JSONView) -> String {
        guard view.kind == .object else { return view.string ?? "" }
        var members = view.members
        while let member = members.next() {
            guard let first = member.value.string, !first.isEmpty, let key = member.key.string else { continue }
            if let text = view[key]?.string, !text.isEmpty { return text }
            return firstLastText(view)
        }
        return ""
    }

    /// Returns the first nonempty text among the last values of all keys, in one pass over the members.
    private static func firstLastText(_ view: JSONView) -> String {
        var places: [[UInt8]: Int] = [:]
        var texts: [String] = []
        var members = view.members
        while let member = members.next() {
            let key = Array((member.key.string ?? "").utf8)
            let text = member.value.string ?? ""
            if let place = places[key] {
                texts[place] = text
            } else {
                places[key] = texts.count
                texts.append(text)
            }
        }
        return texts.first { !$0.isEmpty } ?? ""
    }
}
