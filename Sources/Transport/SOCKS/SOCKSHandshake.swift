import WireFormat

/// The handshake with a SOCKS proxy, which precedes the connection that the proxy makes: SOCKS 5 (RFC 1928) without
/// authentication or with user name and password (RFC 1929), SOCKS 4 and 4a.
///
/// Both streams are read from their first bytes, as often as bytes arrive: a handshake is short. Names of users and
/// passwords are skipped.
public enum SOCKSHandshake: Hashable, Sendable {
    /// More bytes are needed.
    case unfinished
    /// The proxy did not connect.
    case refused
    /// The proxy has connected to `target`; the streams of that connection begin after `client` and `server` bytes.
    case connected(target: String, client: Int, server: Int)

    /// The longest user name and the longest host name of SOCKS 4, which have no length.
    private static let longestText = 255
    /// The largest number of methods that a client offers; ten are assigned.
    private static let mostMethods: UInt8 = 16

    /// Whether a client's bytes begin with a version of SOCKS.
    public static func mayBegin(_ client: Span<UInt8>) -> Bool {
        client.count > 0 && (client[0] == 4 || client[0] == 5)
    }

    /// Reads a handshake from the first bytes of both streams; `nil` when they are none that is known.
    public init?(client: Span<UInt8>, server: Span<UInt8>) {
        guard Self.mayBegin(client) else { return nil }
        do throws(WireError) {
            self = try client[0] == 5 ? Self.version5(client, server) : Self.version4(client, server)
        } catch {
            guard error.code == .truncated else { return nil }
            self = .unfinished
        }
    }

    // MARK: SOCKS 5

    private static func version5(_ client: Span<UInt8>, _ server: Span<UInt8>) throws(WireError) -> SOCKSHandshake {
        var asked = ByteReader(client)
        var answered = ByteReader(server)
        asked.skip(1)
        let count = try asked.uint8("count")
        try expect(count, in: 1...mostMethods)
        let methods = try asked.bytes("methods", count: Int(count))
        // Before the server's choice is captured, another version shows that the client speaks no SOCKS.
        if server.isEmpty, asked.offset < client.count, ![1, 5].contains(client[asked.offset]) {
            throw WireError(.value)
        }
        try expect(answered.uint8("version"), in: 5...5)
        let method = try answered.uint8("method")
        if method == 0xFF { return .refused }
        guard methods.contains(where: { client[$0] == method }) else { throw WireError(.value) }
        switch method {
        case 0: break
        case 2:
            try expect(asked.uint8("version"), in: 1...1)
            _ = try asked.bytes("user", count: Int(asked.uint8("length")))
            _ = try asked.bytes("password", count: Int(asked.uint8("length")))
            try expect(answered.uint8("version"), in: 1...1)
            if try answered.uint8("status") != 0 { return .refused }
        default: throw WireError(.unsupported)
        }
        try expect(asked.uint8("version"), in: 5...5)
        try expect(asked.uint8("command"), in: 1...1)
        let target = try address(&asked, client)
        try expect(answered.uint8("version"), in: 5...5)
        if try answered.uint8("reply") != 0 { return .refused }
        _ = try address(&answered, server)
        return .connected(target: target, client: asked.offset, server: answered.offset)
    }

    /// Reads the address of a request or reply, from the reserved byte to the port.
    private static func address(_ reader: inout ByteReader<NoTrace>, _ bytes: Span<UInt8>) throws(WireError) -> String {
        try expect(reader.uint8("reserved"), in: 0...0)
        let kind = try reader.uint8("type")
        var host = ""
        switch kind {
        case 1: host = dotted(bytes, try reader.bytes("address", count: 4))
        case 3: host = text(bytes, try reader.bytes("name", count: Int(reader.uint8("length"))))
        case 4:
            var groups: [String] = []
            while groups.count < 8 { groups.append(String(try reader.uint16("group"), radix: 16)) }
            host = "[" + groups.joined(separator: ":") + "]"
        default: throw WireError(.value)
        }
        let port = try reader.uint16("port")
        return "\(host):\(port)"
    }

    // MARK: SOCKS 4

    private static func version4(_ client: Span<UInt8>, _ server: Span<UInt8>) throws(WireError) -> SOCKSHandshake {
        var asked = ByteReader(client)
        var answered = ByteReader(server)
        asked.skip(1)
        try expect(asked.uint8("command"), in: 1...1)
        let port = try asked.uint16("port")
        let address = try asked.bytes("address", count: 4)
        _ = try endedText(&asked, client)
        var host = dotted(client, address)
        // In 4a, an address that no host has stands for a name behind the user.
        if host.hasPrefix("0.0.0."), host != "0.0.0.0" { host = text(client, try endedText(&asked, client)) }
        try expect(answered.uint8("version"), in: 0...0)
        let reply = try answered.uint8("reply")
        try expect(reply, in: 90...93)
        _ = try answered.bytes("address", count: 6)
        if reply != 90 { return .refused }
        return .connected(target: "\(host):\(port)", client: asked.offset, server: answered.offset)
    }

    /// Reads a text up to its NUL, and returns the range without it.
    private static func endedText(
        _ reader: inout ByteReader<NoTrace>,
        _ bytes: Span<UInt8>
    ) throws(WireError) -> Range<Int> {
        let start = reader.offset
        while try reader.uint8("text") != 0 {
            guard reader.offset - start <= longestText else { throw WireError(.limit) }
        }
        return start..<reader.offset - 1
    }

    // MARK: Parts

    private static func expect(_ value: UInt8, in range: ClosedRange<UInt8>) throws(WireError) {
        guard range.contains(value) else { throw WireError(.value) }
    }

    private static func dotted(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        range.map { String(bytes[$0]) }.joined(separator: ".")
    }

    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    }
}
