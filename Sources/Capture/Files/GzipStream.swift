import CZlib

/// Unpacks gzip data (RFC 1952) on demand, member after member, through zlib.
///
/// A class, because zlib's state must not move. Its memory is one buffer of packed input and zlib's window, however
/// large the unpacked data is.
final class GzipStream {
    /// The number of packed bytes read at once.
    static let inputSize = 1 << 17

    private var stream = z_stream()
    private let input: UnsafeMutablePointer<UInt8>
    /// The number of packed bytes read so far.
    private var packedCount: Int
    /// Whether a member has begun but not ended.
    private var isInMember = true
    private var isFinished = false
    /// The damage in the packed data; its offset counts packed bytes.
    private(set) var damage: CaptureDamage?

    /// Starts unpacking.
    ///
    /// - Parameter first: the first bytes of the packed data.
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

    /// Unpacks into `target`.
    ///
    /// - Parameter refill: reads packed bytes and returns their number: 0 at the end, `nil` when no bytes arrived for a
    ///   while.
    /// - Returns: the number of unpacked bytes: 0 at the end or at damage; `nil` when no bytes arrived for a while.
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

    /// Checks the bytes after a member: another member, or zeros that pad a tape's block, which gzip(1) allows.
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
