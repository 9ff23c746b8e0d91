import WireFormat

/// The order of the two lengths in a pcap record.
enum PcapLengthOrder: Hashable, Sendable {
    /// The captured length comes first, as since version 2.4 of the format.
    case capturedFirst
    /// The length on the wire comes first, as before version 2.3.
    case originalFirst
    /// The order varies, as in version 2.3: the captured length is the smaller one.
    case unknown
}

/// Classic pcap (draft-ietf-opsawg-pcap).
extension CaptureParser {
    mutating func pcapHeader(_ bytes: Span<UInt8>, _ variant: PcapVariant) -> Step {
        guard bytes.count - position >= variant.headerLength else { return .needs(variant.headerLength) }
        let network = uint32(bytes, position + 20)
        let clock = variant.nanoseconds ? TimestampClock.nanoseconds : .microseconds
        var interface = Interface(
            // The upper half may hold the length of the frame check sequence.
            link: LinkType(rawValue: UInt16(truncatingIfNeeded: network)),
            snapLength: Int(uint32(bytes, position + 16)),
            clock: clock
        )
        interface.note = notes.add(
            CaptureNotes.Interface(
                link: interface.link,
                snapLength: interface.snapLength,
                checkSequenceBits: network & 0x0400_0000 == 0 ? nil : Int(network >> 28) * 16,
                hasNanoseconds: variant.nanoseconds
            )
        )
        interfaces = [interface]
        notes.sections = 1
        switch (uint16(bytes, position + 4), uint16(bytes, position + 6)) {
        case (2, 0..<3), (543, 0): lengthOrder = .originalFirst
        case (2, 3): lengthOrder = .unknown
        default: break
        }
        position += variant.headerLength
        headerRead = true
        return pcapRecord(bytes)
    }

    @inline(__always)
    mutating func pcapRecord(_ bytes: Span<UInt8>) -> Step {
        let left = bytes.count &- position
        guard left >= recordHeadLength else { return .needs(recordHeadLength) }
        var captured = Int(uint32(bytes, position &+ 8))
        var original = Int(uint32(bytes, position &+ 12))
        if lengthOrder != .capturedFirst, lengthOrder == .originalFirst || captured > original {
            swap(&captured, &original)
        }
        guard captured <= limits.packetBytes else {
            return .damaged("a packet record says that it holds \(captured) bytes")
        }
        guard left >= recordHeadLength &+ captured else { return .needs(recordHeadLength &+ captured) }
        let interface = interfaces[0]
        let seconds = Int64(uint32(bytes, position))
        let fraction = Int64(uint32(bytes, position &+ 4))
        packetCount &+= 1
        let packet = Packet(
            number: packetCount,
            time: seconds &* Nanoseconds.perSecond &+ fraction &* interface.clock.nanosecondsPerTick,
            start: position &+ recordHeadLength,
            capturedLength: captured,
            originalLength: max(original, captured),
            link: interface.link,
            hasNanoseconds: interface.clock.isFinerThanMicroseconds
        )
        position &+= recordHeadLength &+ captured
        return .packet(packet)
    }
}
