import Benchmark
import CaptureGeneration
import RongCloud
import WireFormat

/// Frames: typed, layout only, and beside them a loop over raw pointers that checks and reads the same fields.
func frameBenchmarks() {
    for size in contentSizes.prefix(2) {
        var random = RandomNumbers(seed: 1)
        let publish = Batch("publish/\(size.name)") { number in
            let content = ChatContent.text(size.bytes, user: number, &random)
            let uid = RongCloudFrames.uid(number)
            let message = RongCloudFrames.downStream(from: number, content: content, milliseconds: 1_500_000, uid: uid)
            let id = UInt16(truncatingIfNeeded: number)
            return RongCloudFrames.serverPublish(
                topic: "s_msg",
                id: id,
                user: number,
                seconds: 1500,
                message: message
            )
        }
        frameBenchmarks(publish)
    }
    frameBenchmarks(
        Batch("puback/32B") { number in
            let uid = RongCloudFrames.uid(number)
            return RongCloudFrames.serverPuback(id: UInt16(truncatingIfNeeded: number), milliseconds: 1500, uid: uid)
        }
    )
}

private func frameBenchmarks(_ batch: Batch) {
    batch.measure("decode") { bytes, ranges in
        var sum = 0
        for range in ranges {
            let frame = try Frame(decoding: bytes.span.extracting(range), sender: .server)
            sum &+= Int(frame.header.rawValue)
            switch frame.body {
            case .publish(let publish): sum &+= publish.data.count &+ Int(publish.messageId)
            case .puback(let puback): sum &+= Int(puback.messageId)
            default: break
            }
        }
        return sum
    }
    batch.measure("layout") { bytes, ranges in
        var sum = 0
        for range in ranges { sum &+= try traced(bytes.span.extracting(range), NoTrace()) }
        return sum
    }
    batch.measure("layout-traced") { bytes, ranges in
        var sum = 0
        for range in ranges {
            let tree = FieldTree()
            sum &+= try traced(bytes.span.extracting(range), tree) &+ tree.nodes.count
        }
        return sum
    }
    // The same layout, filled by a loop over raw memory: what the reader's checks and its silent trace cost.
    batch.measure("layout-raw-pointers") { bytes, ranges in
        var sum = 0
        bytes.withUnsafeBytes { bytes in
            for range in ranges {
                var layout = FrameLayout()
                if fill(&layout, bytes, range.lowerBound, range.upperBound) { sum &+= digest(layout) }
            }
        }
        return sum
    }
    // No layout at all: what keeping the fields costs.
    batch.measure("sum-raw-pointers") { bytes, ranges in
        var sum = 0
        bytes.withUnsafeBytes { bytes in
            for range in ranges { sum &+= rawDigest(bytes, range.lowerBound, range.upperBound) ?? 0 }
        }
        return sum
    }
    let frames = batch.arrays.compactMap { try? Frame(decoding: $0.span, sender: .server) }
    measure("encode/\(batch.name)", units: frames.count, bytes: batch.bytes.count) {
        var writer = ByteWriter(capacity: batch.bytes.count)
        for frame in frames { try frame.encode(into: &writer, sender: .server) }
        return writer.count
    }
}

@inline(__always)
private func traced<Trace: FieldTrace>(_ bytes: Span<UInt8>, _ trace: Trace) throws(WireError) -> Int {
    var layout = FrameLayout()
    var reader = ByteReader(bytes, trace: trace)
    try layout.read(&reader, form: .websocket, sender: .server)
    return digest(layout)
}

/// A number that depends on the fields of a PUBLISH or PUBACK of a server.
@inline(__always)
private func digest(_ layout: FrameLayout) -> Int {
    Int(layout.header.rawValue) &+ Int(layout.date ?? 0) &+ Int(layout.messageId ?? 0) &+ Int(layout.status ?? 0)
        &+ Int(layout.millisecond ?? 0) &+ (layout.messageUId?.upperBound ?? 0) &+ (layout.topic?.upperBound ?? 0)
        &+ (layout.targetId?.upperBound ?? 0) &+ (layout.data?.lowerBound ?? 0)
}

/// Fills a layout from raw memory: every read after its check, nothing named, nothing told.
@inline(never)
private func fill(_ layout: inout FrameLayout, _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    guard end &- start >= 1 else { return false }
    layout.header = FrameHeader(rawValue: bytes[start])
    var next = start &+ 1
    switch bytes[start] >> 4 {
    case 3:
        guard end &- next >= 6 else { return false }
        layout.date = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: Int32.self))
        var length = Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next &+ 4, as: UInt16.self)))
        next &+= 6
        guard end &- next >= length &+ 2 else { return false }
        layout.topic = next &- start..<next &+ length &- start
        next &+= length
        length = Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self)))
        next &+= 2
        guard end &- next >= length &+ 2 else { return false }
        layout.targetId = next &- start..<next &+ length &- start
        next &+= length
        layout.messageId = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self))
        layout.data = next &+ 2 &- start..<end &- start
    case 4:
        guard end &- next >= 8 else { return false }
        layout.messageId = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self))
        layout.date = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: next &+ 2, as: Int32.self))
        layout.status = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next &+ 6, as: UInt16.self))
        next &+= 8
        guard end &- next >= 4 else { return true }
        layout.millisecond = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self))
        let length = Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next &+ 2, as: UInt16.self)))
        next &+= 4
        guard end &- next >= length else { return false }
        layout.messageUId = next &- start..<next &+ length &- start
    default: return false
    }
    return true
}

/// The same number from raw memory: every read after its check, nothing named, nothing told.
@inline(__always)
private func rawDigest(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int? {
    guard end &- start >= 1 else { return nil }
    var sum = Int(bytes[start])
    var next = start &+ 1
    switch bytes[start] >> 4 {
    case 3:
        guard end &- next >= 4 else { return nil }
        sum &+= Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: Int32.self)))
        next &+= 4
        for _ in 0..<2 {
            guard end &- next >= 2 else { return nil }
            next &+= 2 &+ Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self)))
            guard next <= end else { return nil }
            sum &+= next &- start
        }
        guard end &- next >= 2 else { return nil }
        sum &+= Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self)))
        return sum &+ next &+ 2 &- start
    case 4:
        guard end &- next >= 8 else { return nil }
        sum &+= Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self)))
        sum &+= Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: next &+ 2, as: Int32.self)))
        sum &+= Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next &+ 6, as: UInt16.self)))
        next &+= 8
        guard end &- next >= 2 else { return sum }
        sum &+= Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self)))
        next &+= 2
        guard end &- next >= 2 else { return sum }
        next &+= 2 &+ Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: next, as: UInt16.self)))
        return next <= end ? sum &+ next &- start : nil
    default: return nil
    }
}
