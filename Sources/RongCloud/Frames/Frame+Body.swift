public import WireFormat

// The list of frame types: their fields are in one file each; all code that depends on the type is here.

extension Frame {
    /// The type and fields of a frame, after the header byte.
    public enum Body: Hashable, Sendable {
        /// The client's introduction (TCP form).
        case connect(Connect)
        /// The server's answer to a connection.
        case connack(ConnAck)
        /// A message or push.
        case publish(Publish)
        /// The answer to a PUBLISH.
        case puback(PubAck)
        /// A request.
        case query(Query)
        /// The answer to a QUERY.
        case queryack(QueryAck)
        /// The confirmation of the QUERYACK with this message id.
        case querycon(messageId: UInt16)
        /// The client's heartbeat.
        case pingreq
        /// The server's heartbeat.
        case pingresp
        /// The end of the session.
        case disconnect(Disconnect)
        /// A type without a known body.
        case opaque(FrameType, data: [UInt8])
    }
}

extension Frame.Body {
    /// The type in the header.
    public var type: FrameType {
        switch self {
        case .connect: .connect
        case .connack: .connack
        case .publish: .publish
        case .puback: .puback
        case .query: .query
        case .queryack: .queryack
        case .querycon: .querycon
        case .pingreq: .pingreq
        case .pingresp: .pingresp
        case .disconnect: .disconnect
        case .opaque(let type, _): type
        }
    }

    /// Copies the fields of a layout; `nil` if a required field of the type is missing.
    init?(_ layout: FrameLayout, _ bytes: Span<UInt8>) {
        let body: Self? =
            switch layout.header.type.known {
            case .connect: Connect(layout, bytes).map(Self.connect)
            case .connack: ConnAck(layout, bytes).map(Self.connack)
            case .publish: Publish(layout, bytes).map(Self.publish)
            case .puback: PubAck(layout, bytes).map(Self.puback)
            case .query: Query(layout, bytes).map(Self.query)
            case .queryack: QueryAck(layout, bytes).map(Self.queryack)
            case .querycon: layout.messageId.map(Self.querycon)
            case .pingreq: .pingreq
            case .pingresp: .pingresp
            case .disconnect: Disconnect(layout).map(Self.disconnect)
            case nil: .opaque(layout.header.type, data: layout.data.map { Array(copying: bytes.extracting($0)) } ?? [])
            }
        guard let body else { return nil }
        self = body
    }

    /// Reads the members of a frame object.
    init(_ type: FrameType, _ members: FrameObjectReader) throws(WireError) {
        switch type.known {
        case .connect: self = .connect(try Connect(members))
        case .connack: self = .connack(try ConnAck(members))
        case .publish: self = .publish(try Publish(members))
        case .puback: self = .puback(try PubAck(members))
        case .query: self = .query(try Query(members))
        case .queryack: self = .queryack(try QueryAck(members))
        case .querycon: self = .querycon(messageId: try members.number("messageId"))
        case .pingreq: self = .pingreq
        case .pingresp: self = .pingresp
        case .disconnect: self = .disconnect(try Disconnect(members))
        case nil: self = .opaque(type, data: try members.data())
        }
    }

    /// Appends the fields.
    func encode(into writer: inout ByteWriter, form: FrameForm, sender: FrameSender) throws(WireError) {
        switch self {
        case .connect(let connect): try connect.encode(into: &writer)
        case .connack(let connack): try connack.encode(into: &writer)
        case .publish(let publish): try publish.encode(into: &writer, form: form, sender: sender)
        case .puback(let puback): try puback.encode(into: &writer, sender: sender)
        case .query(let query): try query.encode(into: &writer, form: form)
        case .queryack(let queryack): queryack.encode(into: &writer)
        case .querycon(let messageId): writer.append(bigEndian: messageId)
        case .pingreq, .pingresp: break
        case .disconnect(let disconnect): disconnect.encode(into: &writer)
        case .opaque(_, let data): writer.append(data)
        }
    }
}

extension FrameLayout {
    /// Reads the fields of the header's type.
    @inlinable
    mutating func readBody<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        form: FrameForm,
        sender: FrameSender,
        protocolVersion: UInt8?
    ) throws(WireError) {
        switch header.type.known {
        case .publish: try Publish.read(&reader, into: &self, form: form, sender: sender)
        case .puback: try PubAck.read(&reader, into: &self, sender: sender)
        case .query: try Query.read(&reader, into: &self, form: form)
        case .queryack: try QueryAck.read(&reader, into: &self)
        case .querycon: messageId = try reader.uint16("messageId")
        case .pingreq, .pingresp: break
        case .connack: try ConnAck.read(&reader, into: &self, protocolVersion: protocolVersion)
        case .disconnect: try Disconnect.read(&reader, into: &self)
        case .connect: try Connect.read(&reader, into: &self)
        case nil: data = reader.rest("data")
        }
    }
}
