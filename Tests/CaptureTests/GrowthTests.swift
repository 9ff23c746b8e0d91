import Capture
import Testing
import WireFormat

/// Work that grows with the packets and not with their square.
@Suite struct GrowthTests {
    /// Steps in the tables, for captures of n, 4n and 16n packets.
    private func steps(_ make: (Int) -> [[UInt8]], limits: CaptureLimits = CaptureLimits()) throws -> [Int] {
        try [1, 4, 16].map { factor in
            var file = PcapFile(link: 101)
            for (index, packet) in make(500 * factor).enumerated() {
                file.add(packet, seconds: UInt32(index / 100), fraction: UInt32(index % 100 * 10_000))
            }
            var segments = SegmentReader(limits: limits)
            var reader = try CaptureInput.file(file.bytes)
            while let block = try reader.next() { _ = segments.read(block) { _, _ in } }
            #expect(segments.counts.packets == 500 * factor)
            return segments.tableSteps
        }
    }

    private func host(_ number: Int) -> Host {
        Host(address: [10, UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)], port: 40000)
    }

    /// Four times the packets take at most five times the work; what a table costs once is left out.
    private func isLinear(_ steps: [Int]) -> Bool {
        zip(steps, steps.dropFirst()).allSatisfy { $1 <= 5 * $0 + 40_000 }
    }

    @Test("connections that are open, that close, and that make room for others")
    func connections() throws {
        let end = TCPPacket.fin | TCPPacket.ack
        var few = CaptureLimits()
        few.flows = 256
        for limits in [CaptureLimits(), few] {
            let open = try steps(
                { count in (0..<count).map { TCPPacket(from: host($0), payload: [1]).internet } },
                limits: limits
            )
            #expect(isLinear(open), "\(open)")
            let closed = try steps(
                { count in
                    (0..<count).map { index in
                        let talk = Talk(client: host(index / 2))
                        return (index % 2 == 0 ? talk.request(0, "a", flags: end) : talk.answer(0, "b", flags: end))
                            .internet
                    }
                },
                limits: limits
            )
            #expect(isLinear(closed), "\(closed)")
        }
    }

    @Test("connections with the same ends, each with numbers of its own")
    func kin() throws {
        let same = try steps { count in
            (0..<count).map { index in
                let place = UInt32(truncatingIfNeeded: index)
                return TCPPacket(sequence: place &* 0x1357_9BDF, acknowledgment: place &* 0x2468_ACE1, payload: [1])
                    .internet
            }
        }
        #expect(isLinear(same), "\(same)")
    }

    @Test("a connection that is reset and goes on, again and again")
    func resets() throws {
        let talk = Talk()
        let steps = try steps { count in
            (0..<count).map { index in
                let flags = index % 2 == 0 ? TCPPacket.ack : TCPPacket.rst | TCPPacket.ack
                return talk.request(index / 2, index % 2 == 0 ? "a" : "", flags: flags).internet
            }
        }
        #expect(isLinear(steps), "\(steps)")
    }

    @Test("datagrams of which fragments are missing, also of more than may wait")
    func fragments() throws {
        var few = CaptureLimits()
        few.fragmentDatagrams = 100
        for limits in [CaptureLimits(), few] {
            let steps = try steps(
                { count in
                    (0..<count).map { index in
                        let data = [UInt8](repeating: 1, count: 16)
                        return IPPacket.fragment(
                            TCPPacket(),
                            data,
                            offset: index % 2 * 16,
                            isLast: false,
                            number: UInt32(index / 2)
                        )
                    }
                },
                limits: limits
            )
            #expect(isLinear(steps), "\(steps)")
        }
    }

    @Test("a datagram of many small fragments is put together with work that fits its length")
    func smallFragments() throws {
        var processed: [Int] = []
        for size in [64, 16, 8] {
            let packet = TCPPacket(payload: [UInt8](repeating: 7, count: 8000))
            var file = PcapFile(link: 101)
            for fragment in IPPacket.fragments(packet, size: size).reversed() { file.add(fragment) }
            let result = try Reassembly(file.bytes)
            #expect(result.only?.stream(side: .first).count == 8000)
            processed.append(result.steps)
        }
        #expect(processed[2] <= 16 * processed[0] + 1000, "\(processed)")
    }

    @Test("work on fragments counts as work, beside that on connections")
    func fragmentsCount() throws {
        let packets = (0..<200).flatMap { index in
            [
                IPPacket.fragment(
                    TCPPacket(),
                    [UInt8](repeating: 1, count: 16),
                    offset: 16,
                    isLast: false,
                    number: UInt32(index)
                )
            ]
        }
        let made = try steps { count in (0..<count).map { packets[$0 % packets.count] } }
        #expect(made.allSatisfy { $0 > 0 }, "\(made)")
    }
}
