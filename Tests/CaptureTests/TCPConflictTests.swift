import Capture
import TestSupport
import Testing
import WireFormat

/// Repetitions that hold other bytes than what they repeat.
@Suite struct TCPConflictTests {
    let talk = Talk()

    private func connection(_ packets: [TCPPacket], limits: CaptureLimits = CaptureLimits()) throws
        -> Reassembly.Connection
    {
        try #require(try Reassembly(talk.handshake + packets, limits: limits).only)
    }

    @Test("a repetition with other bytes is told with both, and the first count")
    func told() throws {
        let packets = [talk.request(0, "hello world"), talk.answer(0, "", seen: 11), talk.request(4, "o WORLD!")]
        let connection = try connection(packets)
        #expect(connection.text(side: .first) == "hello world!")
        try #require(connection.conflicts.count == 1)
        let (conflict, offset) = connection.conflicts[0]
        #expect(offset == 6)
        #expect(conflict.length == 5)
        #expect(conflict.earlier.bytes == Array("world".utf8))
        #expect(conflict.later.bytes == Array("WORLD".utf8))
        #expect(conflict.packet == 6)
        #expect(conflict.side == .first)
    }

    @Test("so is one of bytes that came early, once the hole before them is filled", arguments: [1, 3])
    func afterHole(_ fillers: Int) throws {
        var packets = [talk.request(12, "EVIL")]
        for part in 0..<fillers {
            packets.append(talk.request(12 * part / fillers, [UInt8](repeating: 97, count: 12 / fillers)))
        }
        packets += [talk.request(12, "good"), talk.request(16, "more")]
        let connection = try connection(packets)
        #expect(connection.text(side: .first) == String(repeating: "a", count: 12) + "EVILmore")
        #expect(connection.conflicts.map(\.offset) == [12])
        #expect(connection.conflicts.first?.conflict.earlier.bytes == Array("EVIL".utf8))
        #expect(connection.conflicts.first?.conflict.later.bytes == Array("good".utf8))
    }

    @Test("the stretch reaches from the first byte that differs to the last, and eight of them are shown")
    func stretch() throws {
        let connection = try connection([talk.request(0, "0123456789abcdef"), talk.request(0, "01X3456789abcdYf")])
        let (conflict, offset) = try #require(connection.conflicts.first)
        #expect(offset == 2)
        #expect(conflict.length == 13)
        #expect(conflict.earlier.bytes == Array("23456789".utf8))
        #expect(conflict.later.bytes == Array("X3456789".utf8))
    }

    @Test("data in a SYN begin behind its number, also where they come again", arguments: ["abcd", "abXd"])
    func synData(_ again: String) throws {
        var syn = talk.syn
        syn.payload = Array("abcd".utf8)
        let result = try Reassembly([syn, talk.synAck, talk.request(0, again), talk.request(4, "more", seen: 0)])
        let connection = try #require(result.only)
        #expect(connection.text(side: .first) == "abcdmore")
        #expect(connection.conflicts.map(\.offset) == (again == "abcd" ? [] : [2]))
    }

    @Test("the bytes of one connection are never held against those of another one")
    func otherConnections() throws {
        // Both were joined in the middle, and count alike; the second one's first bytes lie behind the first one's.
        let other = Talk(client: Host(address: [10, 0, 0, 9], port: 40000))
        let result = try Reassembly([
            talk.request(0, "aaaa"), other.request(4, "bbbb"), other.request(0, "cccc"), other.request(4, "bbbb"),
        ])
        #expect(result.counts.flows == 2)
        #expect(result.counts.conflictingSegments == 0)
    }

    @Test("each place of a stream holds what came first, whatever overlaps it and in which order it is read")
    func firstWins() throws {
        var random = SeededRandom(11)
        for round in 0..<200 {
            let length = 4 + random.below(40)
            var packets: [TCPPacket] = []
            var expected: [UInt8?] = Array(repeating: nil, count: length)
            for _ in 0..<1 + random.below(12) {
                let start = random.below(length)
                let bytes = random.bytes(1 + random.below(length - start))
                packets.append(talk.request(start, bytes))
                for (index, byte) in bytes.enumerated() where expected[start + index] == nil {
                    expected[start + index] = byte
                }
            }
            let connection = try #require(try Reassembly(talk.handshake + packets).only)
            #expect(connection.stream(side: .first) == expected.compactMap { $0 }, "round \(round)")
            // Holes and bytes are where they should be.
            var offset = 0
            for item in connection.items {
                switch item {
                case .bytes(let bytes, _):
                    #expect(Array(expected[offset..<offset + bytes.count]) == bytes)
                    offset += bytes.count
                case .gap(let place, let count, _):
                    #expect(place == offset)
                    #expect(expected[offset..<offset + count].allSatisfy { $0 == nil })
                    offset += count
                case .end: break
                }
            }
        }
    }

    @Test("a conflict is told whether or not its bytes had come up, and between blocks of a capture")
    func waiting() throws {
        let packets = [talk.request(3, "def"), talk.request(3, "dXf"), talk.request(0, "abc")]
        let held = try connection(packets)
        #expect(held.conflicts.map(\.offset) == [4])
        #expect(held.text(side: .first) == "abcdef")
        // Every packet in a block of its own.
        let file = Reassembly.capture(talk.handshake + packets)
        let piped = try #require(try Reassembly(CaptureInput.pipe(file, chunks: [1])).only)
        #expect(piped.conflicts.map(\.offset) == [4])
        #expect(piped.conflicts.map(\.conflict.earlier) == held.conflicts.map(\.conflict.earlier))
    }

    @Test("equal repetitions, keep-alives and resets are no conflicts")
    func none() throws {
        let connection = try connection([
            talk.request(0, "abcdef"), talk.request(0, "abcdef"), talk.request(2, "cdefgh"), talk.request(7, [0]),
            talk.request(8, "XX", flags: TCPPacket.rst), talk.request(8, "ij"), talk.answer(0, "abcdef", seen: 10),
        ])
        #expect(connection.conflicts.isEmpty)
        #expect(connection.text(side: .first) == "abcdefghij")
    }

    @Test("the same numbers of another connection on the same ports are no conflict")
    func reuse() throws {
        let old = talk
        let packets =
            old.handshake + [
                old.request(0, "old"), old.request(3, "", flags: TCPPacket.fin | TCPPacket.ack),
                old.answer(0, "", seen: 4, flags: TCPPacket.fin | TCPPacket.ack),
            ]
        var new = talk
        new.clientStart &+= 1
        let result = try Reassembly(packets + new.handshake + [new.request(0, "new")])
        #expect(result.counts.flows == 2)
        #expect(result.counts.conflictingSegments == 0)
    }

    @Test("a late segment after a stray one does not hide what the stream held before")
    func afterStrayAndLate() throws {
        let packets = [
            talk.request(10, "hello"), talk.answer(0, "yes", seen: 15), talk.request(15 + 32 << 20, "far"),
            talk.request(8, "ab"), talk.request(10, "hELLo"),
        ]
        let connection = try #require(try Reassembly(packets).only)
        #expect(connection.conflicts.map(\.conflict.earlier.bytes) == [Array("ell".utf8)])
    }

    @Test("what is further back than the limit is not compared", arguments: [(1000, true), (100_000, false)])
    func reach(_ between: Int, _ isFound: Bool) throws {
        var limits = CaptureLimits()
        limits.repetitionBytes = 50_000
        var packets = [talk.request(0, "first")]
        for index in 0..<(between / 1000) {
            packets.append(talk.request(5 + index * 1000, Array(repeating: 1, count: 1000)))
        }
        packets.append(talk.request(0, "FIRST"))
        #expect(try connection(packets, limits: limits).conflicts.isEmpty != isFound)
        for chunk in [100, 5000] {
            let file = Reassembly.capture(talk.handshake + packets)
            let piped = try #require(try Reassembly(CaptureInput.pipe(file, chunks: [chunk]), limits: limits).only)
            #expect(piped.conflicts.isEmpty != isFound)
        }
    }

    @Test("in long random exchanges with some repetitions falsified, just these are told", arguments: UInt64(0)..<20)
    func random(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let stream = random.bytes(20_000)
        var packets: [TCPPacket] = []
        var falsified = 0
        var offset = 0
        while offset < stream.count {
            let end = min(stream.count, offset + 1 + random.below(300))
            packets.append(talk.request(offset, Array(stream[offset..<end])))
            offset = end
            guard random.below(3) == 0, offset > 2 else { continue }
            let start = max(0, offset - 2 - random.below(1500))
            var again = Array(stream[start..<min(offset, start + 2 + random.below(400))])
            if random.below(2) == 0 {
                again[random.below(again.count)] ^= 0x55
                falsified += 1
            }
            packets.append(talk.request(start, again))
        }
        let connection = try connection(packets)
        #expect(connection.stream(side: .first) == stream)
        #expect(connection.conflicts.count == falsified)
    }
}
