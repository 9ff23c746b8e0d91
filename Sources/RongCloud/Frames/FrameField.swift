/// A field of frames: its name, its type and its meaning.
///
/// Lines of JSON, filters and the list of fields are made from this table; ``FrameLayout/visit(isPolling:_:)`` decides
/// which fields a frame has.
@usableFromInline
package enum FrameField: CaseIterable, Sendable {
    case signature, topic, targetId, messageId, date, status, millisecond, messageUId
    case sessionId, timestamp, protocolId, protocolVersion, flag, flags, keepAlive
    case clientId, clientIp, willTopic, will, appId, token, userId

    /// The type of a field's value.
    @usableFromInline
    package enum Kind: Sendable {
        /// A text of the wire.
        case text
        /// A whole number.
        case integer
        /// A whole number of seconds.
        case seconds
        /// Bits without a known meaning.
        case hex
        /// A text that is a secret.
        case secret
        /// A text that may be the token, if the flags of a CONNECT do not match its fields and so no token was found.
        case misplacedSecret
    }

    /// A row of the table.
    @usableFromInline
    package struct Row: Sendable {
        /// The name in quotation marks, between a comma and a colon, as in a frame object.
        @usableFromInline package let spelled: StaticString
        @usableFromInline package let kind: Kind
        /// The meaning in a few words.
        @usableFromInline package let meaning: StaticString
        /// An example value, as written in a filter.
        @usableFromInline package let example: StaticString

        @inlinable
        init(_ spelled: StaticString, _ kind: Kind, _ meaning: StaticString, example: StaticString) {
            self.spelled = spelled
            self.kind = kind
            self.meaning = meaning
            self.example = example
        }
    }

    /// The row of this field.
    @inlinable @inline(__always)
    package var row: Row {
        switch self {
        case .signature:
            Row(",\"signature\":", .hex, "TCP form: the bits before PUBLISH and QUERY", example: "\"0011223344556677\"")
        case .topic: Row(",\"topic\":", .text, "what the frame is about", example: "ppMsgP")
        case .targetId: Row(",\"targetId\":", .text, "user, group or room that the frame is for", example: "lin_mei")
        case .messageId: Row(",\"messageId\":", .integer, "pairs a request with its answer", example: "6")
        case .date: Row(",\"date\":", .integer, "the server's clock, Unix seconds", example: "1795231113")
        case .status:
            Row(
                ",\"status\":",
                .integer,
                "the result in an answer, 0 for success; `imwire code` explains it",
                example: "0"
            )
        case .millisecond: Row(",\"millisecond\":", .integer, "milliseconds to be added to date", example: "512")
        case .messageUId:
            Row(
                ",\"messageUId\":",
                .text,
                "the id that the server gave the message",
                example: "\"QDHC-5SNE-18IB-HGJL\""
            )
        case .sessionId:
            Row(
                ",\"sessionId\":",
                .text,
                "the session that CONNACK begins; of polling, that a request belongs to",
                example: "\"s1\""
            )
        case .timestamp:
            Row(",\"timestamp\":", .integer, "the server's clock, Unix milliseconds", example: "1795231113512")
        case .protocolId: Row(",\"protocolId\":", .text, "CONNECT: the name of the protocol", example: "RCloud")
        case .protocolVersion:
            Row(",\"protocolVersion\":", .integer, "CONNECT: the version of the protocol", example: "3")
        case .flag: Row(",\"flag\":", .integer, "the ignored first byte of CONNACK and DISCONNECT", example: "0")
        case .flags:
            Row(",\"flags\":", .integer, "which fields follow, in CONNECT and in CONNACK of version 4", example: "0xc0")
        case .keepAlive: Row(",\"keepAlive\":", .seconds, "CONNECT: time between heartbeats", example: "30s")
        case .clientId: Row(",\"clientId\":", .text, "CONNECT: the device", example: "\"d1\"")
        case .clientIp:
            Row(
                ",\"clientIp\":",
                .misplacedSecret,
                "CONNECT: the client's address as it sees it",
                example: "\"10.0.0.1\""
            )
        case .willTopic:
            Row(",\"willTopic\":", .misplacedSecret, "CONNECT: platform and SDK", example: "\"clientInfo\"")
        case .will:
            Row(",\"will\":", .misplacedSecret, "CONNECT: what goes with willTopic", example: "\"Android-5.1.0\"")
        case .appId: Row(",\"appId\":", .misplacedSecret, "CONNECT: the key of the application", example: "\"key1\"")
        case .token: Row(",\"token\":", .secret, "CONNECT: the token, shortened", example: "\"abcd…\"")
        case .userId: Row(",\"userId\":", .text, "the user that CONNACK names", example: "zhang_wei")
        }
    }
}

/// The value of a field, or the range of its bytes.
@usableFromInline
package enum FrameFieldValue: Sendable {
    /// A text; the range of its bytes in the frame.
    case text(Range<Int>)
    /// A number.
    case number(Int64)
    /// Bits without a known meaning.
    case opaque(UInt64)
}

extension FrameLayout {
    /// Calls `visit` for each field that is present, in the order of a frame object.
    ///
    /// - Parameter isPolling: whether the fields come from a JSON object of long polling, in which any frame may have
    ///   fields of a session.
    // `mutating` although nothing changes: otherwise the layout would be copied.
    @inlinable @inline(__always)
    package mutating func visit(isPolling: Bool, _ visit: (FrameField, FrameFieldValue) -> Void) {
        switch header.type.known {
        case .publish, .query, .puback, .queryack, .querycon:
            if let signature { visit(.signature, .opaque(signature)) }
            if let topic { visit(.topic, .text(topic)) }
            if let targetId { visit(.targetId, .text(targetId)) }
            if let messageId { visit(.messageId, .number(Int64(messageId))) }
            if let date { visit(.date, .number(Int64(date))) }
            if let status { visit(.status, .number(Int64(status))) }
            if let millisecond { visit(.millisecond, .number(Int64(millisecond))) }
            if let messageUId { visit(.messageUId, .text(messageUId)) }
            guard isPolling else { return }
            if let sessionId { visit(.sessionId, .text(sessionId)) }
            if let timestamp { visit(.timestamp, .number(timestamp)) }
        case .pingreq, .pingresp: break
        case .connect, .connack, .disconnect, nil: visitSession(visit)
        }
    }

    @inlinable
    func visitSession(_ visit: (FrameField, FrameFieldValue) -> Void) {
        if let protocolId { visit(.protocolId, .text(protocolId)) }
        if let protocolVersion { visit(.protocolVersion, .number(Int64(protocolVersion))) }
        if let flag { visit(.flag, .number(Int64(flag))) }
        if let status { visit(.status, .number(Int64(status))) }
        if let flags { visit(.flags, .number(Int64(flags))) }
        if let keepAlive { visit(.keepAlive, .number(Int64(keepAlive))) }
        if let clientId { visit(.clientId, .text(clientId)) }
        if let clientIp { visit(.clientIp, .text(clientIp)) }
        if let willTopic { visit(.willTopic, .text(willTopic)) }
        if let will { visit(.will, .text(will)) }
        if let appId { visit(.appId, .text(appId)) }
        if let token { visit(.token, .text(token)) }
        if let userId { visit(.userId, .text(userId)) }
        if let sessionId { visit(.sessionId, .text(sessionId)) }
        if let timestamp { visit(.timestamp, .number(timestamp)) }
        if let messageId { visit(.messageId, .number(Int64(messageId))) }
    }
}
