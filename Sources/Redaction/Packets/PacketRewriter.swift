import Capture
import WireFormat

/// Rewrites packets: with mapped addresses, the new bytes of their streams, and correct lengths and checksums.
struct PacketRewriter {
    /// The last rewritten packet.
    private(set) var made: [UInt8] = []
    /// The length of that packet on the wire.
    private(set) var originalLength = 0

    /// A mapped address of up to 16 bytes; the first byte is the most significant one.
    private struct Mapped: BitwiseCopyable {
        var high: UInt64 = 0
        var low: UInt64 = 0

        init(_ bytes: [UInt8]) {
            for index in 0..<16 {
                (high, low) = (high << 8 | low >> 56, low << 8 | UInt64(index < bytes.count ? bytes[index] : 0))
            }
        }
    }

    /// The length on the wire of a record that is no packet: longer than the header of any link layer, so that other
    /// programs take the record for a packet that was cut, not for a malformed one.
    private static let lengthOfNothing = 64

    /// The longest packet whose length the IP header need not tell, in bytes, as that of a segment which hardware cuts.
    ///
    /// A segment of loopback or of offload fills its packet up to the longest length, so that it may not grow by a byte.
    private static let longestPacket = 1 << 20

    private let addresses: AddressMap
    /// The mapped addresses by fingerprint; IP and hardware addresses differ in length.
    private var known = HashMap64<Mapped>()
    private static let mostKnown = 1 << 14

    init(_ addresses: AddressMap) { self.addresses = addresses }

    /// Starts a packet with the first `count` bytes of the original packet.
    private mutating func begin(_ bytes: Span<UInt8>, _ count: Int) {
        made.removeAll(keepingCapacity: true)
        bytes.extracting(first: count).withUnsafeBufferPointer { made.append(contentsOf: $0) }
    }

    /// Replaces the address in a part of the packet.
    private mutating func replace(_ range: Range<Int>) {
        let hash = Fingerprint.shared.of(made.span, range)
        let mapped: Mapped
        if let found = known[hash] {
            mapped = found
        } else {
            let address = Array(made[range])
            mapped = Mapped(address.count == 6 ? addresses.replace(mac: address) : addresses.replace(ip: address))
            if known.count >= Self.mostKnown { known.removeAll() }
            known.set(hash, mapped)
        }
        var bytes = made.mutableSpan
        var word = mapped.high
        for index in range {
            if index &- range.lowerBound == 8 { word = mapped.low }
            bytes[index] = UInt8(truncatingIfNeeded: word &>> 56)
            word &<<= 8
        }
    }

    // MARK: Packets that are cut

    /// Creates a packet that ends after its headers.
    ///
    /// - Parameter wireLength: the length of the original packet on the wire.
    mutating func cut(_ bytes: Span<UInt8>, _ link: LinkType, originalLength wireLength: Int) {
        guard let place = PacketPlace(bytes, link) else {
            // Only the link layer is known, so only its header stays.
            let link = PacketPlace.link(bytes, link)
            begin(bytes, min(bytes.count, link?.end ?? 0))
            replaceHardware(link?.hardware ?? PacketPlace.Hardware())
            originalLength = wireLength == 0 ? Self.lengthOfNothing : wireLength
            return
        }
        let end = place.kind.payload
        begin(bytes, end)
        replaceHeaders(place)
        switch place.kind {
        case .tcp:
            dropUrgent(place)
            // Selective acknowledgments are useless, since the other stream is missing.
            replaceOptions(place, to: end) { _ in nil }
        // The checksum would reveal something about the payload.
        case .udp, .icmp: Self.put16(0, &made, end - 2)
        case .other: break
        }
        finish(place, wireLength: place.wireLength, checksum: place.wireLength == made.count - place.internet)
        originalLength = max(wireLength, made.count)
    }

    // MARK: Packets of rewritten connections

    /// The new sequence numbers and length of a segment.
    struct NewSegment {
        var sequence: UInt32
        var acknowledgment: UInt32
        /// The number of payload bytes on the wire.
        var length: Int
    }

    /// Rewrites the packet of a segment.
    ///
    /// - Parameters:
    ///   - content: the captured part of the new payload.
    ///   - edge: returns the new edge of a selective acknowledgment; `nil` if the edge is outside of the stream.
    /// - Returns: `false` if the segment no longer fits in a packet.
    mutating func rewrite(
        _ bytes: Span<UInt8>,
        _ place: PacketPlace,
        _ segment: NewSegment,
        _ content: Span<UInt8>,
        edge: (UInt32) -> UInt32?
    ) -> Bool {
        guard case .tcp(let payload) = place.kind else { return false }
        let wireLength = payload + place.missingHeader - place.internet + segment.length
        guard wireLength <= Self.longestPacket || place.hasNoLength else { return false }
        begin(bytes, payload)
        replaceHeaders(place)
        Self.put(segment.sequence, &made, place.transport + 4)
        if made[place.transport + 13] & 16 != 0 { Self.put(segment.acknowledgment, &made, place.transport + 8) }
        dropUrgent(place)
        replaceOptions(place, to: payload, edge)
        content.withUnsafeBufferPointer { made.append(contentsOf: $0) }
        finish(place, wireLength: wireLength, checksum: place.missingHeader == 0 && content.count == segment.length)
        originalLength = place.internet + wireLength
        return true
    }

    // MARK: Headers

    private mutating func replaceHardware(_ hardware: PacketPlace.Hardware) {
        for index in 0..<hardware.count {
            let place = hardware.start + index * 6
            if place + 6 <= made.count { replace(place..<place + 6) }
        }
        let end = hardware.start + hardware.count * 6
        for index in end..<min(made.count, end + hardware.unused) { made[index] = 0 }
    }

    private mutating func replaceHeaders(_ place: PacketPlace) {
        replaceHardware(place.hardware)
        let length = place.isIPv6 ? 16 : 4
        let first = place.internet + (place.isIPv6 ? 8 : 12)
        replace(first..<first + length)
        replace(first + length..<first + 2 * length)
        // IP options may hold addresses.
        if !place.isIPv6 {
            for index in place.internet + 20..<place.transport { made[index] = 1 }
        }
    }

    /// Clears the urgent pointer if there is no urgent data.
    private mutating func dropUrgent(_ place: PacketPlace) {
        if made[place.transport + 13] & 32 == 0 { Self.put16(0, &made, place.transport + 18) }
    }

    /// Returns the length of an option that identifies nobody: maximum segment size, window scale, SACK permitted and
    /// timestamps (RFC 9293 section 3.2, RFC 7323, RFC 2018).
    private static func length(ofOption kind: UInt8) -> Int? {
        switch kind {
        case 2: 4
        case 3: 3
        case 4: 2
        case 8: 10
        default: nil
        }
    }

    /// Keeps the options that identify nobody, adapts the edges of selective acknowledgments, and blanks all other
    /// options and those with a wrong length.
    ///
    /// - Parameter edge: returns the new edge of a selective acknowledgment; `nil` removes the option.
    private mutating func replaceOptions(_ place: PacketPlace, to end: Int, _ edge: (UInt32) -> UInt32?) {
        let nothing: UInt8 = 1
        var index = place.transport + 20
        while index < end {
            let kind = made[index]
            if kind == 0 {
                for rest in index..<end { made[rest] = 0 }
                return
            }
            if kind == nothing {
                index += 1
                continue
            }
            let length = index + 1 < end ? Int(made[index + 1]) : 0
            guard length >= 2, index + length <= end else {
                for rest in index..<end { made[rest] = nothing }
                return
            }
            let stays =
                kind == 5 ? replaceEdges(in: index..<index + length, edge) : Self.length(ofOption: kind) == length
            if !stays { for rest in index..<index + length { made[rest] = nothing } }
            index += length
        }
    }

    /// Replaces the edges in a selective acknowledgment option; returns whether all edges were replaced.
    private mutating func replaceEdges(in option: Range<Int>, _ edge: (UInt32) -> UInt32?) -> Bool {
        guard option.count > 2, (option.count - 2) % 8 == 0 else { return false }
        for word in stride(from: option.lowerBound + 2, to: option.upperBound, by: 4) {
            guard let made = edge(Self.word(self.made, word)) else { return false }
            Self.put(made, &self.made, word)
        }
        return true
    }

    /// Writes the lengths and checksums; a length beyond the field becomes 0, as segmentation offload leaves it.
    private mutating func finish(_ place: PacketPlace, wireLength: Int, checksum: Bool) {
        if place.isIPv6 {
            Self.put16(UInt16(exactly: wireLength - 40) ?? 0, &made, place.internet + 4)
        } else {
            Self.put16(UInt16(exactly: wireLength) ?? 0, &made, place.internet + 2)
            Self.put16(0, &made, place.internet + 10)
            let sum = Self.sum(made, place.internet, place.transport, 0)
            Self.put16(~sum, &made, place.internet + 10)
        }
        guard case .tcp = place.kind else { return }
        Self.put16(0, &made, place.transport + 16)
        guard checksum else { return }
        let first = place.internet + (place.isIPv6 ? 8 : 12)
        var start = UInt32(Self.sum(made, first, first + (place.isIPv6 ? 32 : 8), 0))
        start += 6 + UInt32(truncatingIfNeeded: made.count - place.transport)
        let sum = ~Self.sum(made, place.transport, made.count, start)
        Self.put16(sum, &made, place.transport + 16)
    }

    /// Returns the ones' complement sum of RFC 1071.
    private static func sum(_ bytes: [UInt8], _ start: Int, _ end: Int, _ first: UInt32) -> UInt16 {
        var sum = UInt64(first)
        let span = bytes.span
        var index = start
        // Words of 32 bits give the same sum, and so does the opposite byte order after a final swap.
        var swapped: UInt64 = 0
        while index &+ 8 <= end {
            let word = span.loadUnaligned(at: index, as: UInt64.self)
            swapped &+= word & 0xFFFF_FFFF
            swapped &+= word &>> 32
            index &+= 8
        }
        while swapped > 0xFFFF { swapped = (swapped & 0xFFFF) + swapped >> 16 }
        sum += UInt64(UInt16(truncatingIfNeeded: swapped).bigEndian)
        if index + 4 <= end {
            sum += UInt64(span.uint32(at: index))
            index += 4
        }
        if index + 2 <= end {
            sum += UInt64(span.uint16(at: index))
            index += 2
        }
        if index < end { sum += UInt64(span[index]) << 8 }
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + sum >> 16 }
        return UInt16(sum)
    }

    static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func put(_ value: UInt32, _ bytes: inout [UInt8], _ place: Int) {
        put16(UInt16(truncatingIfNeeded: value >> 16), &bytes, place)
        put16(UInt16(truncatingIfNeeded: value), &bytes, place + 2)
    }

    private static func put16(_ value: UInt16, _ bytes: inout [UInt8], _ place: Int) {
        bytes[place] = UInt8(value >> 8)
        bytes[place + 1] = UInt8(truncatingIfNeeded: value)
    }
}
