public import WireFormat
public import WireJSON

/// One packet of NIM's Web SDK: a packet of Socket.IO 0.9, with its own copy of the bytes.
///
/// Encoding produces the same bytes.
/// ```swift
/// let packet = try NIMPacket(decoding: Array(#"3:::{"SID":1,"CID":2,"SER":0}"#.utf8).span)
/// packet.command(in: .im)?.name  // "heartbeat"
/// ```
public struct NIMPacket: Hashable, Sendable {
    /// The type of the packet.
    public let type: NIMPacketType
    /// The id, which pairs an ack with its packet; `nil` when not even its colon is present.
    public let id: [UInt8]?
    /// Whether a `+` after the id asks for an ack with data.
    public let asksForData: Bool
    /// The endpoint, usually empty; only with an id.
    public let endpoint: [UInt8]?
    /// The data; only with an endpoint.
    public let data: [UInt8]?
    /// The service's number, if ``data`` is a packet of NIM.
    public let sid: Int64?
    /// The command's number.
    public let cid: Int64?
    /// The serial number, which pairs a response with its request; 0 in heartbeats, and without use in pushes.
    public let ser: Int64?
    /// The result code of a response.
    public let code: Int64?
    /// The direction of a NIM packet; `nil` for other packets.
    public let direction: NIMLayout.Direction?
    /// The packet inside a wrapped push.
    public let wrapped: NIMLayout.Wrapped?

    /// Reads a packet; throws the errors of ``NIMLayout/read(_:of:limits:)``.
    public init(decoding bytes: Span<UInt8>, limits: NIMLimits = NIMLimits()) throws(WireError) {
        var layout = NIMLayout()
        try layout.read(bytes, limits: limits)
        type = layout.type
        id = layout.id.map { Array(copying: bytes.extracting($0)) }
        asksForData = layout.asksForData
        endpoint = layout.endpoint.map { Array(copying: bytes.extracting($0)) }
        data = layout.data.map { Array(copying: bytes.extracting($0)) }
        sid = layout.sid
        cid = layout.cid
        ser = layout.ser
        code = layout.code
        direction = layout.direction
        wrapped = layout.wrapped
    }

    /// Makes a packet from its data: `type:::data`, or `type::` without.
    ///
    /// - Throws: the errors of ``init(decoding:limits:)``, which reads the written packet.
    public init(_ type: NIMPacketType, data: [UInt8]? = nil) throws(WireError) {
        let text = Array("\(type.rawValue)::".utf8) + (data.map { [UInt8(ascii: ":")] + $0 } ?? [])
        try self.init(decoding: text.span)
    }

    /// Makes a request: `3:::{"SID":…,"CID":…,"SER":…,"Q":[…]}`.
    ///
    /// - Parameters:
    ///   - sid: the number of the service.
    ///   - cid: the number of the command in its service.
    ///   - ser: the serial number, which the response repeats.
    ///   - arguments: the typed values, each an object with the type `t` and the value `v`; without them there is no `Q`.
    /// - Throws: the errors of ``init(decoding:limits:)``, which reads the written packet.
    public init(sid: Int64, cid: Int64, ser: Int64, arguments: [JSONValue]? = nil) throws(WireError) {
        var object: JSONValue = ["SID": JSONValue(sid), "CID": JSONValue(cid), "SER": JSONValue(ser)]
        object["Q"] = arguments.map { .array($0) }
        try self.init(.message, data: object.minified)
    }

    /// Makes a response or push: `3:::{"sid":…,"cid":…,"code":…,"r":[…],"ser":…}`.
    ///
    /// - Parameters:
    ///   - sid: the number of the service.
    ///   - cid: the number of the command in its service.
    ///   - ser: the serial number of the request; 0 in pushes.
    ///   - code: the result code; 200 is success.
    ///   - values: the result; without it there is no `r`.
    /// - Throws: the errors of ``init(decoding:limits:)``, which reads the written packet.
    public init(sid: Int64, cid: Int64, ser: Int64, code: Int64, values: [JSONValue]? = nil) throws(WireError) {
        var object: JSONValue = ["sid": JSONValue(sid), "cid": JSONValue(cid), "code": JSONValue(code)]
        object["r"] = values.map { .array($0) }
        object["ser"] = JSONValue(ser)
        try self.init(.message, data: object.minified)
    }

    /// Appends the packet's bytes.
    public func encode(into writer: inout ByteWriter) {
        writer.append(UInt8(ascii: "0") + type.rawValue)
        guard let id else { return }
        writer.append(UInt8(ascii: ":"))
        writer.append(id)
        if asksForData { writer.append(UInt8(ascii: "+")) }
        guard let endpoint else { return }
        writer.append(UInt8(ascii: ":"))
        writer.append(endpoint)
        guard let data else { return }
        writer.append(UInt8(ascii: ":"))
        writer.append(data)
    }

    /// Returns the packet's bytes.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.array
    }

    /// Whether the packet only keeps the connection alive: the transport's heartbeat, or that of the service `link`.
    public var isKeepAlive: Bool { type == .heartbeat || sid == 1 && cid == 2 }

    /// Whether the packet answers a request: the table has a request with its numbers.
    ///
    /// Other packets of the server are pushes.
    public func isResponse(in scope: NIMScope? = nil) -> Bool {
        guard direction == .response, let sid, let cid else { return false }
        return NIMCommand.find(sid: sid, cid: cid, .request, in: scope) != nil
    }

    /// Returns the command in the table; for a wrapped push, the inner command.
    ///
    /// Of several commands with the same numbers, it is the one whose tags the first value has, or else the first.
    /// `nil` when the table has none.
    public func command(in scope: NIMScope? = nil) -> NIMCommand? {
        guard let direction, let sid, let cid,
            let found = NIMCommand.findAll(
                sid: wrapped?.sid ?? sid,
                cid: wrapped?.cid ?? cid,
                direction,
                in: scope
            )
        else { return nil }
        return found.others.isEmpty ? found.first : fitting([found.first] + found.others)
    }

    /// Returns the command that knows most keys of the first value; of several, the first.
    private func fitting(_ commands: [NIMCommand]) -> NIMCommand {
        var best = (command: commands[0], known: knownTags(commands[0]))
        for command in commands.dropFirst() {
            let known = knownTags(command)
            if known > best.known { best = (command, known) }
        }
        return best.command
    }

    /// Returns the number of keys of a request's first value that are tags of a command's first value.
    private func knownTags(_ command: NIMCommand) -> Int {
        guard let data, let entity = command.values.first?.entity else { return 0 }
        let bytes = data.span
        guard let values = JSONSteps.member("Q", bytes, in: 0..<data.count),
            let first = JSONSteps.element(0, bytes, in: values),
            let object = JSONSteps.member("v", bytes, in: first)
        else { return 0 }
        var steps = JSONSteps(bytes, in: object)
        var known = 0
        var seen = 0
        while seen < Self.comparedKeys, let (key, _) = steps.next() {
            guard let key else { break }
            seen += 1
            if Self.tag(bytes, key: key, entity, command.scope).isRenamed { known += 1 }
        }
        return known
    }

    /// The number of keys by which commands with the same numbers are told apart, at most.
    private static let comparedKeys = 32
}
