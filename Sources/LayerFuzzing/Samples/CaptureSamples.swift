package import FuzzInputs

/// Small capture files of every format.
package enum CaptureSamples {
    /// Returns the same packets in pcap, and in pcapng with both byte orders.
    package static func files(_ capture: WireCapture) -> [[UInt8]] {
        [
            capture.bytes, pcap(capture, bigEndian: true), pcapng(capture, bigEndian: false),
            pcapng(capture, bigEndian: true, keyLog: Array("CLIENT_RANDOM 00 00\n".utf8)),
        ]
    }

    /// Returns a pcap file with nanoseconds.
    package static func pcap(_ capture: WireCapture, bigEndian: Bool) -> [UInt8] {
        func number(_ value: UInt64, _ width: Int) -> [UInt8] {
            let bytes = Framing.bigEndian(value, width)
            return bigEndian ? bytes : bytes.reversed()
        }
        var file =
            number(0xA1B2_3C4D, 4) + number(2, 2) + number(4, 2) + number(0, 8) + number(262_144, 4) + number(1, 4)
        for packet in capture.packets {
            let time = number(packet.time / 1_000_000, 4) + number(packet.time % 1_000_000 * 1000, 4)
            let bytes = packet.bytes
            Framing.pcapRecord(time: time, missing: packet.missing, bigEndian: bigEndian)
                .append(bytes, claiming: bytes.count, to: &file)
        }
        return file
    }

    /// Returns a pcapng file with times in microseconds.
    package static func pcapng(_ capture: WireCapture, bigEndian: Bool, keyLog: [UInt8]? = nil) -> [UInt8] {
        func number(_ value: UInt64, _ width: Int) -> [UInt8] {
            let bytes = Framing.bigEndian(value, width)
            return bigEndian ? bytes : bytes.reversed()
        }
        var file: [UInt8] = []
        func block(_ type: UInt32, _ body: [UInt8]) {
            Framing.pcapngBlock(type: type, bigEndian: bigEndian).append(body, claiming: body.count, to: &file)
        }
        block(0x0A0D_0D0A, number(0x1A2B_3C4D, 4) + number(1, 2) + number(0, 2) + number(UInt64.max, 8))
        block(
            1,
            number(1, 2) + number(0, 2) + number(0, 4) + number(9, 2) + number(1, 2) + [6, 0, 0, 0] + number(0, 4)
        )
        if let keyLog { block(10, number(0x544C_534B, 4) + number(UInt64(keyLog.count), 4) + keyLog) }
        for packet in capture.packets {
            let bytes = packet.bytes
            let time = number(packet.time >> 32, 4) + number(packet.time & 0xFFFF_FFFF, 4)
            let lengths = number(UInt64(bytes.count), 4) + number(UInt64(bytes.count + packet.missing), 4)
            block(6, number(0, 4) + time + lengths + bytes)
        }
        return file
    }
}
