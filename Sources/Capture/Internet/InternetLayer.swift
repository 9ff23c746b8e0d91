import WireFormat

/// Finds the TCP segment inside an IP packet.
enum InternetLayer {
    /// The position of a transport header and the addresses around it.
    struct Carrier {
        var source: InternetAddress
        var destination: InternetAddress
        /// The index of the first byte of the TCP header.
        var start: Int
        /// The end of the IP packet on the wire; beyond the captured bytes when the capture cut it off.
        var end: Int
        /// Whether the IP header has length 0, as segmentation offload leaves it: then the packet is as long as the
        /// record, and `end` is the end of the captured bytes.
        var isOpenEnded = false
    }

    /// The contents of an IP packet.
    enum Result {
        /// TCP.
        case tcp(Carrier)
        /// Another protocol.
        case other
        /// A fragment.
        case fragment(IPFragment)
        /// Not an IP packet, or one that is too short.
        case malformed
    }

    /// Finds the transport layer of an IPv4 or IPv6 packet.
    ///
    /// - Parameter bytes: the block; the IP packet is `start..<end`.
    @inline(__always)
    static func transport(_ bytes: Span<UInt8>, start: Int, end: Int) -> Result {
        guard end &- start >= 20 else { return .malformed }
        switch bytes[start] >> 4 {
        case 4: return ipv4(bytes, start: start, end: end)
        case 6: return ipv6(bytes, start: start, end: end)
        default: return .malformed
        }
    }

    /// Reads an IPv4 header (RFC 791 section 3.1).
    @inline(__always)
    private static func ipv4(_ bytes: Span<UInt8>, start: Int, end: Int) -> Result {
        let headerLength = Int(bytes[start] & 15) &* 4
        let totalLength = Int(bytes.uint16(at: start &+ 2))
        guard headerLength >= 20, end &- start >= headerLength else { return .malformed }
        // Segmentation offload leaves a length of 0.
        guard totalLength == 0 || totalLength >= headerLength else { return .malformed }
        guard bytes.uint16(at: start &+ 6) & 0x3FFF == 0 else {
            return fragment(bytes, start: start, dataStart: start &+ headerLength, dataEnd: start &+ totalLength)
        }
        guard bytes[start &+ 9] == IPProtocol.tcp else { return .other }
        return .tcp(
            Carrier(
                source: InternetAddress(ipv4: bytes.uint32(at: start &+ 12)),
                destination: InternetAddress(ipv4: bytes.uint32(at: start &+ 16)),
                start: start &+ headerLength,
                end: totalLength == 0 ? end : start &+ totalLength,
                isOpenEnded: totalLength == 0
            )
        )
    }

    /// Reads a fragment of IPv4 (RFC 791 section 3.1).
    private static func fragment(_ bytes: Span<UInt8>, start: Int, dataStart: Int, dataEnd: Int) -> Result {
        let field = bytes.uint16(at: start + 6)
        return checked(
            IPFragment(
                key: IPFragment.Key(
                    source: InternetAddress(ipv4: bytes.uint32(at: start + 12)),
                    destination: InternetAddress(ipv4: bytes.uint32(at: start + 16)),
                    identification: UInt32(bytes.uint16(at: start + 4)),
                    number: bytes[start + 9]
                ),
                headerStart: start,
                fieldOffset: 6,
                dataStart: dataStart,
                dataEnd: dataEnd,
                offset: Int(field & 0x1FFF) * 8,
                isLast: field & 0x2000 == 0
            )
        )
    }

    /// Reads the fragment header of IPv6 (RFC 8200 section 4.5).
    ///
    /// - Parameters:
    ///   - start: the offset of the packet's first header.
    ///   - offset: the offset of the fragment header.
    private static func fragment(
        _ bytes: Span<UInt8>,
        start: Int,
        headerOffset offset: Int,
        between ends: (source: InternetAddress, destination: InternetAddress),
        dataEnd: Int
    ) -> Result {
        let field = bytes.uint16(at: offset + 2)
        return checked(
            IPFragment(
                key: IPFragment.Key(
                    source: ends.source,
                    destination: ends.destination,
                    identification: bytes.uint32(at: offset + 4),
                    number: 0
                ),
                headerStart: start,
                fieldOffset: offset + 2 - start,
                dataStart: offset + 8,
                dataEnd: dataEnd,
                offset: Int(field & 0xFFF8),
                isLast: field & 1 == 0
            )
        )
    }

    /// Checks a fragment: it must not be empty, all but the last need a multiple of 8 bytes, and none may reach beyond
    /// 65535 bytes.
    private static func checked(_ fragment: IPFragment) -> Result {
        let count = fragment.dataEnd - fragment.dataStart
        guard count > 0, fragment.isLast || count % 8 == 0, fragment.offset + count <= 65535 else { return .malformed }
        return .fragment(fragment)
    }

    /// Reads an IPv6 header and its extensions (RFC 8200 sections 3 and 4).
    private static func ipv6(_ bytes: Span<UInt8>, start: Int, end: Int) -> Result {
        guard end - start >= 40 else { return .malformed }
        let payloadLength = Int(bytes.uint16(at: start + 4))
        let wireEnd = payloadLength == 0 ? end : start + 40 + payloadLength
        let source = InternetAddress(ipv6High: bytes.uint64(at: start + 8), low: bytes.uint64(at: start + 16))
        let destination = InternetAddress(ipv6High: bytes.uint64(at: start + 24), low: bytes.uint64(at: start + 32))
        var next = bytes[start + 6]
        var offset = start + 40
        while true {
            if next == IPProtocol.tcp {
                return .tcp(
                    Carrier(
                        source: source,
                        destination: destination,
                        start: offset,
                        end: wireEnd,
                        isOpenEnded: payloadLength == 0
                    )
                )
            }
            // A fragment header with offset 0 and no more fragments is an ordinary extension header.
            if next == IPProtocol.fragmentHeader, end - offset >= 8, bytes.uint16(at: offset + 2) & 0xFFF9 != 0 {
                let ends = (source: source, destination: destination)
                return fragment(bytes, start: start, headerOffset: offset, between: ends, dataEnd: wireEnd)
            }
            switch passExtension(bytes, &next, &offset, end: end) {
            case .passed: break
            case .payload: return .other
            case .truncated: return .malformed
            }
        }
    }

    /// The result of skipping an extension header.
    private enum ExtensionStep {
        /// The header was skipped.
        case passed
        /// There is no extension header: the payload begins.
        case payload
        /// The bytes end inside the header.
        case truncated
    }

    /// Skips an extension header of IP itself: options, routing, authentication, fragments.
    ///
    /// - Parameters:
    ///   - number: the number of the header at `offset`; afterwards that of the next one.
    ///   - offset: the offset of the header; afterwards that of the next one.
    @inline(__always)
    private static func passExtension(
        _ bytes: Span<UInt8>,
        _ number: inout UInt8,
        _ offset: inout Int,
        end: Int
    ) -> ExtensionStep {
        let unit: Int
        switch number {
        case IPProtocol.hopByHopOptions, IPProtocol.routingHeader, IPProtocol.destinationOptions,
            IPProtocol.mobilityHeader, IPProtocol.hostIdentity, IPProtocol.shim6:
            unit = 8
        case IPProtocol.authenticationHeader: unit = 4
        case IPProtocol.fragmentHeader: unit = 0
        default: return .payload
        }
        guard end - offset >= 8 else { return .truncated }
        number = bytes[offset]
        offset += 8 + Int(bytes[offset + 1]) * unit
        return .passed
    }

    /// The payload of an IP packet, after all headers of IP itself.
    struct Payload {
        /// The IP protocol's number.
        var number: UInt8
        /// The addresses and the position, as for a TCP segment.
        var carrier: Carrier
        /// The end of the captured bytes.
        var end: Int

        /// The index of the first byte.
        var start: Int { carrier.start }
    }

    /// Returns the payload of a packet that ``transport(_:start:end:)`` found to be valid and not a fragment; `nil`
    /// when the packet ends inside a header.
    static func payload(_ bytes: Span<UInt8>, start: Int, end: Int) -> Payload? {
        var number: UInt8
        var carrier: Carrier
        let isIPv4 = bytes[start] >> 4 == 4
        if isIPv4 {
            let total = Int(bytes.uint16(at: start + 2))
            number = bytes[start + 9]
            carrier = Carrier(
                source: InternetAddress(ipv4: bytes.uint32(at: start + 12)),
                destination: InternetAddress(ipv4: bytes.uint32(at: start + 16)),
                start: start + Int(bytes[start] & 15) * 4,
                end: total == 0 ? end : start + total,
                isOpenEnded: total == 0
            )
        } else {
            guard end - start >= 40 else { return nil }
            let length = Int(bytes.uint16(at: start + 4))
            number = bytes[start + 6]
            carrier = Carrier(
                source: InternetAddress(ipv6High: bytes.uint64(at: start + 8), low: bytes.uint64(at: start + 16)),
                destination: InternetAddress(ipv6High: bytes.uint64(at: start + 24), low: bytes.uint64(at: start + 32)),
                start: start + 40,
                end: length == 0 ? end : start + 40 + length,
                isOpenEnded: length == 0
            )
        }
        let captured = min(end, carrier.end)
        // IPv4 has only one such header: authentication (RFC 4302).
        while !isIPv4 || number == IPProtocol.authenticationHeader {
            switch passExtension(bytes, &number, &carrier.start, end: captured) {
            case .passed: continue
            case .payload: return Payload(number: number, carrier: carrier, end: captured)
            case .truncated: return nil
            }
        }
        return Payload(number: number, carrier: carrier, end: captured)
    }
}
