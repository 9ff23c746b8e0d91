import CZlib

/// Unpacks gzip data (RFC 1952) as it is asked for, member after member, through zlib.
///
/// A class, because zlib's state must stay where it is. It holds a stretch of packed input and zlib's window, whatever
/// the data unpack to.
final class GzipStream {
    /// Packed bytes that are read at once.
    static let inputSize = 1 << 17

    private var stream = z_stream()
    private let input: UnsafeMutablePointer<UInt8>
    /// Packed bytes read so far.
    private var packedCount: Int
    /// Whether a member has begun and not ended.
    private var isInMember = true
    private var isFinished = false
    /// What is wrong with the packed data, and at which of their bytes.
    private(set) var damage: CaptureDamage?

    /// Begins to unpack.
    ///
    /// - Parameter first: the packed data's first bytes.
    init(first: Span<UInt8>) {
        input = .allocate(capacity: max(first.count, Self.inputSize))
        packedCount = first.count
        for index in 0..<packedCount { input[index] = first[index] }
        stream.next_in = input
        stream.avail_in = UInt32(packedCount)
        // 16: a gzip header and trailer, whose checksum zlib verifies.
        if imwire_inflate_start(&stream, 15 + 16) != Z_OK { fail("no memory for zlib") }
    }

    deinit {
        inflateEnd(&stream)
        input.deallocate()
    }

    /// Unpacks into `target`: how many bytes came, 0 at the end or where the packed data are damaged; `nil` when nothing came
    /// for a while.
    ///
    /// - Parameter refill: reads packed bytes and answers how many, 0 at the end, `nil` when nothing came for a while.
    func read(
        into target: UnsafeMutableRawBufferPointer,
        refill: (UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int?
    ) throws(CaptureError) -> Int? {
        while !isFinished, target.count > 0 {
            if stream.avail_in == 0 {
                let packed = UnsafeMutableRawBufferPointer(start: input, count: Self.inputSize)
                guard let count = try refill(packed) else { return nil }
                guard count > 0 else {
                    isFinished = true
                    if isInMember { fail("the gzip data are cut off") }
                    break
                }
                packedCount += count
                stream.next_in = input
                stream.avail_in = UInt32(count)
            }
            guard isInMember || beginMember() else { continue }
            let room = UInt32(clamping: target.count)
            stream.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.avail_out = room
            let status = CZlib.inflate(&stream, Z_NO_FLUSH)
            let count = Int(room - stream.avail_out)
            switch status {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isInMember = false
            default: fail("the gzip data are damaged" + (stream.msg.map { ": " + String(cString: $0) } ?? ""))
            }
            if count > 0 { return count }
        }
        return 0
    }

    /// Looks at what follows a member: another one, or zeros that fill up a tape's block, as gzip(1) allows.
    private func beginMember() -> Bool {
        while stream.avail_in > 0, let next = stream.next_in {
            if next.pointee == 0x1F {
                isInMember = true
                inflateReset(&stream)
                return true
            }
            guard next.pointee == 0 else {
                fail("something that is no gzip data follows them")
                return false
            }
            stream.next_in = next + 1
            stream.avail_in -= 1
        }
        return false
    }

    private func fail(_ reason: String) {
        isFinished = true
        damage = CaptureDamage(offset: packedCount - Int(stream.avail_in), reason: reason)
    }
}
