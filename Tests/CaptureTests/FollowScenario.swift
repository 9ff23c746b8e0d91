import Testing

/// A capture with something in it that reassembly must get right.
struct FollowScenario: Sendable, CustomTestStringConvertible {
    var name: String
    var packets: [[UInt8]]
    /// How many connections there are in it.
    var connections = 1
    /// Whether no byte of the streams is missing.
    var isWhole = true
    /// Bytes kept of a packet.
    var snapLength = Int.max
    /// What tshark must be told.
    var options: [String] = []

    var testDescription: String { name }

    /// Over raw IP, a packet a millisecond.
    var capture: [UInt8] {
        var file = PcapFile(link: 101)
        for (index, packet) in packets.enumerated() {
            file.add(
                Array(packet.prefix(snapLength)),
                seconds: UInt32(index / 1000),
                fraction: UInt32(index % 1000 * 1000),
                original: packet.count
            )
        }
        return file.bytes
    }

    init(
        _ name: String,
        _ packets: [TCPPacket],
        connections: Int = 1,
        isWhole: Bool = true,
        snapLength: Int = .max,
        options: [String] = []
    ) {
        self.init(
            name,
            raw: packets.map(\.internet),
            connections: connections,
            isWhole: isWhole,
            snapLength: snapLength,
            options: options
        )
    }

    init(
        _ name: String,
        raw packets: [[UInt8]],
        connections: Int = 1,
        isWhole: Bool = true,
        snapLength: Int = .max,
        options: [String] = []
    ) {
        self.name = name
        self.packets = packets
        self.connections = connections
        self.isWhole = isWhole
        self.snapLength = snapLength
        self.options = options
    }

    /// Every condition, by name.
    static var all: [FollowScenario] {
        order + overlaps + numbers + control + sides + holes + fragments + exchanges
    }

    private static let talk = Talk()
    private static let end = TCPPacket.fin | TCPPacket.ack
    private static let six = Talk(client: .client6, server: .server6)

    /// A few segments of one side, answered at the end.
    private static func parts(_ talk: Talk, _ count: Int = 6) -> [TCPPacket] {
        (0..<count).map { talk.request($0 * 10, "segment \($0) ") }
    }

    private static func answer(_ talk: Talk, seen: Int = 60) -> [TCPPacket] {
        [talk.answer(0, "", seen: seen), talk.answer(0, "and so it is", seen: seen)]
    }

    private static var order: [FollowScenario] {
        let parts = parts(talk)
        let swapped = [parts[0], parts[2], parts[1], parts[4], parts[3], parts[5]]
        return [
            FollowScenario("in order", talk.handshake + parts + answer(talk)),
            FollowScenario("in order, IPv6", six.handshake + Self.parts(six) + answer(six)),
            FollowScenario("neighbours swapped", talk.handshake + swapped + answer(talk)),
            FollowScenario("backwards", talk.handshake + parts.reversed() + answer(talk)),
            FollowScenario("the first comes last", talk.handshake + parts.dropFirst() + [parts[0]] + answer(talk)),
            FollowScenario(
                "every other one late",
                talk.handshake + stride(from: 1, to: 6, by: 2).map { parts[$0] }
                    + stride(from: 0, to: 6, by: 2).map { parts[$0] } + answer(talk)
            ),
            FollowScenario("each one twice", talk.handshake + parts.flatMap { [$0, $0] } + answer(talk)),
            FollowScenario("all again at the end", talk.handshake + parts + answer(talk) + parts),
            FollowScenario(
                "one retransmitted after its place was filled",
                talk.handshake + parts + [parts[2]]
                    + answer(talk)
            ),
            FollowScenario(
                "single bytes",
                talk.handshake + (0..<60).map { talk.request($0, [UInt8(65 + $0 % 26)]) }
                    + answer(talk)
            ),
            FollowScenario(
                "single bytes backwards",
                talk.handshake
                    + (0..<60).reversed().map { talk.request($0, [UInt8(65 + $0 % 26)]) } + answer(talk)
            ),
            FollowScenario(
                "the longest segment",
                talk.handshake
                    + [talk.request(0, (0..<65_495).map { UInt8(truncatingIfNeeded: $0 &* 7) })]
                    + answer(talk, seen: 65_495)
            ),
        ]
    }

    private static var overlaps: [FollowScenario] {
        let text = "abcdefghijklmnopqrstuvwxyz"
        func part(_ start: Int, _ end: Int) -> TCPPacket {
            talk.request(start, Array(Array(text.utf8)[start..<end]))
        }
        let last = answer(talk, seen: 26)
        return [
            FollowScenario("a repetition that goes on", talk.handshake + [part(0, 10), part(5, 26)] + last),
            FollowScenario(
                "a repetition that begins before",
                talk.handshake
                    + [part(0, 5), part(5, 10), part(0, 26)] + last
            ),
            FollowScenario(
                "the hole between two filled with overlaps",
                talk.handshake
                    + [part(0, 8), part(16, 26), part(4, 20)] + last
            ),
            FollowScenario(
                "one part inside what waits",
                talk.handshake + [part(5, 26), part(8, 12), part(0, 5)] + last
            ),
            FollowScenario(
                "several waiting parts under one",
                talk.handshake
                    + [part(4, 6), part(10, 12), part(18, 20), part(2, 26), part(0, 2)] + last
            ),
            FollowScenario(
                "other bytes for what has come up",
                talk.handshake
                    + [part(0, 13), talk.request(4, "XXXX"), part(13, 26)] + last
            ),
            FollowScenario(
                "a keep-alive with a byte",
                talk.handshake
                    + [part(0, 26)] + last + [talk.request(25, [0], seen: 12), talk.answer(12, "", seen: 26)]
            ),
            FollowScenario(
                "a keep-alive without a byte",
                talk.handshake
                    + [part(0, 26)] + last + [talk.request(25, "", seen: 12), talk.answer(12, "", seen: 26)]
            ),
            FollowScenario(
                "a zero window and its probes",
                talk.handshake + [
                    part(0, 10), windowless(talk.answer(0, "", seen: 10)), part(10, 11),
                    windowless(talk.answer(0, "", seen: 10)), part(10, 11), talk.answer(0, "", seen: 11), part(11, 26),
                ] + last
            ),
        ]
    }

    /// A segment that announces no room.
    private static func windowless(_ packet: TCPPacket) -> TCPPacket {
        var packet = packet
        packet.window = 0
        return packet
    }

    private static var numbers: [FollowScenario] {
        let starts: [UInt32] = [.max, .max - 1, .max - 7, .max - 33, 0x7FFF_FFF0, 0]
        return starts.map { (start: UInt32) -> FollowScenario in
            let talk = Talk(clientStart: start, serverStart: start &+ 5)
            let parts = parts(talk)
            let swapped: [TCPPacket] = [1, 0, 3, 2, 5, 4].map { parts[$0] }
            return FollowScenario("numbers from \(start) on, swapped", talk.handshake + swapped + answer(talk))
        }
    }

    private static var control: [FollowScenario] {
        var syn = talk.syn
        syn.payload = Array("early ".utf8)
        var again = talk
        again.clientStart = 900_000
        again.serverStart = 700_000
        let closed =
            talk.handshake + [
                talk.request(0, "first"), talk.request(5, "", flags: end), talk.answer(0, "bye", seen: 6),
                talk.answer(3, "", seen: 6, flags: end), talk.request(6, "", seen: 4),
            ]
        return [
            FollowScenario("closed by both", closed),
            FollowScenario(
                "the end comes before the last bytes",
                talk.handshake
                    + [
                        talk.request(5, "", flags: end), talk.request(0, "first"),
                        talk.answer(0, "bye", seen: 6, flags: end),
                    ]
            ),
            FollowScenario(
                "the end with the last bytes",
                talk.handshake
                    + [talk.request(0, "first", flags: end), talk.answer(0, "bye", seen: 6, flags: end)]
            ),
            FollowScenario(
                "one end closes and the other goes on",
                talk.handshake
                    + [talk.request(0, "ask", flags: end)] + (0..<10).map { talk.answer($0 * 4, "tell", seen: 4) }
            ),
            FollowScenario(
                "reset at the end",
                talk.handshake
                    + [
                        talk.request(0, "ask"), talk.answer(0, "tell", seen: 3),
                        talk.request(3, "", flags: TCPPacket.rst),
                    ]
            ),
            FollowScenario(
                "both reset, repeatedly",
                talk.handshake + [
                    talk.request(0, "ask"), talk.answer(0, "", seen: 3, flags: TCPPacket.rst | TCPPacket.ack),
                    talk.request(3, "", flags: TCPPacket.rst), talk.request(3, "", flags: TCPPacket.rst),
                ]
            ),
            FollowScenario(
                "data in the SYN",
                [syn, talk.synAck, talk.request(6, "late"), talk.answer(0, "x", seen: 10)]
            ),
            FollowScenario(
                "SYN and its answer repeated",
                [
                    talk.syn, talk.syn, talk.synAck, talk.synAck, talk.request(0, "ask"),
                    talk.answer(0, "tell", seen: 3),
                ]
            ),
            FollowScenario(
                "ports used again after the end",
                closed + again.handshake
                    + [again.request(0, "second"), again.answer(0, "hi", seen: 6)],
                connections: 2
            ),
            FollowScenario(
                "ports used again after a reset",
                talk.handshake
                    + [talk.request(0, "first"), talk.answer(0, "", flags: TCPPacket.rst)] + again.handshake
                    + [again.request(0, "second")],
                connections: 2
            ),
        ]
    }

    private static var sides: [FollowScenario] {
        let parts = parts(talk)
        return [
            FollowScenario("no SYN", parts + answer(talk)),
            FollowScenario(
                "no SYN, swapped after the first",
                [parts[0], parts[2], parts[1]] + parts[3...] + answer(talk)
            ),
            FollowScenario("the client alone", [talk.syn, talk.request(0, "")] + parts),
            FollowScenario("the server alone, without SYN", (0..<8).map { talk.answer($0 * 4, "tell", seen: $0 * 9) }),
            FollowScenario("the client alone, swapped", [talk.syn, parts[1], parts[0]] + parts[2...]),
            FollowScenario(
                "both talk at once",
                talk.handshake
                    + (0..<20).flatMap {
                        [
                            talk.request($0 * 3, "ask", seen: max(0, $0 - 2) * 4),
                            talk.answer($0 * 4, "tell", seen: max(0, $0 - 2) * 3),
                        ]
                    }
            ),
        ]
    }

    private static var holes: [FollowScenario] {
        let cut = talk.handshake + [talk.request(0, Array(repeating: 97, count: 30))]
        return [
            // tshark pads what the snap length cut off with a note, so only what was captured whole is compared.
            FollowScenario("a snap length that cuts nothing", cut + [talk.answer(0, "fine", seen: 30)], snapLength: 70),
            FollowScenario(
                "wrong checksums, as offload leaves them",
                talk.handshake + parts(talk) + answer(talk),
                options: ["-o", "tcp.check_checksum:FALSE"]
            ),
        ]
    }

    private static var fragments: [FollowScenario] {
        let payload = (0..<900).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        return [talk, six].enumerated().flatMap { index, talk -> [FollowScenario] in
            let version = index == 0 ? "IPv4" : "IPv6"
            let start = talk.handshake.map(\.internet)
            let pieces = IPPacket.fragments(talk.request(0, payload), size: 256)
            let second = IPPacket.fragments(talk.request(900, payload), size: 256, number: 78)
            let last = [talk.answer(0, "thanks", seen: 1800).internet]
            return [
                FollowScenario("\(version) fragments", raw: start + pieces + second + last),
                FollowScenario(
                    "\(version) fragments backwards",
                    raw: start + pieces.reversed() + second.reversed() + last
                ),
                FollowScenario(
                    "\(version) fragments of two datagrams mixed",
                    raw: start
                        + zip(pieces, second).flatMap { [$0, $1] } + last
                ),
                FollowScenario("\(version) fragments twice", raw: start + pieces.flatMap { [$0, $0] } + second + last),
            ]
        }
    }

    private static var exchanges: [FollowScenario] {
        (100..<104).map { seed in
            var exchange = RandomExchange(seed: UInt64(seed), repeats: seed % 2 == 0)
            return FollowScenario(
                "random exchange \(seed)",
                exchange.talk.handshake + exchange.disturbed(exchange.packets, window: 2)
            )
        }
    }
}
