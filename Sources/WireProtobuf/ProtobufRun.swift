import WireFormat

/// Iterates over the fields of a run (``ProtobufNode/isRun``) by parsing its bytes again.
///
/// Returns only repeated fields that the schema knows; the other fields of a run do not count.
struct ProtobufRun: ~Escapable {
    private let parser: ProtobufParser
    private let type: ProtobufMessageType
    private var next: Int
    private let end: Int

    /// Starts before the first field.
    ///
    /// - Parameter message: the type of the message that contains the run.
    @_lifetime(copy parser)
    init(_ range: Range<Int>, of message: MessageIndex, _ parser: ProtobufParser) {
        self.parser = parser
        type = message.rawValue >= 0 ? parser.messages[Int(message.rawValue)] : .none
        next = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next field as a node without an index on the tape, or `nil` after the last field.
    mutating func field() -> ProtobufNode? {
        while next < end {
            let start = next
            guard let (tag, tagEnd) = try? parser.varint(from: start, to: end),
                let wireType = ProtobufWireType(rawValue: UInt8(truncatingIfNeeded: tag & 7)),
                let (valueStart, valueEnd) = value(wireType, from: tagEnd)
            else { break }
            next = valueEnd
            let number = UInt32(truncatingIfNeeded: tag >> 3)
            let found = ProtobufSchema.find(number, type, parser.fields, parser.dense)
            guard found >= 0 else { continue }
            let info = parser.fields[Int(found)]
            let isPacked = info.wireType != wireType
            guard info.isRepeated, !isPacked || wireType == .lengthDelimited && info.kind.isPackable else { continue }
            let place = ProtobufPlace(
                field: FieldIndex(rawValue: found),
                info: info,
                number: number,
                wireType: wireType,
                isWrongWireType: false,
                tagStart: start,
                tagEnd: tagEnd,
                valueStart: valueStart,
                end: valueEnd
            )
            return ProtobufNode(place, next: 0, flags: isPacked ? .packed : [])
        }
        next = end
        return nil
    }

    /// Returns the start (after a length) and the end of a value; its bytes were checked when the tape was made.
    private func value(_ wireType: ProtobufWireType, from start: Int) -> (Int, Int)? {
        switch wireType {
        case .lengthDelimited:
            guard let (length, after) = try? parser.varint(from: start, to: end), length <= UInt64(end &- after) else {
                return nil
            }
            return (after, after &+ Int(length))
        case .startGroup, .endGroup: return nil
        case .varint, .fixed32, .fixed64:
            guard let (_, after) = try? parser.scalar(wireType, from: start, to: end) else { return nil }
            return (start, after)
        }
    }
}
