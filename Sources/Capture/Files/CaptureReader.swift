public import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A stretch of a capture: bytes, and the packets that lie in them.
public struct PacketBlock: Sendable {
    /// The bytes read.
    public let bytes: [UInt8]
    /// The packets, in the order of the file.
    public let packets: [Packet]
    /// TLS key logs that lie among the packets (pcapng Decryption Secrets Blocks).
    public let keyLogs: [[UInt8]]
}

/// Reads a capture front to back, a block at a time, in memory that does not grow with the file.
public struct CaptureReader: ~Copyable {
    /// Bytes that are read at once.
    static let blockSize = 1 << 20

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let limits: Limits
    private var parser: CaptureParser
    /// Bytes that were read and not yet looked at.
    private var unread: [UInt8]
    /// Bytes from the start of `unread` on without which there is nothing new to find in it; 0 when that is not known.
    private var needed = 0
    /// Whether nothing follows `unread` in the file.
    private var reachedEnd = false
    private var isFinished = false
    /// Bytes of the file before the current block.
    private var base = 0
    /// Where the capture is damaged, once that is known.
    public private(set) var damage: CaptureDamage?

    /// How many packets have been found.
    public var packetCount: Int { parser.packetCount }

    /// Opens a capture.
    ///
    /// - Parameters:
    ///   - descriptor: an open file, pipe or socket to read from.
    ///   - closesDescriptor: whether it is closed when the reader goes.
    /// - Throws: ``CaptureError`` when the first bytes are not those of a capture.
    public init(descriptor: Int32, closesDescriptor: Bool, limits: Limits = Limits()) throws(CaptureError) {
        let first: (bytes: [UInt8], isLast: Bool)
        let format: CaptureFormat
        do throws(CaptureError) {
            first = try Self.read(descriptor, atLeast: CaptureFormat.signatureLength, after: [])
            let signature = first.bytes
            format = try CaptureFormat(firstBytes: signature.span)
        } catch {
            if closesDescriptor { close(descriptor) }
            throw error
        }
        self.descriptor = descriptor
        ownsDescriptor = closesDescriptor
        self.limits = limits
        (unread, reachedEnd) = first
        parser = CaptureParser(format: format, limits: limits)
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// The next packets; `nil` at the end of the file or where it is damaged (see ``damage``).
    public mutating func next() throws(CaptureError) -> PacketBlock? {
        while !isFinished {
            if needed > 0 {
                (unread, reachedEnd) = try Self.read(descriptor, atLeast: needed, after: unread)
                needed = 0
            }
            let block = unread
            var packets: [Packet] = []
            packets.reserveCapacity(block.count / 150)
            let stop = scan(block.span, into: &packets)
            base += parser.position
            let rest = block.count - parser.position
            switch stop {
            case .damaged(let reason):
                isFinished = true
                damage = CaptureDamage(offset: base, reason: reason)
            case .needs(let count) where reachedEnd:
                isFinished = true
                if rest > 0 {
                    damage = CaptureDamage(
                        offset: base,
                        reason: "cut off in the middle of a record: \(count) bytes needed, \(rest) left"
                    )
                }
            case .needs(let count):
                // What was found goes out before more is waited for.
                unread = Array(copying: block.span.extracting(droppingFirst: parser.position))
                needed = count
            case .packet: break
            }
            if !packets.isEmpty { return PacketBlock(bytes: block, packets: packets, keyLogs: parser.takeKeyLogs()) }
        }
        return nil
    }

    /// Takes all whole packets of a block; the answer says why it stopped.
    private mutating func scan(_ block: Span<UInt8>, into packets: inout [Packet]) -> CaptureParser.Step {
        parser.position = 0
        while true {
            switch parser.next(block) {
            case .packet(let packet): packets.append(packet)
            case let stop: return stop
            }
        }
    }

    /// `carried` and what can be read behind it: at least `minimum` bytes in all, unless the input ends before.
    private static func read(
        _ descriptor: Int32,
        atLeast minimum: Int,
        after carried: [UInt8]
    ) throws(CaptureError) -> (bytes: [UInt8], isLast: Bool) {
        let room = max(blockSize, minimum - carried.count)
        var failure: Int32?
        var isLast = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: carried.count + room) { buffer, count in
            for index in carried.indices { unsafe buffer[index] = carried[index] }
            count = carried.count
            guard let start = buffer.baseAddress else { return }
            repeat {
                #if canImport(Glibc)
                    let got = unsafe Glibc.read(descriptor, start + count, carried.count + room - count)
                #elseif canImport(Musl)
                    let got = unsafe Musl.read(descriptor, start + count, carried.count + room - count)
                #else
                    let got = unsafe Darwin.read(descriptor, start + count, carried.count + room - count)
                #endif
                if got > 0 {
                    count += got
                } else if got == 0 {
                    isLast = true
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            } while count < minimum || count == carried.count
        }
        if let failure { throw .inputOutput(failure) }
        return (bytes, isLast)
    }
}
