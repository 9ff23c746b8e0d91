import TestSupport
import Testing
import WireFormat

@testable import Capture

/// What happens at the limits, and what it costs to get there.
@Suite struct TCPLimitTests {
    let talk = Talk()

    private func host(_ number: Int) -> Host {
        Host(address: [10, 1, UInt8(number >> 8), UInt8(number & 255)], port: 40000)
    }

    @Test("each limit that is reached is told with the hole that was given up for it")
    func told() throws {
        var limits = CaptureLimits()
        limits.outOfOrderSegments = 4
        let segments = talk.handshake + (0..<5).map { talk.request(3 + $0, "x") }
        let bySegments = try #require(try Reassembly(segments, limits: limits, finishes: false).only)
        #expect(bySegments.notices.map(\.notice) == [.limit(.segments)])
        #expect(bySegments.gaps == [.gap(offset: 0, length: 3, side: .first)])
        limits.outOfOrderSegments = 100
        limits.outOfOrderBytes = 4
        let byBytes = try #require(try Reassembly(segments, limits: limits, finishes: false).only)
        #expect(byBytes.notices.map(\.notice) == [.limit(.bytes)])
        #expect(byBytes.gaps == [.gap(offset: 0, length: 3, side: .first)])
        // At the end of a capture no limit is to blame.
        #expect(try Reassembly(segments).only?.notices.isEmpty == true)
    }

    @Test("workers share the limit of what is held back in all", arguments: [(0, 1000), (1, 1000), (4, 250)])
    func shares(_ workers: Int, _ share: Int) {
        var limits = CaptureLimits()
        limits.outOfOrderBytesInAll = 1000
        var context = ReassemblyContext(limits: limits, workers: workers)
        context.change(cost: share, steps: 0)
        #expect(!context.isOverLimit)
        context.change(cost: 1, steps: 0)
        #expect(context.isOverLimit)
    }

    @Test("all connections together hold no more than their limit; those that hold most give up first")
    func inAll() throws {
        var limits = CaptureLimits()
        limits.outOfOrderBytesInAll = 200_000
        var packets: [TCPPacket] = []
        let small = Talk(client: host(0))
        packets += small.handshake + [small.request(3, "late")]
        for number in 1...30 {
            let talk = Talk(client: host(number))
            packets += talk.handshake
            for index in 0..<20 {
                packets.append(talk.request(5 + index * 1000, Array(repeating: UInt8(number), count: 1000)))
            }
        }
        packets.append(small.request(0, "so "))
        let result = try Reassembly(packets, limits: limits)
        #expect(result.largestCost <= 200_000 + 2000)
        #expect(result.heldCost == 0)
        // The one that held little was left alone, and its hole was filled.
        #expect(result.connections[0].text(side: .first) == "so late")
        #expect(result.connections[0].notices.isEmpty)
        #expect(result.connections.contains { $0.notices.contains { $0.notice == .limit(.bytesInAll) } })
        for connection in result.connections.dropFirst() {
            #expect(connection.stream(side: .first).count == 20_000)
            #expect(connection.gaps == [.gap(offset: 0, length: 5, side: .first)])
        }
    }

    /// Orders of the same segments that make work, by name.
    private static func patterns(_ count: Int) -> [(String, [TCPPacket])] {
        let talk = Talk()
        var random = SeededRandom(5)
        let inOrder = (0..<count).map { talk.request($0 * 2, "ab") }
        let keys = inOrder.map { _ in random.next() }
        let shuffled = inOrder.indices.sorted { keys[$0] < keys[$1] }.map { inOrder[$0] }
        let even = inOrder.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        let odd = inOrder.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let text = Array(repeating: UInt8(97), count: 1000)
        return [
            ("backwards", inOrder.reversed()),
            ("random", shuffled),
            ("all behind one hole", Array(inOrder.dropFirst())),
            ("every other one missing", even),
            ("every other one late", even + odd),
            ("every other one late and backwards", odd.reversed() + even.reversed()),
            ("each one twice", inOrder.flatMap { [$0, $0] }),
            ("one repeated for ever", Array(repeating: talk.request(9, "x"), count: count)),
            ("single bytes behind a hole", (0..<count).map { talk.request(5 + $0, "x") }),
            ("single bytes backwards", (0..<count).reversed().map { talk.request($0, "x") }),
            ("long ones over single bytes", odd + (0..<count / 4).map { talk.request($0, text) }),
            ("each repeats the one before and adds a byte", (0..<count).map { talk.request($0, text) }),
            ("each repeats the one before, backwards", (0..<count).reversed().map { talk.request(1 + $0, text) }),
            ("answers to requests not seen", (0..<count).map { talk.answer($0, "x", seen: $0 * 7 + 7) }),
            (
                "both wait for each other",
                (0..<count).map {
                    $0 % 2 == 0 ? talk.request($0, "x", seen: $0 + 3) : talk.answer($0, "x", seen: $0 + 3)
                }
            ),
            ("far ahead, each further", (0..<count).map { talk.request($0 * 100_000, "x") }),
            ("without SYN, backwards", inOrder.reversed()),
        ]
    }

    @Test("work grows with the packets and their bytes, not with a square, for segments in the worst orders")
    func cost() throws {
        var limits = CaptureLimits()
        limits.outOfOrderSegments = 100_000
        for (small, large) in zip(Self.patterns(1500), Self.patterns(6000)) {
            var steps: [Int] = []
            for (name, packets) in [small, large] {
                let all = name.hasPrefix("without SYN") ? packets : talk.handshake + packets
                let result = try Reassembly(all, limits: limits)
                let bytes = packets.reduce(0) { $0 + $1.payload.count }
                #expect(result.steps <= 100 * packets.count + 2 * bytes + 1000, "\(name): \(result.steps) steps")
                #expect(
                    result.comparisonSteps <= 300 * packets.count + bytes,
                    "\(name): \(result.comparisonSteps) steps of comparison"
                )
                steps.append(result.steps)
            }
            // Four times the packets: not much more than four times the work.
            #expect(steps[1] <= 6 * steps[0] + 1000, "\(small.0): \(steps)")
        }
    }

    @Test("a connection in order takes less than 300 bytes, and nothing else")
    func size() throws {
        #expect(MemoryLayout<TCPConnection>.size <= 300)
        let packets = talk.handshake + (0..<100).map { talk.request($0, "x") }
        #expect(try Reassembly(packets, finishes: false).largestCost == 0)
    }

    @Test("keys that meet in one place of a table do not meet in another's")
    func flooding() {
        // Differences that a multiplication by any odd number leaves alone, and others that are easy to choose.
        let keys = (0..<4096).map { number -> FlowKey in
            let bits = UInt64(number)
            return FlowKey(
                lowAddressHigh: bits << 52,
                lowAddressLow: bits << 40 ^ bits << 8,
                highAddressHigh: bits << 63 ^ bits << 32,
                highAddressLow: bits << 20,
                ports: bits << 16 ^ 1 << 56
            )
        }
        var places: [[UInt64]] = []
        for seed: UInt64 in 1...8 {
            var random = SplitMix64(seed: seed)
            let hash = FlowHash(seededBy: &random)
            let mixed = keys.map { hash.mix($0) }
            // As many keys as places: in a random table the fullest place has at most a dozen.
            for shift: UInt64 in [52, 0] {
                var load = Array(repeating: 0, count: 4096)
                for value in mixed { load[Int(value >> shift & 4095)] += 1 }
                #expect(load.max() ?? 0 <= 12)
            }
            places.append(mixed.map { $0 >> 52 })
        }
        for index in 1..<places.count {
            let same = zip(places[0], places[index]).count { $0 == $1 }
            #expect(same < 64, "two tables put keys in the same places")
        }
    }
}
