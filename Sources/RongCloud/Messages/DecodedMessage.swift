public import WireJSON

/// A content as a ``MessageRegistry`` read it.
public enum DecodedMessage: Sendable {
    /// A content of a type of the SDKs.
    case builtIn(any MessageContent)
    /// A content of a type that the app registered.
    case custom(any MessageContent)
    /// A content of a type that nobody registered.
    case unregistered(UnregisteredMessage)

    /// The typed content, built-in or custom.
    public var content: (any MessageContent)? {
        switch self {
        case .builtIn(let content), .custom(let content): content
        case .unregistered: nil
        }
    }

    /// A few words that tell what it says.
    public var digest: String {
        switch self {
        case .builtIn(let content), .custom(let content): content.digest
        case .unregistered(let message): message.digest
        }
    }

    /// The bytes: those that were read, with what has changed since.
    public func encode() -> [UInt8] {
        switch self {
        case .builtIn(let content), .custom(let content): content.encode()
        case .unregistered(let message): message.bytes
        }
    }
}

/// A content whose type nobody registered: its name and what it is made of.
public struct UnregisteredMessage: Hashable, Sendable {
    /// The name on the wire.
    public var objectName: String
    /// The body, which may be anything.
    public var bytes: [UInt8]
    /// The body as JSON; `nil` when it is none.
    public var json: JSONDocument? { try? JSONDocument(bytes) }

    /// Takes a content as it is.
    public init(objectName: String, bytes: [UInt8]) {
        self.objectName = objectName
        self.bytes = bytes
    }

    /// Its first text; empty when there is none.
    public var digest: String {
        guard let json else { return "" }
        let root = json.root
        return Self.firstText(root)
    }

    /// The first text that is not empty among the members of an object; the text of a string.
    static func firstText(_ view: JSONView) -> String {
        guard view.kind == .object else { return view.string ?? "" }
        var members = view.members
        while let member = members.next() {
            if let text = member.value.string, !text.isEmpty { return text }
        }
        return ""
    }
}
