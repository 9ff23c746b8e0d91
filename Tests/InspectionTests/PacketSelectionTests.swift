import Capture
import Inspection
import RongCloud
import Testing
import Transport
import WireFormat

@Suite("Packets of chosen connections")
struct PacketSelectionTests {
    /// Ethernet frames of a segment in IP fragments of so many bytes.
    private static func fragments(_ segment: TestSegment, size: Int, number: UInt16) -> [[UInt8]] {
        let packet = segment.packet
        let data = packet[20...]
        return stride(from: 0, to: data.count, by: size).map { start in
            let end = min(data.count, start + size)
            var header = Array(packet[..<20])
            header.replaceSubrange(2..<4, with: bigEndian(UInt16(20 + end - start)))
            header.replaceSubrange(4..<6, with: bigEndian(number))
            header.replaceSubrange(6..<8, with: bigEndian(UInt16(start / 8) | (end == data.count ? 0 : 0x2000)))
            return [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0] + header + data[(20 + start)..<(20 + end)]
        }
    }

    private static func capture(_ frames: [[UInt8]]) -> [UInt8] {
        var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0]
        for (index, frame) in frames.enumerated() {
            for number in [1_795_000_000, UInt32(index), UInt32(frame.count), UInt32(frame.count)] {
                file += littleEndian(number)
            }
            file += frame
        }
        return file
    }

    /// The copy of what a filter chooses.
    private func copy(_ capture: [UInt8], _ filter: String, _ scope: PacketSelection.Scope) async throws -> (
        Int, [UInt8]
    ) {
        let decoded = try await Decoded(capture) { decoder in
            decoder.filter = try? EventFilter(filter)
            decoder.selects = scope
        }
        let selection = try #require(decoded.outcome.selection)
        let copier = try CaptureCopier(
            descriptor: Decoded.file(of: capture),
            closesDescriptor: true,
            keepsSecrets: true
        )
        var bytes: [UInt8] = []
        let (packets, omissions) = try selection.copy(
            copier,
            application: "a test",
            secrets: TLSSecrets(),
            limits: CaptureLimits(),
            to: { bytes += Array(copying: $0) }
        )
        #expect(omissions.notices.isEmpty)
        return (packets, bytes)
    }

    @Test(
        "whole connections have all fragments, those of their handshake too, and none of others",
        arguments: [24, 64, 200]
    )
    func fragments(_ size: Int) async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(
            .client,
            Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#))
        )
        talk.frame(.server, Bytes.pubAck(id: 1))
        talk.close()
        var other = Talk(port: 50002)
        other.frame(.server, Bytes.connAck(user: "eve"))
        other.close()
        var frames: [[UInt8]] = []
        var own = 0
        var number: UInt16 = 0
        for (index, segment) in talk.segments.enumerated() {
            number += 1
            let parts = Self.fragments(segment, size: size, number: number)
            frames += parts.reversed()
            own += parts.count
            guard index < other.segments.count else { continue }
            number += 1
            frames += Self.fragments(other.segments[index], size: size, number: number)
        }
        let filter = #"frame.type == "PUBLISH""#
        let (packets, bytes) = try await copy(Self.capture(frames), filter, .wholeFlows)
        #expect(packets == own)
        let expected = try await Decoded(CaptureFile.write(talk.segments)).events().map(\.type)
        #expect(try await Decoded(bytes).events().map(\.type) == expected)
        // The packets of the events alone are fewer.
        let (fewer, _) = try await copy(Self.capture(frames), filter, .events)
        #expect((1..<own).contains(fewer))
    }

    // MARK: What is said

    @Test("every reason for which packets were passed over is a sentence with its count")
    func notices() async throws {
        func ip(_ number: UInt8, _ data: [UInt8]) -> [UInt8] {
            var header: [UInt8] = [0x45, 0] + bigEndian(UInt16(20 + data.count)) + [0, 1, 0, 0, 64, number, 0, 0]
            header += [10, 0, 0, 1, 10, 0, 0, 2]
            return [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0] + header + data
        }
        func udp(_ port: UInt16, _ data: [UInt8]) -> [UInt8] {
            ip(17, bigEndian(UInt16(40000)) + bigEndian(port) + bigEndian(UInt16(8 + data.count)) + [0, 0] + data)
        }
        let address: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]
        let cases: [(frame: [UInt8], sentence: String)] = [
            (udp(53, [1, 2, 3, 4]), "packets were not read: 2 UDP (port 53)"),
            (ip(1, [8, 0, 0, 0]), "packets were not read: 2 ICMP"),
            (address + [8, 6, 0, 1], "packets were not read: 2 ARP"),
            (ip(132, [1, 2, 3, 4]), "packets were not read: 2 other protocols over IP"),
            (address + [0x88, 0xCC, 0, 1], "packets were not read: 2 other protocols (EtherType 0x88CC LLDP)"),
            (ip(50, [1, 2, 3, 4]), "packets are encrypted by IPsec (ESP) and were not read"),
            (udp(51820, [4, 0, 0, 0]), "packets to or from port 51820 look like a WireGuard tunnel and were not read"),
            (ip(115, [1, 2, 3, 4]), "packets are in an L2TP tunnel, which is not followed"),
            (udp(3544, [1, 2, 3, 4]), "packets are in a Teredo tunnel, which is not followed"),
            (ip(47, [0x40, 0, 8, 0]), "packets are in a GRE tunnel of a form that is not followed"),
            (
                udp(2152, [0x30, 0xFF, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0]),
                "packets are in a GTP-U tunnel and hold no IP packet that can be read"
            ),
            (
                address + Array(repeatElement([0x81, 0, 0, 7] as [UInt8], count: 40).joined()),
                "packets have more headers inside one another than are followed"
            ),
            (ip(6, [1, 2, 3]), "packets end inside a header or contradict themselves and were not read"),
        ]
        for (frame, sentence) in cases {
            let counts = try await Decoded(Self.capture([frame, frame])).outcome.capture.counts
            #expect(counts.notices == ["2 \(sentence)"])
        }
        let all = try await Decoded(Self.capture(cases.map(\.frame))).outcome.capture.counts
        let plain = "1 UDP (port 53), 1 ICMP, 1 ARP, 1 other protocol over IP, 1 other protocol (EtherType 0x88CC LLDP)"
        #expect(all.notices.contains("5 packets were not read: \(plain)"))
        #expect(all.notices.contains("1 packet is encrypted by IPsec (ESP) and was not read"))
        #expect(all.notices.contains("1 packet ends inside a header or contradicts itself and was not read"))
        #expect(!all.notices.contains { $0.hasPrefix("1 packets ") })
        // The most frequent ports are named, and others are not kept from the reader.
        let ports = [5, 7, 7, 9, 11, 13, 15, 17].map { udp($0, [1]) }
        let several = try await Decoded(Self.capture(ports)).outcome.capture.counts
        #expect(several.notices == ["8 packets were not read: 8 UDP (ports 7, 5, 9, 11, 13, 15, others)"])
        // Nothing is said of packets that were read.
        #expect(try await Decoded(Talk().segments).outcome.capture.counts.notices.isEmpty)
    }

    @Test("times that cannot be told are said")
    func times() async throws {
        var talk = Talk()
        talk.time = 0
        let file = CaptureFile.write(talk.segments, .pcapng)
        // The first packet's time: its upper half lies behind the section, the interface, and the block's head.
        let start = 28 + 20 + 12
        let broken = file[..<start] + [0xFF, 0xFF, 0xFF, 0xFF] + file[(start + 4)...]
        let notes = try await Decoded(Array(broken)).outcome.capture.notes
        #expect(notes.clampedTimes == 1)
        #expect(notes.notices.count == 1)
        #expect(notes.notices.first?.hasPrefix("1 packet has a time before 1970 or after 2262") == true)
        #expect(try await Decoded(file).outcome.capture.notes.notices.isEmpty)
    }
}
