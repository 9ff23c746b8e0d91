import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Copies chosen packets of a capture in any readable format to pcapng.
///
/// Packets keep their time, lengths, interface, comments and other options. Interfaces, names, statistics and blocks of
/// unknown types are copied unchanged, secrets if wanted. Custom blocks marked as not to be copied are left out and
/// counted. The copy of a pcapng section has the byte order of the original. Several captures may be copied one after
/// the other into one file; each gets sections of its own.
public struct CaptureCopier: ~Copyable {
    /// The number of blocks that a copy cannot keep.
    public struct Omissions: Hashable, Sendable {
        /// Custom blocks marked as not to be copied.
        public var privateBlocks = 0
        /// Blocks longer than the limits allow.
        public var oversizedBlocks = 0
    }

    private var reader: CaptureReader
    private let descriptor: Int32
    private let start: off_t
    private let limits: CaptureLimits
    private let keepsSecrets: Bool
    private var writer = PcapNGWriter()
    /// Packets that were copied.
    public private(set) var copied = 0
    private var privateBlocks = 0
    /// Blocks that were left out.
    public var omissions: Omissions {
        Omissions(privateBlocks: privateBlocks, oversizedBlocks: reader.notes.oversizedBlocks)
    }

    /// Opens a capture to copy.
    ///
    /// - Parameters:
    ///   - descriptor: an open file to read from.
    ///   - closesDescriptor: whether the copier closes the descriptor when it is destroyed.
    ///   - keepsSecrets: whether Decryption Secrets Blocks are copied.
    ///   - limits: limits against hostile captures.
    /// - Throws: ``CaptureError`` when the first bytes are not those of a capture.
    public init(
        descriptor: Int32,
        closesDescriptor: Bool,
        keepsSecrets: Bool,
        limits: CaptureLimits = CaptureLimits()
    ) throws(CaptureError) {
        self.descriptor = descriptor
        self.limits = limits
        start = lseek(descriptor, 0, SEEK_CUR)
        reader = try CaptureReader(
            ByteSource(descriptor: descriptor, closesDescriptor: closesDescriptor),
            limits: limits,
            keepsRecords: true
        )
        self.keepsSecrets = keepsSecrets
    }

    /// Passes all packets of the capture to `body` before copying, each with the bytes that contain it.
    ///
    /// - Throws: ``CaptureError`` when reading fails, as it does for input that cannot be read twice.
    public func survey(_ body: (Packet, Span<UInt8>) -> Void) throws(CaptureError) {
        let descriptor = descriptor
        var position = start
        let source = ByteSource { () throws(CaptureError) in
            let bytes = try ByteSource.read(descriptor, at: position)
            position += off_t(bytes.count)
            return bytes
        }
        var reader = try CaptureReader(source, limits: limits, keepsRecords: false)
        while let block = try reader.next() {
            let bytes = block.bytes.span
            for packet in block.packets { body(packet, bytes) }
        }
    }

    /// Copies to the end of the capture, or up to the damage in it.
    ///
    /// - Parameters:
    ///   - application: the name of the writing program, for originals without such a name (pcap).
    ///   - keyLog: TLS secrets that the copy holds before its packets, besides those of the original.
    ///   - isChosen: whether to copy a packet; called for each packet in order, with the bytes that contain it.
    ///   - sink: receives the bytes of the copy.
    /// - Throws: ``CaptureError`` when reading fails, and any error that `sink` throws.
    public mutating func copy(
        application: String,
        keyLog: [UInt8] = [],
        where isChosen: (Packet, Span<UInt8>) -> Bool,
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        let isPcap = reader.format != .pcapng
        var hasSection = false
        while let block = try reader.next() {
            let bytes = block.bytes.span
            if isPcap, !hasSection { beginSection(application, keyLog) }
            let secrets = hasSection ? [] : keyLog
            hasSection = true
            if isPcap {
                for packet in block.packets where isChosen(packet, bytes) {
                    let range = packet.start..<packet.start + packet.capturedLength
                    writer.write(
                        bytes.extracting(range),
                        interface: 0,
                        time: packet.time,
                        originalLength: packet.originalLength
                    )
                    copied += 1
                }
            } else {
                copy(block, secrets, isChosen)
            }
            try writer.drain(to: sink)
        }
        if isPcap, !hasSection { beginSection(application, keyLog) }
        try writer.drain(to: sink)
    }

    /// Writes the section header for a pcap file, and its one interface.
    private mutating func beginSection(_ application: String, _ keyLog: [UInt8]) {
        writer.beginSection(application: application)
        if !keyLog.isEmpty { writer.write(keyLog: keyLog.span) }
        let interface = reader.notes.interfaces.first
        writer.add(
            PcapNGWriter.Interface(
                link: interface?.link ?? .ethernet,
                snapLength: interface?.snapLength ?? 0,
                checkSequenceBits: interface?.checkSequenceBits,
                hasNanoseconds: interface?.hasNanoseconds ?? false
            )
        )
    }

    /// Writes the chosen packets of a block, and all pcapng blocks in it that are not packets.
    ///
    /// - Parameter keyLog: secrets that are written after the first section header.
    private mutating func copy(
        _ block: PacketBlock,
        _ keyLog: [UInt8],
        _ isChosen: (Packet, Span<UInt8>) -> Bool
    ) {
        let bytes = block.bytes.span
        var keyLog = keyLog
        var next = 0
        for record in block.records {
            let whole = bytes.extracting(record.range)
            var packet: Packet?
            if record.packet > 0, next < block.packets.count {
                packet = block.packets[next]
                next += 1
            }
            switch record.type {
            case PcapngBlockType.sectionHeader:
                // The section length in the header is not true of the copy.
                let start = writer.count
                writer.append(blocks: whole)
                for index in 16..<24 { writer.replaceByte(at: start + index, with: 0xFF) }
                if !keyLog.isEmpty { writer.write(keyLog: keyLog.span, bigEndian: record.bigEndian) }
                keyLog = []
            case PcapngBlockType.customNoCopy: privateBlocks += 1
            case PcapngBlockType.decryptionSecrets:
                if keepsSecrets { writer.append(blocks: whole) }
            case PcapngBlockType.enhancedPacket, PcapngBlockType.simplePacket, PcapngBlockType.packet:
                guard let packet, isChosen(packet, bytes) else { continue }
                copied += 1
                if record.type == PcapngBlockType.packet {
                    writer.append(obsolete: whole, packet.capturedLength, bigEndian: record.bigEndian)
                } else {
                    writer.append(blocks: whole)
                }
            default: writer.append(blocks: whole)
            }
        }
    }

    /// The damage in the capture; `nil` if none was found.
    public var damage: CaptureDamage? { reader.damage }
}

extension PcapNGWriter {
    /// Appends an obsolete packet block as an enhanced one: with the same options, and the drop count as an option.
    ///
    /// - Parameters:
    ///   - block: the whole block.
    ///   - captured: the number of packet bytes in the block.
    fileprivate mutating func append(obsolete block: Span<UInt8>, _ captured: Int, bigEndian: Bool) {
        func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
            let bytes = (0..<MemoryLayout<Value>.size).map { UInt8(truncatingIfNeeded: value >> Value(8 * $0)) }
            return bigEndian ? bytes.reversed() : bytes
        }
        func uint16(_ offset: Int) -> UInt16 {
            let value = block.uint16(at: offset)
            return bigEndian ? value : value.byteSwapped
        }
        let options = min(28 + (captured + 3) & ~3, block.count - 4)
        let drops = uint16(10)
        var added: [UInt8] = []
        if drops != .max, drops > 0 {
            added = number(4 as UInt16) + number(8 as UInt16) + number(UInt64(drops))
            if options + 4 >= block.count { added += number(0 as UInt32) }
        }
        let length = number(UInt32(block.count + added.count))
        append(blocks: (number(PcapngBlockType.enhancedPacket) + length + number(UInt32(uint16(8)))).span)
        append(blocks: block.extracting(12..<options))
        append(blocks: added.span)
        append(blocks: block.extracting(options..<block.count - 4))
        append(blocks: length.span)
    }
}
