public import WireFormat

/// CONNECT: the client's introduction.
///
/// Sent only in the TCP form; over WebSocket, the URL takes its place.
///
/// Source: web SDK v2 `signalling.ts` (dead code there); `clientIp`: nubybear's codec.
public struct Connect: Hashable, Sendable {
    /// The bit of ``flags`` for an app id.
    public static let hasAppId: UInt8 = 0x80
    /// The bit of ``flags`` for a token.
    public static let hasToken: UInt8 = 0x40
    /// The bit of ``flags`` for a will.
    public static let hasWill: UInt8 = 0x04

    /// The known names of the protocol; a key of the TCP form is recovered by them.
    package static let protocolNames = ["RCloud", "BossFriday", "MQIsdp", "MQTT"]

    /// The name of the protocol, `RCloud` in the web SDK.
    public var protocolId: WireString
    /// The version of the protocol, 3 in the web SDK.
    public var protocolVersion: UInt8
    /// The fields that follow, as bits; also retain and QoS of the will and "clean session" (0x02).
    public var flags: UInt8
    /// The heartbeat interval in seconds.
    public var keepAlive: UInt16
    /// The id of the device, at most 64 characters.
    public var clientId: WireString
    /// The client's address; written only by the clients of one server implementation.
    public var clientIp: WireString?
    /// The topic of the will, `clientInfo`.
    public var willTopic: WireString?
    /// The text of the will: platform, device and SDK version.
    public var will: WireString?
    /// The app key.
    public var appId: WireString?
    /// The token.
    public var token: WireString?

    /// Makes a CONNECT; `flags` must announce the optional fields that are given.
    public init(
        protocolId: WireString = "RCloud",
        protocolVersion: UInt8 = 3,
        flags: UInt8,
        keepAlive: UInt16,
        clientId: WireString,
        clientIp: WireString? = nil,
        willTopic: WireString? = nil,
        will: WireString? = nil,
        appId: WireString? = nil,
        token: WireString? = nil
    ) {
        self.protocolId = protocolId
        self.protocolVersion = protocolVersion
        self.flags = flags
        self.keepAlive = keepAlive
        self.clientId = clientId
        self.clientIp = clientIp
        self.willTopic = willTopic
        self.will = will
        self.appId = appId
        self.token = token
    }

    @inlinable
    static func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout
    ) throws(WireError) {
        layout.protocolId = try reader.text("protocolId")
        layout.protocolVersion = try reader.uint8("protocolVersion")
        let flags = try reader.uint8("flags")
        layout.flags = flags
        layout.keepAlive = try reader.uint16("keepAlive")
        layout.clientId = try reader.text("clientId")
        // The client's address has no flag: it is present if the announced fields fit the body only with it.
        if textsLeft(reader) == announcedTexts(flags) + 1 { layout.clientIp = try reader.text("clientIp") }
        if flags & hasWill != 0 {
            layout.willTopic = try reader.text("willTopic")
            layout.will = try reader.text("will")
        }
        if flags & hasAppId != 0 { layout.appId = try reader.text("appId") }
        if flags & hasToken != 0 { layout.token = try reader.text("token") }
    }

    @inlinable
    static func announcedTexts(_ flags: UInt8) -> Int {
        (flags & hasWill != 0 ? 2 : 0) + (flags & hasAppId != 0 ? 1 : 0) + (flags & hasToken != 0 ? 1 : 0)
    }

    /// Returns the number of texts that fill the rest of the body exactly; `nil` if no number of texts does.
    @inlinable
    static func textsLeft<Trace: FieldTrace>(_ reader: borrowing ByteReader<Trace>) -> Int? {
        var trial = reader.untraced()
        var count = 0
        while !trial.isAtEnd {
            guard (try? trial.text("")) != nil else { return nil }
            count += 1
        }
        return count
    }

    init?(_ layout: FrameLayout, _ bytes: Span<UInt8>) {
        guard let protocolId = layout.protocolId, let protocolVersion = layout.protocolVersion,
            let flags = layout.flags, let keepAlive = layout.keepAlive, let clientId = layout.clientId
        else { return nil }
        func text(_ range: Range<Int>?) -> WireString? {
            range.map { WireString(decoding: bytes.extracting($0)) }
        }
        self.init(
            protocolId: WireString(decoding: bytes.extracting(protocolId)),
            protocolVersion: protocolVersion,
            flags: flags,
            keepAlive: keepAlive,
            clientId: WireString(decoding: bytes.extracting(clientId)),
            clientIp: text(layout.clientIp),
            willTopic: text(layout.willTopic),
            will: text(layout.will),
            appId: text(layout.appId),
            token: text(layout.token)
        )
    }

    /// Reads the members of a frame object.
    init(_ members: FrameObjectReader) throws(WireError) {
        self.init(
            protocolId: try members.text("protocolId"),
            protocolVersion: try members.number("protocolVersion"),
            flags: try members.number("flags"),
            keepAlive: try members.number("keepAlive"),
            clientId: try members.text("clientId"),
            clientIp: try members.optionalText("clientIp"),
            willTopic: try members.optionalText("willTopic"),
            will: try members.optionalText("will"),
            appId: try members.optionalText("appId"),
            token: try members.optionalText("token")
        )
    }

    func encode(into writer: inout ByteWriter) throws(WireError) {
        try protocolId.encodePrefixed("protocolId", into: &writer)
        writer.append(protocolVersion)
        writer.append(flags)
        writer.append(bigEndian: keepAlive)
        try clientId.encodePrefixed("clientId", into: &writer)
        try clientIp?.encodePrefixed("clientIp", into: &writer)
        try encode(willTopic, "willTopic", flag: Self.hasWill, into: &writer)
        try encode(will, "will", flag: Self.hasWill, into: &writer)
        try encode(appId, "appId", flag: Self.hasAppId, into: &writer)
        try encode(token, "token", flag: Self.hasToken, into: &writer)
    }

    private func encode(
        _ text: WireString?,
        _ name: StaticString,
        flag: UInt8,
        into writer: inout ByteWriter
    ) throws(WireError) {
        guard (flags & flag != 0) == (text != nil) else {
            throw WireError(.required, path: [name.description], expected: "flags and fields that agree")
        }
        try text?.encodePrefixed(name, into: &writer)
    }
}
