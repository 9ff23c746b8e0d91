import WireFormat

/// pcapng (draft-ietf-opsawg-pcapng).
extension CaptureParser {
    /// The number of bytes that a block may have besides its packet: fixed fields and options.
    private static let blockOverhead = 1 << 18
    /// The number of interfaces that a section may describe.
    private static let interfaceLimit = 1 << 16
    /// The length from which blocks of unused types are skipped instead of held in memory.
    private static let skippedLength = 1 << 16

    mutating func pcapngBlock(_ bytes: Span<UInt8>) -> Step {
        while true {
            let left = bytes.count - position
            guard left >= 12 else { return .needs(12) }
            let start = position
            if bytes.loadUnaligned(at: start, as: UInt32.self) == PcapngBlockType.sectionHeader {
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
            guard length >= 12, length % 4 == 0 else {
                return .damaged("a block says that it is \(length) byte\(length == 1 ? "" : "s") long")
            }
            if left < length || length > limits.packetBytes, let step = unread(type, length) { return step }
            guard left >= length else { return .needs(length) }
            guard Int(uint32(bytes, start + length - 4)) == length else {
                return .damaged("a block whose two lengths differ")
            }
            headerRead = true
            let step = block(type, bytes, start + 8..<start + length - 4)
            if let step, case .damaged = step { return step }
            position = start + length
            if keepsRecords { note(type, start..<start + length, step) }
            if let step { return step }
        }
    }

    /// Returns the step for a block before all of it is in memory; `nil` to read the whole block.
    private mutating func unread(_ type: UInt32, _ length: Int) -> Step? {
        switch type {
        case PcapngBlockType.packet, PcapngBlockType.simplePacket, PcapngBlockType.enhancedPacket,
            PcapngBlockType.sectionHeader, PcapngBlockType.interfaceDescription:
            guard length - Self.blockOverhead > limits.packetBytes else { return nil }
            return .damaged("a block says that it is \(length) bytes long")
        case PcapngBlockType.nameResolution, PcapngBlockType.interfaceStatistics, PcapngBlockType.decryptionSecrets:
            guard length > limits.packetBytes else { return nil }
            notes.oversizedBlocks += 1
            return .skips(length)
        case PcapngBlockType.custom, PcapngBlockType.customNoCopy, PcapngBlockType.journalEntry:
            guard length > limits.packetBytes else { return nil }
            notes.oversizedBlocks += 1
            countRecord()
            return .skips(length)
        default:
            guard keepsRecords else { return length > Self.skippedLength ? .skips(length) : nil }
            guard length > limits.packetBytes else { return nil }
            notes.oversizedBlocks += 1
            return .skips(length)
        }
    }

    /// Reads a whole block; `nil` when the block is not a packet.
    private mutating func block(_ type: UInt32, _ bytes: Span<UInt8>, _ body: Range<Int>) -> Step? {
        switch type {
        case PcapngBlockType.enhancedPacket: return enhancedPacket(bytes, body, isObsolete: false)
        case PcapngBlockType.simplePacket: return simplePacket(bytes, body)
        case PcapngBlockType.packet: return enhancedPacket(bytes, body, isObsolete: true)
        case PcapngBlockType.sectionHeader:
            guard body.count >= 16 else { return .damaged("a section header that is too short") }
            guard uint16(bytes, body.lowerBound + 4) == 1 else { return .damaged("an unknown pcapng version") }
            takeSection(bytes, body)
        case PcapngBlockType.interfaceDescription:
            guard body.count >= 8 else { return .damaged("an interface description that is too short") }
            guard interfaces.count < Self.interfaceLimit else { return .damaged("too many interface descriptions") }
            takeInterface(bytes, body)
        case PcapngBlockType.nameResolution: takeNames(bytes, body)
        case PcapngBlockType.interfaceStatistics: takeStatistics(bytes, body)
        case PcapngBlockType.decryptionSecrets: takeSecrets(bytes, body)
        case PcapngBlockType.custom, PcapngBlockType.customNoCopy, PcapngBlockType.journalEntry:
            countRecord()
            return .packet(Packet(recordNumber: packetCount, start: body.lowerBound))
        default: break
        }
        return nil
    }

    /// Numbers a block without a packet that other programs count as one, so that packet numbers agree with theirs.
    private mutating func countRecord() {
        packetCount += 1
        notes.otherRecords += 1
    }

    private mutating func note(_ type: UInt32, _ range: Range<Int>, _ step: Step?) {
        var record = PcapngRecord(type: type, range: range, bigEndian: bigEndian)
        if case .packet(let packet)? = step { record.packet = packet.number }
        records.append(record)
    }
}

// MARK: - Packets

extension CaptureParser {
    /// Reads an Enhanced Packet Block (section 4.3), or the obsolete Packet Block (appendix A), whose interface number
    /// is two bytes shorter to make room for a drop count.
    private mutating func enhancedPacket(_ bytes: Span<UInt8>, _ body: Range<Int>, isObsolete: Bool) -> Step {
        guard body.count >= 20 else { return .damaged("a packet block that is too short") }
        let first = body.lowerBound
        let index = isObsolete ? Int(uint16(bytes, first)) : Int(uint32(bytes, first))
        guard index < interfaces.count else { return .damaged("a packet of an interface that is not described") }
        let captured = Int(uint32(bytes, first + 12))
        guard captured <= body.count - 20 else {
            return .damaged("a packet block says that it holds \(captured) bytes")
        }
        let interface = interfaces[index]
        let ticks = UInt64(uint32(bytes, first + 4)) << 32 | UInt64(uint32(bytes, first + 8))
        packetCount += 1
        let packet = Packet(
            number: packetCount,
            time: interface.clock.nanoseconds(ticks, clamped: &notes.clampedTimes),
            start: first + 20,
            capturedLength: captured,
            originalLength: max(Int(uint32(bytes, first + 16)), captured),
            link: interface.link,
            hasNanoseconds: interface.clock.isFinerThanMicroseconds
        )
        if isObsolete {
            let drops = uint16(bytes, first + 2)
            if drops != .max, drops > 0 { notes.addDrops(UInt64(drops), at: interface.note) }
        }
        let options = first + 20 + (captured + 3) & ~3
        if options < body.upperBound {
            takePacketOptions(bytes, options..<body.upperBound, interface.note, isObsolete: isObsolete)
        }
        return .packet(packet)
    }

    private mutating func takePacketOptions(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        _ interface: Int,
        isObsolete: Bool
    ) {
        var options = PcapngOptions(range, bigEndian: bigEndian)
        while let option = options.next(bytes) {
            switch option.code {
            case PcapngOptions.Code.comment:
                notes.comment(on: .packet(packetCount), bytes.extracting(option.value))
            case 4 where option.value.count == 8 && !isObsolete:
                notes.addDrops(uint64(bytes, option.value.lowerBound), at: interface)
            default: break
            }
        }
    }

    /// Reads a Simple Packet Block (section 4.4): it belongs to the section's first interface and has no time.
    private mutating func simplePacket(_ bytes: Span<UInt8>, _ body: Range<Int>) -> Step {
        guard body.count >= 4 else { return .damaged("a packet block that is too short") }
        guard let interface = interfaces.first else {
            return .damaged("a packet of an interface that is not described")
        }
        let original = Int(uint32(bytes, body.lowerBound))
        var captured = min(original, body.count - 4)
        if interface.snapLength > 0 { captured = min(captured, interface.snapLength) }
        packetCount += 1
        return .packet(
            Packet(
                number: packetCount,
                time: 0,
                start: body.lowerBound + 4,
                capturedLength: captured,
                originalLength: original,
                link: interface.link,
                hasNanoseconds: interface.clock.isFinerThanMicroseconds
            )
        )
    }
}
