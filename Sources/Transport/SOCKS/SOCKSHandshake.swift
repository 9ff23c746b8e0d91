public import WireFormat

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
        self.init(client: client, server: server, traces: (NoTrace(), NoTrace()))
    }

    /// Reads a handshake, and tells the trace of each stream of its fields.
    ///
    /// The fields that name somebody are `user`, `password`, `name` (of a host) and `address` (of IP).
    public init?<Trace: FieldTrace>(
        client: Span<UInt8>,
        server: Span<UInt8>,
        traces: (client: Trace, server: Trace)
    ) {
        guard Self.mayBegin(client) else { return nil }
        var asked = ByteReader(client, trace: traces.client)
        var answered = ByteReader(server, trace: traces.server)
        do throws(WireError) {
            self =
                try client[0] == 5
                ? Self.version5(&asked, &answered, client, server) : Self.version4(&asked, &answered, client)
        } catch {
            guard error.code == .truncated else { return nil }
            self = .unfinished
        }
    }

    // MARK: SOCKS 5

    private static func version5<Trace: FieldTrace>(
        _ asked: inout ByteReader<Trace>,
        _ answered: inout ByteReader<Trace>,
        _ client: Span<UInt8>,
        _ server: Span<UInt8>
    ) throws(WireError) -> SOCKSHandshake {
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
    private static func address<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        _ bytes: Span<UInt8>
    ) throws(WireError) -> String {
        try expect(reader.uint8("reserved"), in: 0...0)
        let kind = try reader.uint8("type")
        var host = ""
        switch kind {
        case 1: host = AddressText.ipv4(bytes, try reader.bytes("address", count: 4))
        case 3: host = text(bytes, try reader.bytes("name", count: Int(reader.uint8("length"))))
        case 4: host = AddressText.ipv6(bytes, try reader.bytes("address", count: 16))
        default: throw WireError(.value)
        }
        let port = try reader.uint16("port")
        return "\(host):\(port)"
    }

    // MARK: SOCKS 4

    private static func version4<Trace: FieldTrace>(
        _ asked: inout ByteReader<Trace>,
        _ answered: inout ByteReader<Trace>,
        _ client: Span<UInt8>
    ) throws(WireError) -> SOCKSHandshake {
        asked.skip(1)
        try expect(asked.uint8("command"), in: 1...1)
        let port = try asked.uint16("port")
        let address = try asked.bytes("address", count: 4)
        _ = try endedText("user", &asked)
        var host = AddressText.ipv4(client, address)
        // In 4a, an address that no host has stands for a name behind the user.
        if host.hasPrefix("0.0.0."), host != "0.0.0.0" { host = text(client, try endedText("name", &asked)) }
        try expect(answered.uint8("version"), in: 0...0)
        let reply = try answered.uint8("reply")
        try expect(reply, in: 90...93)
        _ = try answered.uint16("port")
        _ = try answered.bytes("address", count: 4)
        if reply != 90 { return .refused }
        return .connected(target: "\(host):\(port)", client: asked.offset, server: answered.offset)
    }

    /// Reads a text up to its NUL, and returns the range without it.
    private static func endedText<Trace: FieldTrace>(
        _ name: StaticString,
        _ reader: inout ByteReader<Trace>
    ) throws(WireError) -> Range<Int> {
        var count = 0
        while let byte = reader.peek(at: reader.offset + count), byte != 0 {
            guard count < longestText else { throw WireError(.limit) }
            count += 1
        }
        let range = try reader.bytes(name, count: count)
        _ = try reader.uint8("end")
        return range
    }

    // MARK: Parts

    private static func expect(_ value: UInt8, in range: ClosedRange<UInt8>) throws(WireError) {
        guard range.contains(value) else { throw WireError(.value) }
    }

    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    }
}
