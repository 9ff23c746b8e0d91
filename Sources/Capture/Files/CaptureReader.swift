import WireFormat

/// A stretch of a capture: bytes, and the packets that lie in them.
public struct PacketBlock: Sendable {
    /// The bytes read.
    public let bytes: [UInt8]
    /// The packets, in the order of the file.
    public let packets: [Packet]
    /// TLS key logs that lie among the packets (pcapng Decryption Secrets Blocks).
    public let keyLogs: [[UInt8]]
    /// All blocks of pcapng, when they were asked for.
    let records: [PcapngRecord]
}

/// Reads a capture front to back, a block at a time, in memory that does not grow with the file.
///
/// A capture packed with gzip is unpacked on the way.
public struct CaptureReader: ~Copyable {
    private var source: ByteSource
    private var parser: CaptureParser
    /// Bytes that were read and not yet looked at.
    private var unread: [UInt8] = []
    private let limits: CaptureLimits
    private let keepsRecords: Bool
    /// Bytes from the start of `unread` on without which there is nothing new to find in it; 0 when that is not known.
    private var needed = 0
    /// Length of a block that is passed over unread, and how much of it is still to come.
    private var skips = (length: 0, left: 0)
    private var isFinished = false
    /// Whether the input may end in the middle of a record without being damaged.
    private var endsAnywhere = false
    /// Bytes of the file before the current block.
    private var base = 0
    /// Where the capture is damaged, once that is known.
    public private(set) var damage: CaptureDamage?

    /// Finds key logs that lie further on; `nil` for what can not be read ahead, and for files without such blocks.
    public private(set) var keyLogSearch: KeyLogSearch?

    /// How many packets have been found.
    public var packetCount: Int { parser.packetCount }
    /// What the file says besides its packets, as far as it was read.
    public var notes: CaptureNotes { parser.notes }
    /// What kind of file this is; packed, until that is known.
    var format: CaptureFormat { parser.format }

    /// Opens a capture.
    ///
    /// - Parameters:
    ///   - descriptor: an open file, pipe or socket to read from.
    ///   - closesDescriptor: whether it is closed when the reader goes.
    ///   - spool: an open file to which everything that is read is written as well, for input that can not be read
    ///     twice; it stays open.
    ///   - limits: protection against hostile files.
    /// - Throws: ``CaptureError`` when the first bytes are not those of a capture; where they have not come yet, ``next()``
    ///   throws it.
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

    /// Opens a capture whose bytes a function gives.
    ///
    /// - Parameters:
    ///   - isLive: whether the bytes may come slowly, and the time is measured that they are waited for.
    ///   - endsAnywhere: whether the end may come in the middle of a record, as where a file is still being written.
    ///   - limits: protection against hostile files.
    ///   - next: the next bytes of the file; empty at its end, `nil` when nothing came for a while.
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

    /// - Parameter keepsRecords: whether ``PacketBlock/records`` are noted.
    init(_ source: consuming ByteSource, limits: CaptureLimits, keepsRecords: Bool) throws(CaptureError) {
        self.source = source
        // Until the format is known it counts as packed, of which there are no packets.
        parser = CaptureParser(format: .gzip, limits: limits)
        self.limits = limits
        self.keepsRecords = keepsRecords
        _ = try begin()
    }

    /// Tells the format by the first bytes; `false` when too few have come so far.
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

    /// Whether the capture may come slowly, as from a pipe or an interface, and is not to be read ahead.
    public var isLive: Bool { source.isLive }
    /// Nanoseconds that were spent waiting for live input so far; 0 for files.
    public var waitingTime: Int64 { source.waitingTime }

    /// The next packets; `nil` at the end of the file or where it is damaged (see ``damage``).
    ///
    /// With live input there may be none: nothing came for a while.
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
                // What was found goes out before more is waited for.
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

    /// Passes over what a block holds that is not read; `false` where the file ends before the block.
    private mutating func skip() throws(CaptureError) -> Bool {
        guard skips.length > 0 else { return true }
        skips.left -= try source.skip(skips.left)
        if source.isIdle { return true }
        guard skips.left == 0 else {
            let missing = "\(skips.left) of \(skips.length) bytes are missing"
            finish(endsAnywhere ? nil : "cut off in the middle of a block: " + missing)
            return false
        }
        base += skips.length
        skips = (0, 0)
        return true
    }

    /// Ends the reading.
    ///
    /// - Parameter reason: what is wrong at `base`; `nil` when the file ends as it should.
    private mutating func finish(_ reason: String?) {
        isFinished = true
        if let packed = source.damage {
            damage = packed
        } else if let reason {
            damage = CaptureDamage(offset: base, reason: source.isPacked ? reason + " (in the unpacked data)" : reason)
        }
    }

    /// Takes all whole packets of a block; the answer says why it stopped.
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
