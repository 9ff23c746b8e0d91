import WireFormat

/// Finds the packets in the bytes of a capture, block by block.
///
/// A struct that is fed whole stretches of the file; it remembers the interfaces, the byte order and the position, and
/// says how far it came. It never reads a length without holding it against what is there.
struct CaptureParser: Sendable {
    /// What one step found.
    enum Step {
        /// A packet, whole.
        case packet(Packet)
        /// The next record is not whole in these bytes: at least this many are needed from `position` on.
        case needs(Int)
        /// The file is damaged here; nothing after it can be read.
        case damaged(String)
    }

    private struct Interface {
        var link: LinkType
        var snapLength: Int
        var clock: TimestampClock
    }

    /// Bytes that a pcapng block may have beyond its packet: fixed fields and options.
    private static let blockOverhead = 4096
    /// Interfaces that a section may describe.
    private static let interfaceLimit = 1 << 16

    private let format: CaptureFormat
    private let limits: Limits
    private var interfaces: [Interface] = []
    private var bigEndian = false
    private var headerRead = false
    private(set) var packetCount = 0
    private var keyLogs: [[UInt8]] = []
    /// Bytes of the current block that were taken.
    var position = 0

    init(format: CaptureFormat, limits: Limits) {
        self.format = format
        self.limits = limits
        if case .pcap(let order, _) = format { bigEndian = order }
    }

    /// The next packet in `bytes` from ``position`` on.
    @inline(__always)
    mutating func next(_ bytes: Span<UInt8>) -> Step {
        if case .pcap(_, let nanoseconds) = format {
            guard headerRead else { return pcapHeader(bytes, nanoseconds: nanoseconds) }
            return pcapRecord(bytes)
        }
        return pcapngBlock(bytes)
    }

    @inline(__always)
    private func uint32(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
        let value = bytes.loadUnaligned(at: offset, as: UInt32.self)
        return bigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value)
    }

    private func uint16(_ bytes: Span<UInt8>, _ offset: Int) -> UInt16 {
        let value = bytes.loadUnaligned(at: offset, as: UInt16.self)
        return bigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
    }
}

// MARK: - pcap

extension CaptureParser {
    private mutating func pcapHeader(_ bytes: Span<UInt8>, nanoseconds: Bool) -> Step {
        guard bytes.count - position >= 24 else { return .needs(24) }
        let network = uint32(bytes, position + 20)
        interfaces = [
            Interface(
                link: LinkType(rawValue: UInt16(truncatingIfNeeded: network)),
                snapLength: Int(uint32(bytes, position + 16)),
                clock: nanoseconds ? .nanoseconds : .microseconds
            )
        ]
        position += 24
        headerRead = true
        return pcapRecord(bytes)
    }

    @inline(__always)
    private mutating func pcapRecord(_ bytes: Span<UInt8>) -> Step {
        let left = bytes.count &- position
        guard left >= 16 else { return .needs(16) }
        let captured = Int(uint32(bytes, position &+ 8))
        let original = Int(uint32(bytes, position &+ 12))
        guard captured <= limits.packetBytes else {
            return .damaged("a packet record says that it holds \(captured) bytes")
        }
        guard left >= 16 &+ captured else { return .needs(16 &+ captured) }
        let interface = interfaces[0]
        let seconds = Int64(uint32(bytes, position))
        let fraction = Int64(uint32(bytes, position &+ 4))
        packetCount &+= 1
        let packet = Packet(
            number: packetCount,
            time: seconds &* 1_000_000_000 &+ fraction &* interface.clock.nanosecondsPerTick,
            start: position &+ 16,
            capturedLength: captured,
            originalLength: max(original, captured),
            link: interface.link,
            hasNanoseconds: interface.clock.isFinerThanMicroseconds
        )
        position &+= 16 &+ captured
        return .packet(packet)
    }
}

// MARK: - pcapng

extension CaptureParser {
    private mutating func pcapngBlock(_ bytes: Span<UInt8>) -> Step {
        while true {
            let left = bytes.count - position
            guard left >= 12 else { return .needs(12) }
            let start = position
            if bytes.loadUnaligned(at: start, as: UInt32.self) == 0x0A0D_0D0A {
                // The section header's own byte-order magic comes before its length can be read.
                switch bytes.loadUnaligned(at: start + 8, as: UInt32.self) {
                case UInt32(littleEndian: 0x1A2B_3C4D): bigEndian = false
                case UInt32(bigEndian: 0x1A2B_3C4D): bigEndian = true
                default: return .damaged("a section header without a byte-order magic")
                }
                interfaces = []
            } else if !headerRead {
                return .damaged("a block before the first section header")
            }
            let type = uint32(bytes, start)
            let length = Int(uint32(bytes, start + 4))
            guard length >= 12, length % 4 == 0, length - Self.blockOverhead <= limits.packetBytes else {
                return .damaged("a block says that it is \(length) bytes long")
            }
            guard left >= length else { return .needs(length) }
            guard Int(uint32(bytes, start + length - 4)) == length else {
                return .damaged("a block whose two lengths differ")
            }
            headerRead = true
            let body = start + 8..<start + length - 4
            switch type {
            case 0x0A0D_0D0A:
                guard body.count >= 16 else { return .damaged("a section header that is too short") }
                guard uint16(bytes, body.lowerBound + 4) == 1 else { return .damaged("an unknown pcapng version") }
            case 1:
                guard let interface = interface(bytes, body) else {
                    return .damaged("an interface description that is too short")
                }
                guard interfaces.count < Self.interfaceLimit else { return .damaged("too many interface descriptions") }
                interfaces.append(interface)
            case 2, 3, 6:
                let step = packet(bytes, body, type: type)
                if case .packet = step { position = start + length }
                return step
            case 10:
                takeSecrets(bytes, body)
            default: break
            }
            position = start + length
        }
    }

    /// A Decryption Secrets Block; only TLS key logs are kept.
    private mutating func takeSecrets(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        guard body.count >= 8, uint32(bytes, body.lowerBound) == 0x544C_534B else { return }
        let length = min(Int(uint32(bytes, body.lowerBound + 4)), body.count - 8)
        keyLogs.append(Array(copying: bytes.extracting(body.lowerBound + 8..<body.lowerBound + 8 + length)))
    }

    /// The key logs found since the last call.
    mutating func takeKeyLogs() -> [[UInt8]] {
        guard !keyLogs.isEmpty else { return [] }
        let found = keyLogs
        keyLogs = []
        return found
    }

    private func interface(_ bytes: Span<UInt8>, _ body: Range<Int>) -> Interface? {
        guard body.count >= 8 else { return nil }
        var clock = TimestampClock.microseconds
        var offset = body.lowerBound + 8
        while offset + 4 <= body.upperBound {
            let code = uint16(bytes, offset)
            let length = Int(uint16(bytes, offset + 2))
            guard code != 0, length <= body.upperBound - offset - 4 else { break }
            if code == 9, length == 1 {
                clock.resolution = bytes[offset + 4]
            } else if code == 14, length == 8 {
                let high = UInt64(uint32(bytes, offset + (bigEndian ? 4 : 8)))
                let low = UInt64(uint32(bytes, offset + (bigEndian ? 8 : 4)))
                clock.offsetSeconds = Int64(bitPattern: high << 32 | low)
            }
            offset += 4 + (length + 3) & ~3
        }
        return Interface(
            link: LinkType(rawValue: uint16(bytes, body.lowerBound)),
            snapLength: Int(uint32(bytes, body.lowerBound + 4)),
            clock: clock
        )
    }

    private mutating func packet(_ bytes: Span<UInt8>, _ body: Range<Int>, type: UInt32) -> Step {
        let fixed = type == 3 ? 4 : 20
        guard body.count >= fixed else { return .damaged("a packet block that is too short") }
        let first = body.lowerBound
        let index = type == 3 ? 0 : type == 2 ? Int(uint16(bytes, first)) : Int(uint32(bytes, first))
        guard index < interfaces.count else { return .damaged("a packet of an interface that is not described") }
        let interface = interfaces[index]
        let original = Int(uint32(bytes, first + (type == 3 ? 0 : 16)))
        var captured = type == 3 ? min(original, body.count - fixed) : Int(uint32(bytes, first + 12))
        if type == 3, interface.snapLength > 0 { captured = min(captured, interface.snapLength) }
        guard captured <= body.count - fixed else {
            return .damaged("a packet block says that it holds \(captured) bytes")
        }
        let ticks = type == 3 ? 0 : UInt64(uint32(bytes, first + 4)) << 32 | UInt64(uint32(bytes, first + 8))
        packetCount += 1
        return .packet(
            Packet(
                number: packetCount,
                time: type == 3 ? 0 : interface.clock.nanoseconds(ticks),
                start: first + fixed,
                capturedLength: captured,
                originalLength: max(original, captured),
                link: interface.link,
                hasNanoseconds: interface.clock.isFinerThanMicroseconds
            )
        )
    }
}
