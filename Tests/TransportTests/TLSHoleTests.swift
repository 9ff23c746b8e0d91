import TLSRecording
import TestSupport
import Testing
import Transport
import WireFormat

@Suite("TLS after a hole in a stream")
struct TLSHoleTests {
    /// Early data and renegotiation have their own order, which a hole in it cannot keep.
    private static let sessions = (TLSRecorded.tls12 + TLSRecorded.tls13).filter { wire in
        !wire.name.contains("early") && !wire.name.contains("renegotiation")
    }

    /// The records of the client and what each adds to its plaintext, by decrypting the whole session.
    private func parts(_ wire: TLSWire) throws -> [(range: Range<Int>, plaintext: [UInt8])] {
        let bytes = wire.stream(fromClient: true)
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.stream(fromClient: false), fromClient: false)
        return wire.records(fromClient: true).map { range in
            let before = player.client.count
            player.add(Array(bytes[range]), fromClient: true)
            return (range, Array(player.client[before...]))
        }
    }

    /// Plays a session of which the bytes of `hole` are missing in the client's stream.
    private func play(_ wire: TLSWire, without hole: Range<Int>, length: Int?, piece: Int = 7) throws -> TLSPlayer {
        let bytes = wire.stream(fromClient: true)
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.flights[0].bytes, fromClient: true)
        player.add(wire.stream(fromClient: false), fromClient: false)
        player.add(Array(bytes[wire.flights[0].bytes.count..<hole.lowerBound]), fromClient: true)
        player.gap(length: length, fromClient: true)
        var offset = hole.upperBound
        while offset < bytes.count {
            let end = min(offset + piece, bytes.count)
            player.add(Array(bytes[offset..<end]), fromClient: true)
            offset = end
        }
        player.finish()
        return player
    }

    @Test(
        "a whole record, or several, may be missing",
        arguments: sessions,
        [true, false]
    )
    func records(_ wire: TLSWire, _ isLengthKnown: Bool) throws {
        let parts = try parts(wire)
        // The hello is needed; everything after it may be lost.
        for first in parts.indices.dropFirst() where parts[first].range.lowerBound >= wire.flights[0].bytes.count {
            for last in first..<parts.count {
                let hole = parts[first].range.lowerBound..<parts[last].range.upperBound
                let player = try play(wire, without: hole, length: isLengthKnown ? hole.count : nil)
                let expected = (parts[..<first] + parts[(last + 1)...]).flatMap(\.plaintext)
                #expect(Hex.encode(player.client) == Hex.encode(expected), "\(wire.name) \(first)...\(last)")
                #expect(player.reasons == [])
                #expect(player.server.count == wire.server.count)
            }
        }
    }

    @Test("the ChangeCipherSpec behind a hole is a record, and not passed over", arguments: sessions)
    func changeCipherSpec(_ wire: TLSWire) throws {
        let bytes = wire.stream(fromClient: true)
        let records = wire.records(fromClient: true)
        for (before, record) in zip(records, records.dropFirst())
        where bytes[record.lowerBound] == 20 && before.lowerBound >= wire.flights[0].bytes.count {
            let player = try play(wire, without: before, length: nil)
            #expect(player.skipped == [0, 0])
            #expect(player.client == wire.client)
        }
    }

    @Test("a hole inside a record loses that record only", arguments: sessions)
    func insideRecord(_ wire: TLSWire) throws {
        let parts = try parts(wire)
        for (index, part) in parts.enumerated() where part.range.lowerBound >= wire.flights[0].bytes.count {
            guard part.range.count > 12 else { continue }
            let hole = part.range.lowerBound + 6..<part.range.upperBound - 3
            let player = try play(wire, without: hole, length: hole.count)
            let expected = (parts[..<index] + parts[(index + 1)...]).flatMap(\.plaintext)
            #expect(Hex.encode(player.client) == Hex.encode(expected), "\(wire.name) \(index)")
            #expect(player.reasons == [])
        }
    }

    @Test("a hole of any place and length loses no record but those that it touches", arguments: [1, 2, 3])
    func anywhere(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        for name in ["1.3 TLS_CHACHA20_POLY1305_SHA256", "1.2 ECDHE-ECDSA-AES128-SHA256 MAC then encrypt"] {
            let wire = try TLSRecorded.session(name)
            let parts = try parts(wire)
            let start = wire.flights[0].bytes.count
            let end = wire.stream(fromClient: true).count
            for _ in 0..<60 {
                let lower = start + random.below(end - start)
                let hole = lower..<lower + 1 + random.below(end - lower)
                let isLengthKnown = random.below(2) == 0
                let player = try play(wire, without: hole, length: isLengthKnown ? hole.count : nil)
                let expected = parts.filter { !$0.range.overlaps(hole) }.flatMap(\.plaintext)
                #expect(Hex.encode(player.client) == Hex.encode(expected), "\(name) \(hole)")
                #expect(player.reasons == [])
                #expect(player.taken[0] + hole.count == end)
            }
        }
    }

    @Test(
        "a hole in the client's hello is bridged behind its random; otherwise the handshake is not in the capture",
        arguments: sessions,
        [true, false]
    )
    func hello(_ wire: TLSWire, _ isLengthKnown: Bool) throws {
        let bytes = wire.stream(fromClient: true)
        // The random follows the heads of record and message, and the version.
        for (place, isBridged) in [(20, false), (42, false), (43, true), (100, true)] {
            var player = try TLSPlayer(keys: wire.keys)
            player.add(Array(bytes[..<place]), fromClient: true)
            player.gap(length: isLengthKnown ? 20 : nil, fromClient: true)
            player.add(Array(bytes[(place + 20)..<wire.flights[0].bytes.count]), fromClient: true)
            player.add(wire.stream(fromClient: false), fromClient: false)
            player.add(Array(bytes[wire.flights[0].bytes.count...]), fromClient: true)
            player.finish()
            #expect(player.reasons == (isBridged ? [] : [.handshakeNotCaptured]), "\(wire.name) \(place)")
            #expect(Hex.encode(player.client) == (isBridged ? Hex.encode(wire.client) : ""), "\(wire.name) \(place)")
            #expect(Hex.encode(player.server) == (isBridged ? Hex.encode(wire.server) : ""), "\(wire.name) \(place)")
        }
    }

    @Test("a hole in the server's handshake is bridged in both versions")
    func serverHandshake() throws {
        for name in ["1.3 TLS_AES_256_GCM_SHA384", "1.2 ECDHE-ECDSA-AES256-GCM-SHA384", "1.2 resumed"] {
            let wire = try TLSRecorded.session(name)
            let records = wire.records(fromClient: false)
            let bytes = wire.stream(fromClient: false)
            let firstData = try #require(records.last { _ in true }).lowerBound
            for end in records.dropFirst().map(\.lowerBound) where end <= firstData {
                var player = try TLSPlayer(keys: wire.keys)
                player.add(wire.stream(fromClient: true), fromClient: true)
                player.add(Array(bytes[records[0]]), fromClient: false)
                player.gap(length: nil, fromClient: false)
                player.add(Array(bytes[end...]), fromClient: false)
                player.finish()
                #expect(player.reasons == [], "\(name) \(end)")
                #expect(Hex.encode(player.client) == Hex.encode(wire.client))
                #expect(wire.server.suffix(player.server.count) == player.server[...], "\(name) \(end)")
                if end == records[1].lowerBound { #expect(player.server == wire.server) }
            }
        }
    }

    @Test("a hole behind the ServerHello in one record", arguments: [true, false])
    func coalesced(_ isLengthKnown: Bool) throws {
        let wire = try TLSRecorded.session("1.2 ECDHE-ECDSA-AES256-GCM-SHA384")
        let records = wire.records(fromClient: false)
        let bytes = wire.stream(fromClient: false)
        // The ServerHello and the messages after it, up to ServerHelloDone, as one record.
        let messages = records.prefix(4).flatMap { Array(bytes[$0].dropFirst(5)) }
        let one = [22, 3, 3, UInt8(messages.count >> 8), UInt8(messages.count & 0xFF)] + messages
        let cut = records[0].count + 40
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.stream(fromClient: true), fromClient: true)
        player.add(Array(one[..<cut]), fromClient: false)
        player.gap(length: isLengthKnown ? 100 : nil, fromClient: false)
        player.add(Array(one[(cut + 100)...] + bytes[records[4].lowerBound...]), fromClient: false)
        player.finish()
        #expect(player.reasons == [])
        #expect(player.client == wire.client)
        #expect(player.server == wire.server)
    }

    @Test("behind a hole no record is authentic, and few come: the end tells the reason", arguments: sessions)
    func toldAtEnd(_ wire: TLSWire) throws {
        let bytes = wire.stream(fromClient: true)
        let records = wire.records(fromClient: true)
        let lost = records[records.count - 2]
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.flights[0].bytes, fromClient: true)
        player.add(wire.stream(fromClient: false), fromClient: false)
        player.add(Array(bytes[wire.flights[0].bytes.count..<lost.lowerBound]), fromClient: true)
        player.gap(length: lost.count, fromClient: true)
        player.add(Array(bytes[lost.upperBound...].dropLast()) + [bytes[bytes.count - 1] ^ 1], fromClient: true)
        #expect(player.reasons == [], "\(wire.name)")
        player.finish()
        #expect(player.reasons == [.holeNotBridged(from: .client)], "\(wire.name)")
    }

    @Test("too many lost records: the direction ends with the reason, after bounded work")
    func tooFar() throws {
        let wire = try TLSRecorded.session("1.3 TLS_AES_128_GCM_SHA256")
        var player = try TLSPlayer(keys: wire.keys)
        player.add(wire.flights[0].bytes, fromClient: true)
        player.add(wire.flights[1].bytes, fromClient: false)
        player.gap(length: nil, fromClient: true)
        // Record heads one within the other, none of them true.
        let bait = [[UInt8]](repeating: [23, 3, 3, 0, 32, 0], count: 30_000).flatMap { $0 }
        player.add(bait, fromClient: true)
        player.finish()
        #expect(player.reasons == [.holeNotBridged(from: .client)])
        #expect(player.client == [])
    }
}
