public import WireFormat
import WireJSON

/// The positions of a packet's parts in its bytes, and its numbers: the result of reading it.
///
/// A packet is a whole WebSocket text message, or a part of a polling body: `type:id+:endpoint:data`, whose end may be
/// missing. Made for reuse. Source: Socket.IO 0.9.11, protocol 1, as in NIM_Web_SDK_v8.5.0.js.
public struct NIMLayout: Sendable {
    /// The type of the packet.
    public private(set) var type = NIMPacketType.noop
    /// The id, which pairs an ack with its packet; `nil` when not even its colon is present.
    public private(set) var id: Range<Int>?
    /// Whether a `+` after the id asks for an ack with data.
    public private(set) var asksForData = false
    /// The endpoint, usually empty.
    public private(set) var endpoint: Range<Int>?
    /// The data.
    public private(set) var data: Range<Int>?
    /// Whether the data is JSON.
    public private(set) var isJSON = false
    /// The direction of a NIM packet: an object with `SID` and `CID`, or `sid` and `cid`; `nil` for other data.
    public private(set) var direction: Direction?
    /// The service's number.
    public private(set) var sid: Int64?
    /// The command's number.
    public private(set) var cid: Int64?
    /// The serial number, which pairs a response with its request; 0 in heartbeats, and without use in pushes.
    public private(set) var ser: Int64?
    /// The result code of a response.
    public private(set) var code: Int64?
    /// The packet inside a wrapped push; `nil` in other packets.
    public private(set) var wrapped: Wrapped?

    /// The direction of a NIM packet, recognised by its keys.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// From the client; keys in capitals.
        case request
        /// From the server: a response or a push.
        case response
    }

    /// The packet inside a push of the service `notify`.
    public struct Wrapped: Hashable, Sendable {
        /// The inner service's number.
        public var sid: Int64
        /// The inner command's number.
        public var cid: Int64
        /// The message's id at the server, with which the push begins; `nil` if there is none.
        public var idServer: String?
    }

    /// Makes a layout without any field.
    public init() {}

    /// Reads one packet from `reader` to its end.
    ///
    /// - Parameters:
    ///   - reader: a reader at the start of the packet.
    ///   - bytes: the bytes that `reader` reads from their start.
    ///   - limits: limits of length and depth.
    /// - Throws: `truncated` for an empty packet, `value` for a packet that does not begin with a digit from 0 to 8 and
    ///   a colon, `json` for invalid data that must be JSON, or begins like it. The layout keeps the fields read
    ///   before.
    public mutating func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        of bytes: Span<UInt8>,
        limits: NIMLimits = NIMLimits()
    ) throws(WireError) {
        reset()
        guard bytes.count <= limits.frameBytes else {
            throw WireError(.limit, at: 0, expected: "at most \(limits.frameBytes) bytes")
        }
        guard let digit = reader.peek(at: reader.offset) else {
            throw WireError(.truncated, at: reader.offset, path: ["type"], needed: 1, available: 0)
        }
        guard let type = NIMPacketType(rawValue: digit &- 48), digit >= 48 else {
            throw WireError(.value, at: reader.offset, path: ["type"], expected: "a digit from 0 to 8")
        }
        self.type = type
        _ = try reader.bytes("type", count: 1)
        do throws(WireError) {
            try readParts(&reader, bytes)
            try readData(bytes, limits)
        } catch {
            throw error.inside(type.name)
        }
    }

    /// Reads one packet.
    ///
    /// Throws the errors of ``read(_:of:limits:)``.
    public mutating func read(_ bytes: Span<UInt8>, limits: NIMLimits = NIMLimits()) throws(WireError) {
        var reader = ByteReader(bytes)
        try read(&reader, of: bytes, limits: limits)
    }

    private mutating func reset() {
        type = .noop
        id = nil
        asksForData = false
        endpoint = nil
        data = nil
        isJSON = false
        direction = nil
        sid = nil
        cid = nil
        ser = nil
        code = nil
        wrapped = nil
    }

    private mutating func readParts<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        _ bytes: Span<UInt8>
    ) throws(WireError) {
        guard try colon(&reader) else { return }
        var id = try text("id", &reader, bytes)
        if !id.isEmpty, bytes[id.upperBound - 1] == UInt8(ascii: "+") {
            asksForData = true
            id = id.lowerBound..<id.upperBound - 1
        }
        self.id = id
        guard try colon(&reader) else { return }
        endpoint = try text("endpoint", &reader, bytes)
        guard try colon(&reader) else { return }
        data = reader.rest("data")
    }

    /// Reads a colon; returns `false` at the end of the packet.
    private func colon<Trace: FieldTrace>(_ reader: inout ByteReader<Trace>) throws(WireError) -> Bool {
        guard let byte = reader.peek(at: reader.offset) else { return false }
        guard byte == UInt8(ascii: ":") else { throw WireError(.value, at: reader.offset, expected: "':'") }
        _ = try reader.bytes(":", count: 1)
        return true
    }

    /// Reads up to the next colon.
    private func text<Trace: FieldTrace>(
        _ name: StaticString,
        _ reader: inout ByteReader<Trace>,
        _ bytes: Span<UInt8>
    ) throws(WireError) -> Range<Int> {
        let start = reader.offset
        let end = bytes.firstIndex(of: UInt8(ascii: ":"), from: start) ?? bytes.count
        guard end > start else { return start..<start }
        return try reader.bytes(name, count: end - start)
    }

    // MARK: NIM

    private mutating func readData(_ bytes: Span<UInt8>, _ limits: NIMLimits) throws(WireError) {
        guard let data, !data.isEmpty else { return }
        switch type {
        case .json, .event: break
        case .message where bytes[data.lowerBound] == UInt8(ascii: "{"): break
        default: return
        }
        try JSONValidator.validate(bytes, in: data, limits: limits.json)
        isJSON = true
        if type == .message { readNumbers(NIMData(bytes, in: data)) }
    }

    private mutating func readNumbers(_ data: borrowing NIMData) {
        let (request, response) = data.heads()
        if let sid = data.number(in: request.sid), let cid = data.number(in: request.cid) {
            direction = .request
            self.sid = sid
            self.cid = cid
            ser = data.number(in: request.ser)
        } else if let sid = data.number(in: response.sid), let cid = data.number(in: response.cid) {
            direction = .response
            self.sid = sid
            self.cid = cid
            ser = data.number(in: response.ser)
            code = data.number(in: response.code)
            if Self.wraps(sid, cid), let values = response.result { readWrapped(data, values) }
        }
    }

    private mutating func readWrapped(_ data: borrowing NIMData, _ values: Range<Int>) {
        let bytes = data.bytes
        guard let second = JSONSteps.element(1, bytes, in: values),
            let header = JSONSteps.member("headerPacket", bytes, in: second),
            let sid = data.number(in: JSONSteps.member("sid", bytes, in: header)),
            let cid = data.number(in: JSONSteps.member("cid", bytes, in: header))
        else { return }
        wrapped = Wrapped(sid: sid, cid: cid)
        let first = JSONSteps.element(0, bytes, in: values).flatMap { data.scalar(in: $0) }
        wrapped?.idServer = first.flatMap { $0.string ?? $0.int64.map { String($0) } }
    }

    /// Whether a push holds another packet.
    static func wraps(_ sid: Int64, _ cid: Int64) -> Bool { sid == 4 && [1, 2, 10, 11].contains(cid) }
}
