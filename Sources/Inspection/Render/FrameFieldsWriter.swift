import RongCloud
import Transport
import WireFormat
import WireJSON

/// Writes the frame object: the header and the fields of a frame by their names on the wire.
struct FrameFieldsWriter: Sendable {
    var form = FrameForm.websocket
    /// Whether tokens are shown in full.
    var showsSecrets = false

    /// Appends `"type":"PUBLISH","qos":1,…` without the braces around it.
    @inline(__always)
    func append(_ layout: inout FrameLayout, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        let header = layout.header
        writer.append("\"type\":\"")
        writer.append(header.type.name(in: form))
        writer.append("\",\"qos\":")
        writer.append(UInt8(ascii: "0") + header.qos)
        writer.append(header.dup ? ",\"dup\":true" : ",\"dup\":false")
        writer.append(header.retain ? ",\"retain\":true" : ",\"retain\":false")
        switch header.type {
        case .publish, .query, .puback, .queryack, .querycon: appendMessage(&layout, bytes, to: &writer)
        case .pingreq, .pingresp: break
        default: appendSession(&layout, bytes, to: &writer)
        }
        if let trailing = layout.trailing {
            writer.append(",\"trailing\":\"")
            // What follows a token that is shorter than it should be is the rest of it.
            if header.type == .connect, !showsSecrets {
                for _ in trailing { writer.append(hex: Secrets.hiddenByte) }
            } else {
                writer.append(hex: bytes.extracting(trailing))
            }
            writer.append(UInt8(ascii: "\""))
        }
    }

    @inline(__always)
    private func appendMessage(_ layout: inout FrameLayout, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        if let signature = layout.signature {
            writer.append(",\"signature\":\"")
            writer.append(hex: signature)
            writer.append(UInt8(ascii: "\""))
        }
        text(",\"topic\":", layout.topic, bytes, &writer)
        text(",\"targetId\":", layout.targetId, bytes, &writer)
        number(",\"messageId\":", layout.messageId, &writer)
        number(",\"date\":", layout.date, &writer)
        number(",\"status\":", layout.status, &writer)
        number(",\"millisecond\":", layout.millisecond, &writer)
        text(",\"messageUId\":", layout.messageUId, bytes, &writer)
        guard form == .polling else { return }
        text(",\"sessionId\":", layout.sessionId, bytes, &writer)
        number(",\"timestamp\":", layout.timestamp, &writer)
    }

    /// Appends what a polling URL or answer says besides the fields of a frame, each with a comma before it.
    func append(extra: [HTTPTarget.Parameter], to writer: inout ByteWriter) {
        for parameter in extra {
            writer.append(UInt8(ascii: ","))
            writer.append(jsonString: showsSecrets ? parameter.name : Secrets.masked(parameter.name))
            writer.append(UInt8(ascii: ":"))
            // A message id beyond 16 bits, for which a frame has no room: a number as the others.
            if parameter.name == "messageId", let number = Int64(parameter.value) {
                writer.append(decimal: number)
                continue
            }
            writer.append(jsonString: showsSecrets ? parameter.value : Secrets.masked(parameter).value)
        }
    }

    private func appendSession(_ layout: inout FrameLayout, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        text(",\"protocolId\":", layout.protocolId, bytes, &writer)
        number(",\"protocolVersion\":", layout.protocolVersion, &writer)
        number(",\"flag\":", layout.flag, &writer)
        number(",\"status\":", layout.status, &writer)
        number(",\"flags\":", layout.flags, &writer)
        number(",\"keepAlive\":", layout.keepAlive, &writer)
        text(",\"clientId\":", layout.clientId, bytes, &writer)
        secret(",\"clientIp\":", layout.clientIp, isHidden: layout.mayMisplaceToken, bytes, &writer)
        secret(",\"willTopic\":", layout.willTopic, isHidden: layout.mayMisplaceToken, bytes, &writer)
        secret(",\"will\":", layout.will, isHidden: layout.mayMisplaceToken, bytes, &writer)
        secret(",\"appId\":", layout.appId, isHidden: layout.mayMisplaceToken, bytes, &writer)
        secret(",\"token\":", layout.token, isHidden: true, bytes, &writer)
        text(",\"userId\":", layout.userId, bytes, &writer)
        text(",\"sessionId\":", layout.sessionId, bytes, &writer)
        number(",\"timestamp\":", layout.timestamp, &writer)
        number(",\"messageId\":", layout.messageId, &writer)
    }

    private func secret(
        _ key: StaticString,
        _ range: Range<Int>?,
        isHidden: Bool,
        _ bytes: Span<UInt8>,
        _ writer: inout ByteWriter
    ) {
        guard let range else { return }
        let plain = WireString.decode(bytes.extracting(range)).text
        writer.append(key)
        writer.append(jsonString: isHidden && !showsSecrets ? Secrets.shortened(plain) : plain)
    }

    @inline(__always)
    private func number(_ key: StaticString, _ value: (some BinaryInteger)?, _ writer: inout ByteWriter) {
        guard let value else { return }
        writer.append(key)
        writer.append(decimal: Int64(truncatingIfNeeded: value))
    }

    @inline(__always)
    private func text(
        _ key: StaticString,
        _ range: Range<Int>?,
        _ bytes: Span<UInt8>,
        _ writer: inout ByteWriter
    ) {
        guard let range else { return }
        writer.append(key)
        writer.append(jsonWireText: bytes.extracting(range))
    }
}

extension ByteWriter {
    /// Appends a string of a frame as a JSON string.
    @inline(__always)
    mutating func append(jsonWireText bytes: Span<UInt8>) {
        if bytes.isASCII {
            append(jsonString: bytes)
        } else {
            append(jsonString: WireString.decode(bytes).text)
        }
    }
}
