package import FuzzInputs
import Fuzzer
import Transport
import WireFormat

/// Creates the shapes of TCP streams: WebSocket frames, HTTP messages, TLS records, units of systems.
package enum StreamShape {
    /// Returns the shape of a stretch of a stream.
    package static func stream(_ bytes: [UInt8]) -> Shape {
        if bytes.isEmpty { return Shape("payload", .bytes, []) }
        return webSocket(bytes) ?? http(bytes) ?? tls(bytes) ?? SampleSystems.shape(ofStream: bytes)
            ?? Shape("payload", .bytes, bytes)
    }

    /// Returns the shape of WebSocket frames that fill the bytes; `nil` for other bytes.
    package static func webSocket(_ bytes: [UInt8]) -> Shape? {
        var frames: [Shape] = []
        var place = 0
        while place < bytes.count {
            guard bytes[place] & 0x30 == 0, let head = try? WebSocketFrameHeader(bytes.span, at: place),
                WebSocketOpcode(rawValue: bytes[place] & 15).isKnown, bytes.count - place >= head.headerLength,
                head.payloadLength <= bytes.count - place - head.headerLength
            else { return nil }
            let begin = place + head.headerLength
            let mask = head.isMasked ? Array(bytes[begin - 4..<begin]) : nil
            let masked = bytes[begin..<begin + head.payloadLength]
            let payload = masked.enumerated().map { $1 ^ (mask?[$0 & 3] ?? 0) }
            let sender: FrameSender = head.isMasked ? .client : .server
            let isFrame = head.opcode == .binary && head.isFinal && head.reserved == 0
            let known = isFrame ? SampleSystems.shape(ofMessage: payload, from: sender) : nil
            let inner = known ?? Shape("message", .bytes, payload)
            frames.append(Shape("webSocket", framing: .webSocket(first: bytes[place], mask: mask), [inner]))
            place = begin + head.payloadLength
        }
        return Shape("frames", frames)
    }

    /// Returns the shape of one HTTP message: the lines of its head, and its body; `nil` for other bytes.
    package static func http(_ bytes: [UInt8]) -> Shape? {
        guard HTTPStream.looksLikeHTTP(bytes.span, from: 0), let end = bytes.firstRange(of: [13, 10, 13, 10]) else {
            return nil
        }
        var lines: [Shape] = []
        var line: [UInt8] = []
        for byte in bytes[..<end.lowerBound] + [13, 10] {
            line.append(byte)
            guard byte == 10 else { continue }
            let text = line.dropLast(2)
            let colon = text.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? text.endIndex
            lines.append(
                Shape(
                    "line",
                    [
                        Shape("name", .text, text[..<colon]), Shape("value", .text, text[colon...]),
                        Shape("end", .token, [13, 10]),
                    ]
                )
            )
            line = []
        }
        let body = Array(bytes[end.upperBound...])
        return Shape(
            "http",
            framing: .http,
            [
                Shape("head", lines + [Shape("end", .token, [13, 10])]),
                Shape("body", [chunks(body) ?? JSONShape.json(body) ?? Shape("body", .bytes, body)]),
            ]
        )
    }

    /// Returns the shape of a body's chunks and the rest; `nil` if it does not begin with a chunk in usual spelling.
    private static func chunks(_ body: [UInt8]) -> Shape? {
        var chunks: [Shape] = []
        var place = 0
        while let end = body[place...].firstRange(of: [13, 10]) {
            let digits = body[place..<end.lowerBound]
            guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0,
                digits.elementsEqual(String(size, radix: 16).utf8), size <= body.count - end.upperBound - 2,
                body[(end.upperBound + size)...].starts(with: [13, 10])
            else { break }
            let data = body[end.upperBound..<end.upperBound + size]
            chunks.append(Shape("chunk", framing: .chunk, [Shape("chunk", .bytes, data)]))
            place = end.upperBound + size + 2
        }
        return chunks.isEmpty ? nil : Shape("chunks", chunks + [Shape("trailers", .bytes, body[place...])])
    }

    /// Returns the shape of TLS records that fill the bytes; `nil` for other bytes.
    package static func tls(_ bytes: [UInt8]) -> Shape? {
        var records: [Shape] = []
        var place = 0
        while place < bytes.count {
            guard let read = try? TLSRecordHeader(bytes.span, at: place), read.totalLength <= bytes.count - place else {
                return nil
            }
            let body = Array(bytes[place + TLSRecordHeader.byteCount..<place + read.totalLength])
            let framing = Framing.tlsRecord(type: read.type.rawValue, version: read.version)
            records.append(
                Shape("record", framing: framing, [handshake(body, read.type) ?? Shape("record", .bytes, body)])
            )
            place += read.totalLength
        }
        return Shape("records", records)
    }

    private static func handshake(_ body: [UInt8], _ type: TLSContentType) -> Shape? {
        guard type == .handshake else { return nil }
        var messages: [Shape] = []
        var place = 0
        while place < body.count {
            guard body.count - place >= 4 else { return nil }
            let length = Int(body[place + 1]) << 16 | Int(body[place + 2]) << 8 | Int(body[place + 3])
            guard length <= body.count - place - 4 else { return nil }
            let content = Array(body[place + 4..<place + 4 + length])
            messages.append(
                Shape(
                    "handshake",
                    [
                        Shape("type", .bytes, [body[place]]),
                        Shape(
                            "body",
                            framing: .bigEndian(bytes: 3),
                            [hello(content, body[place]) ?? Shape("body", .bytes, content)]
                        ),
                    ]
                )
            )
            place += 4 + length
        }
        return Shape("handshakes", messages)
    }

    /// Returns the shape of a hello: its fields with their lengths (RFC 8446 section 4.1); `nil` for other bytes.
    private static func hello(_ body: [UInt8], _ type: UInt8) -> Shape? {
        guard type == 1 || type == 2, body.count > 38 else { return nil }
        var parts = [Shape("version", .integer, body[..<2]), Shape("random", .bytes, body[2..<34])]
        var place = 34
        func vector(_ name: String, _ width: Int) -> Shape? {
            guard body.count - place >= width else { return nil }
            let length = body[place..<place + width].reduce(0) { $0 << 8 | Int($1) }
            guard length <= body.count - place - width else { return nil }
            defer { place += width + length }
            let content = body[place + width..<place + width + length]
            return Shape(name, framing: .bigEndian(bytes: width), [Shape(name, .bytes, content)])
        }
        guard let session = vector("session", 1) else { return nil }
        parts.append(session)
        if type == 1 {
            guard let suites = vector("suites", 2), let compression = vector("compression", 1) else { return nil }
            parts += [suites, compression]
        } else {
            guard body.count - place >= 3 else { return nil }
            parts += [
                Shape("suite", .integer, body[place..<place + 2]), Shape("compression", .bytes, [body[place + 2]]),
            ]
            place += 3
        }
        guard body.count - place >= 2 else { return Shape("hello", parts) }
        let end = place + 2 + (Int(body[place]) << 8 | Int(body[place + 1]))
        guard end == body.count else { return nil }
        place += 2
        var extensions: [Shape] = []
        while place < end {
            guard end - place >= 4 else { return nil }
            let kind = Shape("extension", .integer, body[place..<place + 2])
            place += 2
            guard let content = vector("content", 2) else { return nil }
            extensions.append(Shape("entry", [kind, content]))
        }
        parts.append(Shape("extensions", framing: .bigEndian(bytes: 2), extensions))
        return Shape("hello", parts)
    }
}
