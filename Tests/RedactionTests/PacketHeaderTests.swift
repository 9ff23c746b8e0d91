import Capture
import Crypto
import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON
import WireProtobuf

@testable import Redaction

@Suite("Headers of packets")
struct PacketHeaderTests {
    private static let ethernet = 14
    private static let ip = 20
    private static let tcp = 20

    /// A connection of RongCloud, and how many of its packets have payload.
    private static func packets() throws -> [TestNetwork.Packet] {
        let planter = Planter()
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50020)
        let rongCloud = PlantedRongCloud(planter: planter)
        try rongCloud.webSocket(&talk, &network, rongCloud.unknown(), version: "4.2.0")
        return network.packets
    }

    /// A packet with options of TCP.
    private static func with(_ options: [UInt8], _ packet: TestNetwork.Packet) -> TestNetwork.Packet {
        var made = packet
        let padded = options + [UInt8](repeating: 1, count: (4 - options.count % 4) % 4)
        made.bytes.insert(contentsOf: padded, at: ethernet + ip + tcp)
        made.bytes[ethernet + ip + 12] = UInt8((tcp + padded.count) / 4) << 4
        let total = made.bytes.count - ethernet
        made.bytes[ethernet + 2] = UInt8(total >> 8)
        made.bytes[ethernet + 3] = UInt8(total & 255)
        return made
    }

    /// The packets of a capture.
    static func read(_ capture: [UInt8]) throws -> [[UInt8]] {
        var reader = try RedactionTests.Run.reader(over: capture)
        var packets: [[UInt8]] = []
        while let block = try reader.next() {
            for packet in block.packets {
                packets.append(Array(block.bytes[packet.start..<packet.start + packet.capturedLength]))
            }
        }
        return packets
    }

    private static func options(of packet: [UInt8]) -> [UInt8] {
        let end = ethernet + ip + Int(packet[ethernet + ip + 12] >> 4) * 4
        return Array(packet[(ethernet + ip + tcp)..<end])
    }

    private static func option(_ kind: UInt8, _ text: String) -> [UInt8] {
        [kind, UInt8(text.utf8.count + 2)] + text.utf8
    }

    @Test("say that a record without a packet was cut: other programs take an empty packet for a malformed one")
    func nothing() {
        let addresses = AddressMap(key: PseudonymKey(SymmetricKey(data: [UInt8](repeating: 7, count: 16))))
        var rewriter = PacketRewriter(addresses)
        rewriter.cut(Span(), .ethernet, originalLength: 0)
        #expect(rewriter.made.isEmpty && rewriter.originalLength > Self.ethernet)
        rewriter.cut(Span(), .ethernet, originalLength: 9)
        #expect(rewriter.made.isEmpty && rewriter.originalLength == 9)
    }

    // MARK: Options

    @Test(
        "keep options of TCP that have their length, and no others",
        arguments: [
            ([2, 4, 5, 180, 4, 2, 3, 3, 7, 8, 10, 1, 2, 3, 4, 5, 6, 7, 8], true), (option(2, "MSS secret"), false),
            (option(3, "scale secret"), false), (option(4, "secret"), false), (option(8, "times of secret"), false),
            (option(5, "edges that are secret!!"), false), (option(5, "of eight, secret"), false),
            (option(34, "cookie secret"), false), (option(2, "a"), false),
        ] as [([UInt8], Bool)],
        [true, false]
    )
    func options(_ options: ([UInt8], stay: Bool), isRewritten: Bool) async throws {
        var packets = try Self.packets()
        packets = packets.map { Self.with(options.0, $0) }
        // Without payload it is nobody's connection.
        if !isRewritten { packets.removeAll { $0.hasPayload } }
        let run = try await RedactionTests.Run(TestNetwork.pcap(packets))
        #expect(run.report.cutFlows.map(\.reason) == [])
        #expect((run.report.rewrittenPackets > 0) == isRewritten)
        let made = try Self.read(run.bytes)
        #expect(made.count == packets.count)
        for packet in made {
            let left = Self.options(of: packet)
            if options.stay {
                #expect(left.starts(with: options.0))
            } else {
                #expect(left.allSatisfy { $0 == 1 }, "\(left)")
            }
        }
    }

    @Test("keep their place in the stream where the capture cut them off within their options")
    func cutOptions() async throws {
        var packets = try Self.packets().map { Self.with([1, 1, 8, 10, 1, 2, 3, 4, 5, 6, 7, 8], $0) }
        let full = packets.indices.filter { packets[$0].hasPayload }
        for place in [full[full.count / 3], full[full.count / 2]] {
            packets[place].bytes = Array(packets[place].bytes.prefix(Self.ethernet + Self.ip + Self.tcp + 6))
        }
        let capture = TestNetwork.pcap(packets)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == 0)
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(before.count { $0["frame"]?["type"]?.string == "GAP" } == 2)
        #expect(before.map { $0["time"] } == after.map { $0["time"] })
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
    }

    @Test("move the edges of what was acknowledged, but those of no stream")
    func edges() async throws {
        var packets = try Self.packets()
        let last = try #require(packets.indices.last { packets[$0].hasPayload && packets[$0].bytes[35] == 80 })
        // What the server sent last, acknowledged by the client.
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let start = PacketRewriter.word(packets[last].bytes, Self.ethernet + Self.ip + 4)
        let end = start + UInt32(packets[last].bytes.count - Self.ethernet - Self.ip - Self.tcp)
        let answer = try #require(packets.indices.last { packets[$0].bytes[36...37].elementsEqual([0, 80]) })
        let plain = packets[answer]
        packets[answer] = Self.with([5, 10] + number(start) + number(end), plain)
        var run = try await RedactionTests.Run(TestNetwork.pcap(packets))
        var made = try Self.read(run.bytes)
        let options = Self.options(of: made[answer])
        let sequence = PacketRewriter.word(made[last], Self.ethernet + Self.ip + 4)
        let length = UInt32(made[last].count - Self.ethernet - Self.ip - Self.tcp)
        #expect(Array(options.prefix(10)) == [5, 10] + number(sequence) + number(sequence + length))
        packets[answer] = Self.with([5, 10] + number(start) + number(0x5345_4352), plain)
        run = try await RedactionTests.Run(TestNetwork.pcap(packets))
        made = try Self.read(run.bytes)
        #expect(Self.options(of: made[answer]).allSatisfy { $0 == 1 })
        #expect(run.report.cutFlows.map(\.reason) == [])
    }

    // MARK: Lengths and addresses

    @Test(
        "are rewritten where no length was written yet, as for hardware that cuts segments",
        arguments: [false, true]
    )
    func noLength(isSix: Bool) async throws {
        let planter = Planter()
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50021, isSix: isSix)
        let rongCloud = PlantedRongCloud(planter: planter)
        try rongCloud.webSocket(&talk, &network, rongCloud.unknown(), version: "4.2.0")
        var packets = network.packets
        let length = Self.ethernet + (isSix ? 4 : 2)
        for index in packets.indices where packets[index].hasPayload {
            packets[index].bytes[length] = 0
            packets[index].bytes[length + 1] = 0
        }
        let capture = TestNetwork.pcap(packets)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == 0)
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(before.count > 1 && PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        // Whoever reads the output is told how long it is.
        for packet in try Self.read(run.bytes) { #expect(packet[length] != 0 || packet[length + 1] != 0) }
    }

    @Test("tell no length beyond its field, as of a full segment of loopback that grows", arguments: [false, true])
    func beyondLength(isSix: Bool) throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50021, isSix: isSix)
        talk.send(.client, Array("abc".utf8), &network)
        let bytes = try #require(network.packets.first { $0.hasPayload }).bytes
        let found = PacketPlace(bytes.span, .ethernet)
        let place = try #require(found)
        var rewriter = PacketRewriter(AddressMap(key: PseudonymKey(.ofTests)))
        let content = [UInt8](repeating: 0x62, count: 65_536)
        let segment = PacketRewriter.NewSegment(sequence: 1, acknowledgment: 1, length: content.count)
        let isRewritten = rewriter.rewrite(bytes.span, place, segment, content.span) { _ in nil }
        #expect(isRewritten)
        #expect(rewriter.originalLength == rewriter.made.count)
        let made = rewriter.made
        let again = PacketPlace(made.span, .ethernet)
        #expect(again?.hasNoLength == true && again?.wireLength == made.count - Self.ethernet)
        #expect(Array(made.suffix(content.count)) == content)
    }

    @Test("are written of packets up to 1 MiB", arguments: [(1 << 20, true), (1 << 20 + 1, false)], [false, true])
    func longest(_ packet: (length: Int, isRewritten: Bool), isSix: Bool) throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50021, isSix: isSix)
        talk.send(.client, Array("abc".utf8), &network)
        let bytes = try #require(network.packets.first { $0.hasPayload }).bytes
        let found = PacketPlace(bytes.span, .ethernet)
        let place = try #require(found)
        let content = [UInt8](repeating: 0x62, count: packet.length - (bytes.count - 3 - place.internet))
        let segment = PacketRewriter.NewSegment(sequence: 1, acknowledgment: 1, length: content.count)
        var rewriter = PacketRewriter(AddressMap(key: PseudonymKey(.ofTests)))
        let isRewritten = rewriter.rewrite(bytes.span, place, segment, content.span) { _ in nil }
        #expect(isRewritten == packet.isRewritten)
    }

    @Test("keep nothing of the field for a hardware address that is no part of one")
    func linuxCooked() {
        var rewriter = PacketRewriter(AddressMap(key: PseudonymKey(.ofTests)))
        let address: [UInt8] = [2, 0, 0, 0, 0, 1, 0xBE, 0xEF]
        let ip: [UInt8] = [0x45, 0, 0, 20, 0, 0, 0x40, 0, 64, 132, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
        for link in [LinkType.linuxSLL, .linuxSLL2] {
            let isNewer = link == .linuxSLL2
            let head: [UInt8] =
                isNewer ? [8, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 6] + address : [0, 0, 0, 1, 0, 6] + address + [8, 0]
            let bytes = head + ip
            rewriter.cut(bytes.span, link, originalLength: bytes.count)
            let place = isNewer ? 18 : 12
            #expect(rewriter.made.count == bytes.count)
            #expect(Array(rewriter.made[place..<place + 2]) == [0, 0])
        }
    }
}
