public import WireFormat

/// One frame of RongCloud's protocol: header, body, and any bytes after the body's last field.
///
/// Decoding keeps everything, so that encoding returns the same bytes.
/// ```swift
/// let frame = try Frame(decoding: Hex.decode("400102").span, sender: .client)
/// ```
public struct Frame: Hashable, Sendable {
    /// The QoS, dup and retain flags.
    ///
    /// The header's type is the type of the body.
    public private(set) var header: FrameHeader
    /// The fields.
    public let body: Body
    /// The bytes after the last field: not part of the documented form, kept for exact re-encoding.
    public var trailing: [UInt8]

    /// Makes a frame.
    ///
    /// - Parameters:
    ///   - body: the type and its fields.
    ///   - qos: 0…3.
    ///   - dup: on a server's PUBLISH, whether it is a copy of a message that another device of the account sent.
    ///   - retain: the flag RETAIN.
    ///   - trailing: the bytes after the last field.
    public init(_ body: Body, qos: UInt8 = 0, dup: Bool = false, retain: Bool = false, trailing: [UInt8] = []) {
        self.body = body
        self.trailing = trailing
        header = FrameHeader(body.type, qos: qos, dup: dup, retain: retain)
    }

    /// Decodes a frame: a whole WebSocket message, or in the TCP form header byte and plain body.
    ///
    /// - Parameters:
    ///   - bytes: the frame, with nothing after it.
    ///   - form: the transport of the frame.
    ///   - sender: the end that wrote the frame: types and fields depend on it.
    ///   - protocolVersion: for a CONNACK, the version that the client requested, which decides between its two
    ///     layouts; without it, the bytes decide as far as possible.
    /// - Throws: `truncated` with the path `TYPE.field`.
    public init(
        decoding bytes: Span<UInt8>,
        form: FrameForm = .websocket,
        sender: FrameSender,
        protocolVersion: UInt8? = nil
    ) throws(WireError) {
        var layout = FrameLayout()
        var reader = ByteReader(bytes)
        try layout.read(&reader, form: form, sender: sender, protocolVersion: protocolVersion)
        guard let body = Body(layout, bytes) else { throw WireError(.value, at: 0) }
        self.body = body
        header = layout.header
        trailing = layout.trailing.map { Array(copying: bytes.extracting($0)) } ?? []
    }

    /// Appends the frame's bytes: the whole WebSocket message, or in the TCP form header byte and plain body.
    ///
    /// - Throws: `length` for a text beyond 65535 bytes, `required` for a field that the sender must write, `value` for
    ///   ``trailing`` bytes that would be read as fields.
    public func encode(
        into writer: inout ByteWriter,
        form: FrameForm = .websocket,
        sender: FrameSender
    ) throws(WireError) {
        let start = writer.count
        writer.append(header.rawValue)
        do throws(WireError) {
            try body.encode(into: &writer, form: form, sender: sender)
        } catch {
            throw error.inside(header.type.name(in: form).description)
        }
        guard !trailing.isEmpty else { return }
        writer.append(trailing)
        // Optional fields, such as those of a CONNACK, would absorb these bytes.
        let written = writer.span.extracting(start...)
        let version: UInt8? = if case .connack(let connack) = body { connack.flags == nil ? 3 : 4 } else { nil }
        let again = try? Frame(decoding: written, form: form, sender: sender, protocolVersion: version)
        guard again?.trailing == trailing else {
            let error = WireError(.value, path: ["trailing"], expected: "bytes that are not read as fields")
            throw error.inside(header.type.name(in: form).description)
        }
    }

    /// Returns the frame's bytes.
    ///
    /// - Throws: the errors of ``encode(into:form:sender:)``.
    public func encoded(form: FrameForm = .websocket, sender: FrameSender) throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        try encode(into: &writer, form: form, sender: sender)
        return writer.array
    }
}
