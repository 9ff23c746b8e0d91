import Benchmark
import CaptureGeneration
import Foundation
import RongCloud
import RongCloudProtobuf
import SwiftProtobuf
import WireFormat
import WireProtobuf

/// DownStreamMessage: decoded with all fields read, in each of the ways there are, and by swift-protobuf.
func payloadBenchmarks() {
    for size in contentSizes.prefix(2) {
        var random = RandomNumbers(seed: 2)
        let batch = Batch("DownStreamMessage/\(size.name)") { number in
            let content = ChatContent.text(size.bytes, user: number, &random)
            let uid = RongCloudFrames.uid(number)
            return RongCloudFrames.downStream(from: number, content: content, milliseconds: 1_500_000_000_000, uid: uid)
        }
        payloadBenchmarks(batch)
    }
}

private func payloadBenchmarks(_ batch: Batch) {
    let schema = RongCloudSchema.shared
    let message = PayloadMap.shared.downStreamMessage
    batch.measure("payload-visitor") { bytes, ranges in
        var reader = FieldReader()
        for range in ranges {
            try ProtobufParser.parse(bytes.span, in: range, as: message, schema: schema, visitor: &reader)
        }
        return reader.sum
    }
    var tape = ProtobufTape()
    batch.measure("payload-tape") { bytes, ranges in
        var sum = 0
        for range in ranges {
            try tape.decode(bytes.span, in: range, as: message, schema: schema)
            let nodes = tape.nodes
            for index in 1..<nodes.count {
                let node = nodes[index]
                sum &+= Int(truncatingIfNeeded: node.bits(in: bytes.span))
                if node.wireType == .lengthDelimited { sum &+= lastByte(bytes.span, node.valueRange) }
            }
        }
        return sum
    }
    // What swift-protobuf does as well: a String or an array of its own for every text and content.
    batch.measure("payload-tape-copied") { bytes, ranges in
        var sum = 0
        for range in ranges {
            try tape.decode(bytes.span, in: range, as: message, schema: schema)
            let nodes = tape.nodes
            for index in 1..<nodes.count {
                let node = nodes[index]
                switch schema[node.field].kind {
                case .string: sum &+= String(decodingUTF8: bytes.span.extracting(node.valueRange)).utf8.count
                case .bytes: sum &+= Array(copying: bytes.span.extracting(node.valueRange)).count
                default: sum &+= Int(truncatingIfNeeded: node.bits(in: bytes.span))
                }
            }
        }
        return sum
    }
    batch.measure("payload-json") { bytes, ranges in
        var writer = ByteWriter(capacity: 2 * bytes.count)
        for range in ranges {
            try tape.decode(bytes.span, in: range, as: message, schema: schema)
            writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
        }
        return writer.count
    }
    let messages = batch.arrays
    measure("payload-swift-protobuf/\(batch.name)", units: messages.count, bytes: batch.bytes.count) {
        var sum = 0
        for bytes in messages { sum &+= fields(of: try RongDownStreamMessage(serializedBytes: bytes)) }
        return sum
    }
}

/// Reads every field that it hears of.
private struct FieldReader: ProtobufVisitor {
    var sum = 0

    mutating func varint(_ place: ProtobufPlace, _ value: UInt64) {
        sum &+= Int(truncatingIfNeeded: value) &+ Int(place.number)
    }

    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>) {
        sum &+= lastByte(bytes, place.valueRange) &+ Int(place.number)
    }
}

@inline(__always)
private func lastByte(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    range.isEmpty ? 0 : Int(bytes[range.upperBound &- 1]) &+ range.count
}

/// Reads the fields that the benchmark's messages have.
private func fields(of message: RongDownStreamMessage) -> Int {
    message.fromUserID.utf8.count &+ message.type.rawValue &+ message.classname.utf8.count &+ message.content.count
        &+ Int(message.dataTime) &+ Int(message.status) &+ message.msgID.utf8.count
}
