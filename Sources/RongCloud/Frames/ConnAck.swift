public import WireFormat

/// CONNACK: the server's first frame.
///
/// Layout: an ignored byte and the status; then, if the body continues, user, session and time. With `protocolVer=4` in
/// the URL, a byte of flags announces these fields. Source: web SDK v2 `signalling.ts`, engine v5.
public struct ConnAck: Hashable, Sendable {
    /// The bit of ``flags`` for a user id.
    public static let hasUserId: UInt8 = 0x01
    /// The bit of ``flags`` for a session id.
    public static let hasSessionId: UInt8 = 0x02
    /// The bit of ``flags`` for a timestamp.
    public static let hasTimestamp: UInt8 = 0x04
    /// The bit of ``flags`` for a message id, at which the client's id counter starts.
    public static let hasMessageId: UInt8 = 0x08

    /// The byte that every SDK ignores.
    public var flag: UInt8
    /// The status; 0 means accepted.
    public var status: UInt8
    /// The fields that follow, as bits, in protocol version 4; `nil` in version 3.
    public var flags: UInt8?
    /// The id of the user who is logged in.
    public var userId: WireString?
    /// The id of the session.
    public var sessionId: WireString?
    /// The server's clock in Unix milliseconds.
    public var timestamp: Int64?
    /// Protocol version 4: the first message id of the client.
    public var messageId: UInt16?

    /// Makes a CONNACK.
    ///
    /// With `flags`, the fields are written by its bits; otherwise up to the last field that is set.
    public init(
        status: UInt8,
        userId: WireString? = nil,
        sessionId: WireString? = nil,
        timestamp: Int64? = nil,
        messageId: UInt16? = nil,
        flags: UInt8? = nil,
        flag: UInt8 = 0
    ) {
        self.flag = flag
        self.status = status
        self.flags = flags
        self.userId = userId
        self.sessionId = sessionId
        self.timestamp = timestamp
        self.messageId = messageId
    }

    @inlinable
    static func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout,
        protocolVersion: UInt8?
    ) throws(WireError) {
        layout.flag = try reader.uint8("flag")
        layout.status = UInt16(try reader.uint8("status"))
        guard let third = reader.peek(at: reader.offset) else { return }
        if let protocolVersion {
            if protocolVersion >= 4 {
                try readVersion4(&reader, into: &layout)
            } else {
                try readVersion3(&reader, into: &layout)
            }
            return
        }
        // In version 3, the high byte of the user id's length follows, which is 0; in version 4, the flags, which are
        // not 0. The high byte of a user id of 256 bytes and more is not 0 either: then only version 3 fits the body
        // exactly.
        if third != 0 || reader.remaining == 1 {
            if fitsVersion4(reader) || !fitsVersion3(reader) {
                try readVersion4(&reader, into: &layout)
                return
            }
        }
        try readVersion3(&reader, into: &layout)
    }

    @inlinable
    static func readVersion3<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout
    ) throws(WireError) {
        layout.userId = try reader.text("userId")
        if reader.isAtEnd { return }
        layout.sessionId = try reader.text("sessionId")
        layout.timestamp = try reader.int64("timestamp")
    }

    @inlinable
    static func readVersion4<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout
    ) throws(WireError) {
        let flags = try reader.uint8("flags")
        layout.flags = flags
        if flags & hasUserId != 0 { layout.userId = try reader.text("userId") }
        if flags & hasSessionId != 0 { layout.sessionId = try reader.text("sessionId") }
        if flags & hasTimestamp != 0 { layout.timestamp = try reader.int64("timestamp") }
        if flags & hasMessageId != 0 { layout.messageId = try reader.uint16("messageId") }
    }

    @inlinable
    static func fitsVersion3<Trace: FieldTrace>(_ reader: borrowing ByteReader<Trace>) -> Bool {
        var trial = reader.untraced()
        var scratch = FrameLayout()
        return (try? readVersion3(&trial, into: &scratch)) != nil && trial.isAtEnd
    }

    @inlinable
    static func fitsVersion4<Trace: FieldTrace>(_ reader: borrowing ByteReader<Trace>) -> Bool {
        var trial = reader.untraced()
        var scratch = FrameLayout()
        return (try? readVersion4(&trial, into: &scratch)) != nil && trial.isAtEnd
    }

    init?(_ layout: FrameLayout, _ bytes: Span<UInt8>) {
        guard let flag = layout.flag, let status = layout.status.flatMap(UInt8.init(exactly:)) else { return nil }
        self.init(
            status: status,
            userId: layout.userId.map { WireString(decoding: bytes.extracting($0)) },
            sessionId: layout.sessionId.map { WireString(decoding: bytes.extracting($0)) },
            timestamp: layout.timestamp,
            messageId: layout.messageId,
            flags: layout.flags,
            flag: flag
        )
    }

    /// Reads the members of a frame object.
    init(_ members: FrameObjectReader) throws(WireError) {
        self.init(
            status: try members.number("status"),
            userId: try members.optionalText("userId"),
            sessionId: try members.optionalText("sessionId"),
            timestamp: try members.integer("timestamp", Int64.self),
            messageId: try members.integer("messageId", UInt16.self),
            flags: try members.integer("flags", UInt8.self),
            flag: try members.integer("flag", UInt8.self) ?? 0
        )
    }

    func encode(into writer: inout ByteWriter) throws(WireError) {
        writer.append(flag)
        writer.append(status)
        if let flags {
            let given =
                (userId != nil ? Self.hasUserId : 0) | (sessionId != nil ? Self.hasSessionId : 0)
                | (timestamp != nil ? Self.hasTimestamp : 0) | (messageId != nil ? Self.hasMessageId : 0)
            guard given & ~flags == 0 else {
                throw WireError(.value, path: ["flags"], expected: "flags that announce every field given")
            }
            writer.append(flags)
            try encodeVersion4(flags, into: &writer)
        } else if let userId {
            guard messageId == nil else {
                throw WireError(.value, path: ["messageId"], expected: "flags, which only version 4 has")
            }
            try userId.encodePrefixed("userId", into: &writer)
            guard sessionId != nil || timestamp != nil else { return }
            try (sessionId ?? "").encodePrefixed("sessionId", into: &writer)
            writer.append(bigEndian: timestamp ?? 0)
        } else if sessionId != nil || timestamp != nil || messageId != nil {
            throw WireError(.required, path: ["userId"], expected: "a user id before the other fields")
        }
    }

    private func encodeVersion4(_ flags: UInt8, into writer: inout ByteWriter) throws(WireError) {
        func missing(_ name: String) -> WireError {
            WireError(.required, path: [name], expected: "the field that flags announce")
        }
        if flags & Self.hasUserId != 0 {
            guard let userId else { throw missing("userId") }
            try userId.encodePrefixed("userId", into: &writer)
        }
        if flags & Self.hasSessionId != 0 {
            guard let sessionId else { throw missing("sessionId") }
            try sessionId.encodePrefixed("sessionId", into: &writer)
        }
        if flags & Self.hasTimestamp != 0 {
            guard let timestamp else { throw missing("timestamp") }
            writer.append(bigEndian: timestamp)
        }
        if flags & Self.hasMessageId != 0 {
            guard let messageId else { throw missing("messageId") }
            writer.append(bigEndian: messageId)
        }
    }
}
