public import WireFormat

/// A frame of Parley: a byte for its type, then the fields of that type.
///
/// Numbers are big-endian; a text is UTF-8 after two bytes of length.
public enum ParleyFrame: Hashable, Sendable {
    /// The client logs in.
    case hello(version: UInt8, user: String, token: String)
    /// The answer to HELLO.
    case welcome(status: UInt16)
    /// A message; the server names its author, the client leaves the author empty.
    case say(number: UInt16, room: String, author: String, text: String)
    /// The answer to SAY, from either end.
    case ack(number: UInt16, status: UInt16)
    /// The client asks whether the server is there.
    case ping
    /// The answer to PING.
    case pong

    /// The type of a frame, by its first byte.
    public enum Kind: UInt8, CaseIterable, Sendable {
        /// The client logs in.
        case hello = 1
        /// The answer to HELLO.
        case welcome
        /// A message.
        case say
        /// The answer to SAY.
        case ack
        /// The client asks whether the server is there.
        case ping
        /// The answer to PING.
        case pong

        /// The name of the type in events.
        public var name: StaticString {
            switch self {
            case .hello: "HELLO"
            case .welcome: "WELCOME"
            case .say: "SAY"
            case .ack: "ACK"
            case .ping: "PING"
            case .pong: "PONG"
            }
        }
    }

    /// The type of the frame.
    public var kind: Kind {
        switch self {
        case .hello: .hello
        case .welcome: .welcome
        case .say: .say
        case .ack: .ack
        case .ping: .ping
        case .pong: .pong
        }
    }

    /// The result in an answer.
    public var status: UInt16? {
        switch self {
        case .welcome(let status), .ack(_, let status): status
        case .hello, .say, .ping, .pong: nil
        }
    }

    /// Reads a frame.
    ///
    /// - Throws: `truncated`; `value` for an unknown type, `string` for a text that is not UTF-8, `trailing` for bytes after
    ///   the last field.
    public init(decoding bytes: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(bytes)
        try self.init(&reader, of: bytes)
    }

    /// Reads a frame, and reports each field to the reader's trace.
    ///
    /// - Throws: as ``init(decoding:)``.
    public init<Trace: FieldTrace>(_ reader: inout ByteReader<Trace>, of bytes: Span<UInt8>) throws(WireError) {
        guard let kind = Kind(rawValue: try reader.uint8("type")) else {
            throw WireError(.value, at: 0, path: ["type"], expected: "a type from 1 to 6")
        }
        do throws(WireError) {
            switch kind {
            case .hello:
                self = .hello(
                    version: try reader.uint8("version"),
                    user: try Self.text("user", &reader, bytes),
                    token: try Self.text("token", &reader, bytes)
                )
            case .welcome: self = .welcome(status: try reader.uint16("status"))
            case .say:
                self = .say(
                    number: try reader.uint16("number"),
                    room: try Self.text("room", &reader, bytes),
                    author: try Self.text("author", &reader, bytes),
                    text: try Self.text("text", &reader, bytes)
                )
            case .ack: self = .ack(number: try reader.uint16("number"), status: try reader.uint16("status"))
            case .ping: self = .ping
            case .pong: self = .pong
            }
            try reader.finish()
        } catch {
            throw error.inside(kind.name.description)
        }
    }

    private static func text<Trace: FieldTrace>(
        _ name: StaticString,
        _ reader: inout ByteReader<Trace>,
        _ bytes: Span<UInt8>
    ) throws(WireError) -> String {
        let range = try reader.text(name)
        let text = String(decodingUTF8: bytes.extracting(range))
        // Invalid UTF-8 was replaced, so encoding would not return the same bytes.
        guard Array(text.utf8).span.equals(bytes.extracting(range)) else {
            throw WireError(.string, at: range.lowerBound, path: [name.description], expected: "UTF-8")
        }
        return text
    }

    /// Returns the bytes of the frame.
    ///
    /// - Throws: `length` for a text of more than 65535 bytes.
    public func encoded() throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(kind.rawValue)
        switch self {
        case .hello(let version, let user, let token):
            writer.append(version)
            try Self.append(user, "user", to: &writer)
            try Self.append(token, "token", to: &writer)
        case .welcome(let status): writer.append(bigEndian: status)
        case .say(let number, let room, let author, let text):
            writer.append(bigEndian: number)
            try Self.append(room, "room", to: &writer)
            try Self.append(author, "author", to: &writer)
            try Self.append(text, "text", to: &writer)
        case .ack(let number, let status):
            writer.append(bigEndian: number)
            writer.append(bigEndian: status)
        case .ping, .pong: break
        }
        return writer.array
    }

    private static func append(_ text: String, _ name: StaticString, to writer: inout ByteWriter) throws(WireError) {
        try writer.lengthPrefixed16(name) { (writer) throws(WireError) in writer.append(text: text) }
    }
}

extension FieldTree {
    /// Adds the fields of a frame: every byte of `bytes` in exactly one leaf.
    ///
    /// - Throws: as ``ParleyFrame/init(decoding:)``; the tree is complete all the same.
    public func append(parley bytes: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(bytes, trace: self)
        do throws(WireError) {
            _ = try ParleyFrame(&reader, of: bytes)
        } catch {
            if reader.offset < bytes.count { leaf("undecoded", .bytes, reader.offset..<bytes.count) }
            throw error
        }
    }
}
