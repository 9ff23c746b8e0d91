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
        /// So many bytes from `position` on hold nothing that is read, and need not be kept in memory.
        case skips(Int)
        /// The file is damaged here; nothing after it can be read.
        case damaged(String)
    }

    /// What is known of an interface whose packets the capture holds.
    struct Interface {
        var link: LinkType
        var snapLength: Int
        var clock: TimestampClock
        /// Its place in ``notes``; `-1` when these hold no more interfaces.
        var note = -1
    }

    let format: CaptureFormat
    let limits: CaptureLimits
    var interfaces: [Interface] = []
    var bigEndian: Bool
    var headerRead = false
    var packetCount = 0
    /// TLS key logs that were found and not yet taken.
    var keyLogs: [[UInt8]] = []
    /// What the file says besides packets.
    var notes: CaptureNotes
    /// Whether ``records`` are noted.
    var keepsRecords = false
    /// The blocks of pcapng that were passed since these bytes began.
    var records: [PcapngRecord] = []
    /// Length of the head of a pcap record.
    let recordHeadLength: Int
    /// Which of a pcap record's lengths comes first.
    var lengthOrder = PcapLengthOrder.capturedFirst
    /// Bytes of the current block that were taken.
    var position = 0

    init(format: CaptureFormat, limits: CaptureLimits) {
        self.format = format
        self.limits = limits
        notes = CaptureNotes(limit: limits.notes)
        if case .pcap(let variant) = format {
            bigEndian = variant.bigEndian
            recordHeadLength = variant.recordHeadLength
        } else {
            bigEndian = false
            recordHeadLength = 0
        }
    }

    /// The next packet in `bytes` from ``position`` on.
    @inline(__always)
    mutating func next(_ bytes: Span<UInt8>) -> Step {
        if case .pcap(let variant) = format {
            guard headerRead else { return pcapHeader(bytes, variant) }
            return pcapRecord(bytes)
        }
        return pcapngBlock(bytes)
    }

    /// The key logs found since the last call.
    mutating func takeKeyLogs() -> [[UInt8]] {
        guard !keyLogs.isEmpty else { return [] }
        let found = keyLogs
        keyLogs = []
        return found
    }

    @inline(__always)
    func uint32(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32 {
        let value = bytes.loadUnaligned(at: offset, as: UInt32.self)
        return bigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value)
    }

    @inline(__always)
    func uint16(_ bytes: Span<UInt8>, _ offset: Int) -> UInt16 {
        let value = bytes.loadUnaligned(at: offset, as: UInt16.self)
        return bigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
    }

    func uint64(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        let value = bytes.loadUnaligned(at: offset, as: UInt64.self)
        return bigEndian ? UInt64(bigEndian: value) : UInt64(littleEndian: value)
    }
}
