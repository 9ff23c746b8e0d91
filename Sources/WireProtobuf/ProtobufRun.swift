import WireFormat

/// The fields of a node that stands for several, read from the bytes again (``ProtobufNode/isRun``).
///
/// Only repeated fields that the schema knows come out: of the others a run holds what does not count.
struct ProtobufRun: ~Escapable {
    private let parser: ProtobufParser
    private let type: ProtobufMessageType
    private var next: Int
    private let end: Int

    /// - Parameter message: the type of the message that the run is in.
    @_lifetime(copy parser)
    init(_ range: Range<Int>, of message: MessageIndex, _ parser: ProtobufParser) {
        self.parser = parser
        type = message.rawValue >= 0 ? parser.messages[Int(message.rawValue)] : .none
        next = range.lowerBound
        end = range.upperBound
    }

    /// The next field as a node without a place on the tape; `nil` behind the last.
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

    /// Where a value begins behind its length, and ends; all of it was checked when the tape was made.
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
