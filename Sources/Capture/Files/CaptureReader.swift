import WireFormat

/// A block of a capture: bytes, and the packets in them.
public struct PacketBlock: Sendable {
    /// The bytes read.
    public let bytes: [UInt8]
    /// The packets, in the order of the file.
    public let packets: [Packet]
    /// TLS key logs between the packets (pcapng Decryption Secrets Blocks).
    public let keyLogs: [[UInt8]]
    /// All pcapng blocks, if the reader keeps them.
    let records: [PcapngRecord]
}

/// Reads a capture front to back, a block at a time; the memory does not grow with the file.
///
/// Gzip data is unpacked on the fly.
public struct CaptureReader: ~Copyable {
    private var source: ByteSource
    private var parser: CaptureParser
    /// Bytes that were read but not yet parsed.
    private var unread: [UInt8] = []
    private let limits: CaptureLimits
    private let keepsRecords: Bool
    /// The number of bytes that `unread` must reach before parsing it again can find more; 0 when not known.
    private var needed = 0
    /// The length of a skipped block, and the number of its bytes that still have to be skipped.
    private var skips = (length: 0, left: 0)
    private var isFinished = false
    /// Whether the input may end in the middle of a record without counting as damaged.
    private var endsAnywhere = false
    /// Bytes of the file before the current block.
    private var base = 0
    /// The damage in the capture, once found.
    public private(set) var damage: CaptureDamage?

    /// The search for key logs further on in the file; `nil` if reading ahead is impossible, or the format has none.
    public private(set) var keyLogSearch: KeyLogSearch?

    /// The number of packets found so far.
    public var packetCount: Int { parser.packetCount }
    /// Facts about the file besides its packets, from the part that was read.
    public var notes: CaptureNotes { parser.notes }
    /// The format of the file; `.gzip` until it is known.
    var format: CaptureFormat { parser.format }

    /// Opens a capture.
    ///
    /// - Parameters:
    ///   - descriptor: an open file, pipe or socket to read from.
    ///   - closesDescriptor: whether the reader closes the descriptor when it is destroyed.
    ///   - spool: an open file to which everything read is also written, for input that cannot be read twice; it stays
    ///     open.
    ///   - limits: protection against hostile files.
    /// - Throws: ``CaptureError`` when the first bytes are not those of a capture. If they have not arrived yet,
    ///   ``next()`` throws it.
    public init(
        descriptor: Int32,
        closesDescriptor: Bool,
        spool: Int32? = nil,
        limits: CaptureLimits = CaptureLimits()
    ) throws(CaptureError) {
        let search = KeyLogSearch(descriptor: descriptor)
        try self.init(
            ByteSource(descriptor: descriptor, closesDescriptor: closesDescriptor, spool: spool),
            limits: limits,
            keepsRecords: false
        )
        if format == .pcapng { keyLogSearch = search }
    }

    /// Opens a capture whose bytes come from a function.
    ///
    /// - Parameters:
    ///   - isLive: whether the bytes may arrive slowly, so that the time spent waiting for them is measured.
    ///   - endsAnywhere: whether the input may end in the middle of a record, as a file that is still being written
    ///     does.
    ///   - limits: protection against hostile files.
    ///   - next: returns the next bytes of the file; empty at its end, `nil` when no bytes arrived for a while.
    /// - Throws: ``CaptureError`` when the first bytes are not those of a capture.
    public init(
        isLive: Bool = false,
        endsAnywhere: Bool = false,
        limits: CaptureLimits = CaptureLimits(),
        _ next: @escaping () throws(CaptureError) -> [UInt8]?
    ) throws(CaptureError) {
        try self.init(ByteSource(isLive: isLive, feed: next), limits: limits, keepsRecords: false)
        self.endsAnywhere = endsAnywhere
    }

    /// - Parameter keepsRecords: whether ``PacketBlock/records`` are filled.
    init(_ source: consuming ByteSource, limits: CaptureLimits, keepsRecords: Bool) throws(CaptureError) {
        self.source = source
        // Until the format is known, the input counts as gzip; no packets are parsed from that.
        parser = CaptureParser(format: .gzip, limits: limits)
        self.limits = limits
        self.keepsRecords = keepsRecords
        _ = try begin()
    }

    /// Recognises the format by the first bytes; `false` when too few have arrived so far.
    private mutating func begin() throws(CaptureError) -> Bool {
        while format == .gzip {
            unread = try source.read(atLeast: CaptureFormat.signatureLength, after: unread)
            if source.isIdle { return false }
            if source.isPacked, unread.count < CaptureFormat.signatureLength, source.damage != nil {
                throw .notACapture(looksLike: "a damaged gzip file")
            }
            let format = try CaptureFormat(firstBytes: unread.span)
            if format != .gzip {
                parser = CaptureParser(format: format, limits: limits)
                parser.keepsRecords = keepsRecords
            } else if source.isPacked {
                throw .unsupported("this is a gzip file inside another one; unpack it first")
            } else {
                let packed = unread
                unread = []
                source.unpack(packed.span)
            }
        }
        return true
    }

    /// Whether the capture may arrive slowly, as from a pipe or an interface, and must not be read ahead.
    public var isLive: Bool { source.isLive }
    /// Nanoseconds spent waiting for live input so far; 0 for files.
    public var waitingTime: Int64 { source.waitingTime }

    /// Returns the next packets; `nil` at the end of the file or at damage (see ``damage``).
    ///
    /// With live input the block may be empty: no bytes arrived for a while.
    ///
    /// - Throws: ``CaptureError`` when reading fails, and for live input whose first bytes are not those of a capture.
    public mutating func next() throws(CaptureError) -> PacketBlock? {
        let nothing = PacketBlock(bytes: [], packets: [], keyLogs: [], records: [])
        guard try begin() else { return nothing }
        while !isFinished {
            if needed > 0 {
                guard try skip() else { return nil }
                if skips.left == 0 { unread = try source.read(atLeast: needed, after: unread) }
                if source.isIdle { return nothing }
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
                finish(reason)
            case .needs(let count) where source.reachedEnd, .skips(let count) where source.reachedEnd && count > rest:
                finish(
                    rest > 0 && !endsAnywhere
                        ? "cut off in the middle of a record: \(count) bytes needed, \(rest) left" : nil
                )
            case .needs(let count):
                // The packets found so far are returned before waiting for more input.
                unread = Array(copying: block.span.extracting(droppingFirst: parser.position))
                needed = count
            case .skips(let count):
                let taken = min(rest, count)
                unread = Array(copying: block.span.extracting(droppingFirst: parser.position + taken))
                skips = (length: count, left: count - taken)
                needed = 1
            case .packet: break
            }
            let keyLogs = parser.takeKeyLogs()
            if !packets.isEmpty || !keyLogs.isEmpty || !parser.records.isEmpty {
                return PacketBlock(bytes: block, packets: packets, keyLogs: keyLogs, records: parser.records)
            }
        }
        return nil
    }

    /// Skips the rest of a block that is not read; `false` if the file ends inside the block.
    private mutating func skip() throws(CaptureError) -> Bool {
        guard skips.length > 0 else { return true }
        skips.left -= try source.skip(skips.left)
        if source.isIdle { return true }
        guard skips.left == 0 else {
            let missing = "\(skips.left) of \(skips.length) bytes \(skips.left == 1 ? "is" : "are") missing"
            finish(endsAnywhere ? nil : "cut off in the middle of a block: " + missing)
            return false
        }
        base += skips.length
        skips = (0, 0)
        return true
    }

    /// Ends reading.
    ///
    /// - Parameter reason: the damage at `base`; `nil` when the file ends properly.
    private mutating func finish(_ reason: String?) {
        isFinished = true
        if let packed = source.damage {
            damage = packed
        } else if let reason {
            damage = CaptureDamage(offset: base, reason: source.isPacked ? reason + " (in the unpacked data)" : reason)
        }
    }

    /// Parses all whole packets of a block, and returns the step at which parsing stopped.
    private mutating func scan(_ block: Span<UInt8>, into packets: inout [Packet]) -> CaptureParser.Step {
        parser.position = 0
        parser.records.removeAll(keepingCapacity: true)
        while true {
            switch parser.next(block) {
            case .packet(let packet): packets.append(packet)
            case let stop: return stop
            }
        }
    }
}
