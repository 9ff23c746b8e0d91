import WireFormat

/// Finds the packets in the bytes of a capture, block by block.
///
/// The caller passes it successive blocks of the file. The parser keeps the interfaces, the byte order and the
/// position, and reports how many bytes it used. It checks every length against the bytes at hand.
struct CaptureParser: Sendable {
    /// The result of one step.
    enum Step {
        /// A packet, whole.
        case packet(Packet)
        /// The next record is incomplete: at least this many bytes from `position` on are needed.
        case needs(Int)
        /// This many bytes from `position` on hold no data of interest, and need not be kept in memory.
        case skips(Int)
        /// The file is damaged here; the rest of it cannot be read.
        case damaged(String)
    }

    /// An interface of the current section.
    struct Interface {
        var link: LinkType
        var snapLength: Int
        var clock: TimestampClock
        /// The index of its entry in ``notes``; `-1` when that limit was reached.
        var note = -1
    }

    let format: CaptureFormat
    let limits: CaptureLimits
    var interfaces: [Interface] = []
    var bigEndian: Bool
    var headerRead = false
    var packetCount = 0
    /// TLS key logs found but not yet taken by ``takeKeyLogs()``.
    var keyLogs: [[UInt8]] = []
    /// Facts about the file besides its packets.
    var notes: CaptureNotes
    /// Whether blocks are added to ``records``.
    var keepsRecords = false
    /// The pcapng blocks passed since the start of the current bytes.
    var records: [PcapngRecord] = []
    /// Length of the head of a pcap record.
    let recordHeadLength: Int
    /// The order of the two lengths in a pcap record.
    var lengthOrder = PcapLengthOrder.capturedFirst
    /// The number of bytes of the current block that were used.
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

    /// Returns the next packet in `bytes` from ``position`` on.
    @inline(__always)
    mutating func next(_ bytes: Span<UInt8>) -> Step {
        if case .pcap(let variant) = format {
            guard headerRead else { return pcapHeader(bytes, variant) }
            return pcapRecord(bytes)
        }
        return pcapngBlock(bytes)
    }

    /// Returns the key logs found since the last call.
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
