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
    public func encode() -> [UInt8] {
        switch self {
        case .builtIn(let content), .custom(let content): content.encode()
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

    /// The first text in the body; empty if there is none.
    public var digest: String {
        guard let json else { return "" }
        let root = json.root
        return Self.firstText(root)
    }

    /// Returns the first nonempty text among the members of an object; for a string, its text.
    static func firstText(_ view: JSONView) -> String {
        guard view.kind == .object else { return view.string ?? "" }
        var members = view.members
        while let member = members.next() {
            if let text = member.value.string, !text.isEmpty { return text }
        }
        return ""
    }
}
