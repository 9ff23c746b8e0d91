import Capture
import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A part of an event that is stored as bytes until its value is asked for: JSON values take many times the memory of
/// their text.
///
/// Layout in bytes: kind (1), length of the name (4, big-endian), name, length of the content (8, big-endian), content.
/// Only the run that wrote the parts reads them.
enum DeferredPart: UInt8 {
    case text
    case number
    case truth
    case time
    case json
    /// A field of the frame, even while a message is open.
    case named
    case messageBegins
    case messageEnds
    case payload
    /// The bytes of the unit.
    case unit
    case undecoded
    /// The JSON of an HTTP answer's body.
    case reply

    /// Appends a part.
    ///
    /// - Parameter write: appends the content.
    func append(_ name: StaticString = "", to writer: inout ByteWriter, _ write: (inout ByteWriter) -> Void) {
        name.withUTF8Buffer { unsafe append(named: Span(_unsafeElements: $0), to: &writer, write) }
    }

    /// Appends a part whose name is only known at run time.
    func append(named name: Span<UInt8>, to writer: inout ByteWriter, _ write: (inout ByteWriter) -> Void) {
        writer.append(rawValue)
        writer.append(bigEndian: UInt32(clamping: name.count))
        writer.append(name)
        let mark = writer.count
        writer.append(bigEndian: UInt64(0))
        write(&writer)
        writer.replace(at: mark, bigEndian: UInt64(writer.count - mark - 8))
    }

    /// Completes an event with the parts that were stored.
    ///
    /// - Throws: `inputOutput` when the bytes are not valid parts.
    static func complete(
        _ event: inout CaptureEvent,
        with records: Span<UInt8>,
        limits: Limits
    ) throws(CaptureError) {
        var parts = EventParts(limits: limits)
        var place = 0
        while place < records.count {
            guard let part = Part(records, at: place) else { throw .inputOutput(EIO) }
            place = part.bytes.upperBound
            let bytes = records.extracting(part.bytes)
            switch part.kind {
            case .unit: event.bytes = Array(copying: bytes)
            case .undecoded: event.undecoded = Array(copying: bytes)
            case .reply:
                guard case .http(var exchange) = event.unit else { break }
                exchange.reply = parts.parse(bytes)
                event.unit = .http(exchange)
            default: part.take(bytes, String(decodingUTF8: records.extracting(part.name)), into: &parts)
            }
        }
        if case .frame = event.unit { event.take(parts) }
    }

    /// The ranges of a part in the stored bytes.
    private struct Part {
        let kind: DeferredPart
        let name: Range<Int>
        let bytes: Range<Int>

        init?(_ records: Span<UInt8>, at place: Int) {
            guard records.count - place >= 13, let kind = DeferredPart(rawValue: records[place]) else { return nil }
            self.kind = kind
            let nameEnd = place + 5 + Int(records.uint32(at: place + 1))
            guard nameEnd <= records.count - 8 else { return nil }
            name = place + 5..<nameEnd
            guard let count = Int(exactly: records.uint64(at: nameEnd)), count <= records.count - nameEnd - 8 else {
                return nil
            }
            bytes = nameEnd + 8..<nameEnd + 8 + count
        }

        /// Passes a field, the payload, or the beginning or end of a message on.
        func take(_ bytes: Span<UInt8>, _ name: String, into parts: inout EventParts) {
            let number = bytes.count == 8 ? Int64(bitPattern: bytes.uint64(at: 0)) : 0
            switch kind {
            case .text: parts.take(name, text: bytes)
            case .number: parts.take(name, .number(number))
            case .truth: parts.take(name, .truth(number != 0))
            case .time: parts.take(name, .time(milliseconds: number))
            case .json: parts.take(name, json: bytes)
            case .named: parts.takeNamed(name, json: bytes)
            case .messageBegins: parts.beginMessage()
            case .messageEnds: parts.endMessage()
            case .payload: parts.take(payload: bytes)
            case .unit, .undecoded, .reply: break
            }
        }
    }
}
