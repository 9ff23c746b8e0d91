/// Lays out packets: link layer, IP and TCP with their checksums.
struct PacketLayout {
    var link: CaptureShape.Link
    var isIPv6: Bool
    var serverPort: UInt16

    /// One end of a connection.
    struct End {
        var address: [UInt8]
        var port: UInt16
    }

    /// The LINKTYPE_ number of the file.
    var linkType: UInt32 {
        switch link {
        case .ethernet: 1
        case .null: 0
        case .raw: 101
        case .sll: 113
        case .sll2: 276
        }
    }

    /// The client of a connection; 50 000 of them share an address.
    func client(_ flow: Int) -> End {
        var address: [UInt8] = isIPv6 ? [0x20, 1, 0x0D, 0xB8] + Array(repeating: 0, count: 8) : []
        address.append(bigEndian: UInt32(0x0A00_0001 + flow / 50_000))
        return End(address: address, port: UInt16(10_000 + flow % 50_000))
    }

    /// The server of all connections.
    var server: End {
        End(
            address: isIPv6 ? [0x20, 1, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [80] : [192, 168, 1, 1],
            port: serverPort
        )
    }

    /// A whole packet.
    func packet(
        from source: End,
        to destination: End,
        sequence: UInt32,
        acknowledgment: UInt32,
        flags: UInt8,
        payload: ArraySlice<UInt8>
    ) -> [UInt8] {
        var packet: [UInt8] = []
        packet.reserveCapacity(payload.count + 80)
        appendLink(to: &packet)
        let tcpLength = 20 + payload.count
        appendInternet(source, destination, tcpLength, to: &packet)
        let start = packet.count
        packet.append(bigEndian: source.port)
        packet.append(bigEndian: destination.port)
        packet.append(bigEndian: sequence)
        packet.append(bigEndian: acknowledgment)
        packet += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
        packet += payload
        var pseudo = source.address + destination.address
        pseudo.append(bigEndian: UInt32(tcpLength))
        pseudo.append(bigEndian: UInt32(6))
        Self.setChecksum(at: start + 16, of: start..., initial: Self.sum(pseudo[...]), in: &packet)
        return packet
    }

    private func appendLink(to packet: inout [UInt8]) {
        let etherType: [UInt8] = isIPv6 ? [0x86, 0xDD] : [8, 0]
        switch link {
        case .ethernet: packet += Array(repeating: 0, count: 12) + etherType
        case .null: packet += [isIPv6 ? 30 : 2, 0, 0, 0]
        case .raw: break
        case .sll: packet += [0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0] + etherType
        case .sll2: packet += etherType + [0, 0, 0, 0, 0, 1, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0]
        }
    }

    /// RFC 791 and RFC 8200, without options.
    private func appendInternet(_ source: End, _ destination: End, _ length: Int, to packet: inout [UInt8]) {
        let start = packet.count
        if isIPv6 {
            packet += [0x60, 0, 0, 0]
            packet.append(bigEndian: UInt16(length))
            packet += [6, 64]
        } else {
            packet += [0x45, 0]
            packet.append(bigEndian: UInt16(length + 20))
            packet += [0, 0, 0x40, 0, 64, 6, 0, 0]
        }
        packet += source.address + destination.address
        if !isIPv6 { Self.setChecksum(at: start + 10, of: start..., initial: 0, in: &packet) }
    }

    /// RFC 1071, without the final complement and folding.
    private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var sum: UInt64 = 0
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            sum &+= UInt64(bytes[index]) << 8 | UInt64(bytes[index + 1])
            index += 2
        }
        return index < bytes.endIndex ? sum &+ UInt64(bytes[index]) << 8 : sum
    }

    private static func setChecksum(
        at position: Int,
        of range: PartialRangeFrom<Int>,
        initial: UInt64,
        in packet: inout [UInt8]
    ) {
        var total = initial + sum(packet[range])
        while total > 0xFFFF { total = total >> 16 + total & 0xFFFF }
        packet[position] = UInt8(truncatingIfNeeded: ~total >> 8)
        packet[position + 1] = UInt8(truncatingIfNeeded: ~total)
    }
}
