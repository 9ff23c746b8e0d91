package import FuzzInputs

extension WireCapture {
    /// The shape of the file: its records, packets and payloads.
    package var shape: Shape {
        Shape(
            "file",
            [Shape("head", .bytes, fileHead)]
                + packets.map { packet in
                    let captured = packet.head.count + packet.payload.count
                    let missing = packet.original.map { $0 - captured } ?? packet.missing
                    let framing = Framing.pcapRecord(time: Self.time(packet), missing: missing, bigEndian: false)
                    guard packet.tcp > 0 else {
                        return Shape("record", framing: framing, [Shape("packet", .bytes, packet.head)])
                    }
                    let header = Array(packet.head[14..<packet.tcp])
                    var internet = Shape(
                        "internet",
                        framing: .ipv4,
                        [
                            Shape("internet header", .bytes, header[..<6]),
                            Shape("fragment", .integer, header[6..<8]),
                            Shape("internet header", .bytes, header[8...]),
                            Shape("ports", .integer, packet.head[packet.tcp..<packet.tcp + 4]),
                            Shape("sequence", .integer, packet.head[packet.tcp + 4..<packet.tcp + 8]),
                            Shape("acknowledgment", .integer, packet.head[packet.tcp + 8..<packet.tcp + 12]),
                            Shape("flags", .bytes, packet.head[(packet.tcp + 12)...]),
                            StreamShape.stream(packet.payload),
                        ]
                    )
                    if packet.missing > 0 { internet.claim = captured - 14 + packet.missing }
                    return Shape("record", framing: framing, [Shape("link", .bytes, packet.head[..<14]), internet])
                }
        )
    }
}
