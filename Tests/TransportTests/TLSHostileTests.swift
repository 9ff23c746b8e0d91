import TLSRecording
import TestSupport
import Testing
import Transport
import WireFormat

@Suite("TLS decoding survives any bytes")
struct TLSHostileTests {
    /// The lengths of beginnings of a stream: all from shortly before each record to the first bytes of its content, in
    /// the content itself every 17th.
    private static func cuts(_ bytes: [UInt8]) -> [Int] {
        var lengths = Set(stride(from: 0, to: bytes.count, by: 17))
        var record = 0
        while record + 5 <= bytes.count {
            lengths.formUnion(max(0, record - 2)...record + 7)
            record += 5 + Int(bytes[record + 3]) << 8 + Int(bytes[record + 4])
        }
        return lengths.filter { $0 < bytes.count }.sorted()
    }

    @Test("every cut of a session gives a beginning of its plaintext", arguments: TLSRecorded.all)
    func cuts(_ wire: TLSWire) throws {
        let secrets = try TLSPlayer(keys: wire.keys).secrets
        for fromClient in [true, false] {
            let bytes = wire.stream(fromClient: fromClient)
            let other = Array(wire.stream(fromClient: !fromClient).prefix(2000))
            let expected = fromClient ? wire.client : wire.server
            for count in Self.cuts(bytes) {
                var player = TLSPlayer(secrets: secrets)
                // The cut direction first, so that the other one may have to wait for it.
                player.add(Array(bytes[..<count]), fromClient: fromClient)
                player.add(other, fromClient: !fromClient)
                player.finish()
                let plaintext = fromClient ? player.client : player.server
                guard !expected.starts(with: plaintext) || player.taken[fromClient ? 0 : 1] > count else { continue }
                Issue.record("\(wire.name), \(count) bytes of the \(fromClient ? "client" : "server")")
            }
        }
    }

    @Test("changed bytes never give other plaintext than was sent", arguments: TLSRecorded.all, [1, 2])
    func mutations(_ wire: TLSWire, _ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let early = wire.name.contains("early")
        for _ in 0..<60 {
            var player = try TLSPlayer(keys: wire.keys)
            let target = random.below(wire.flights.count)
            for (index, flight) in wire.flights.enumerated() {
                var bytes = flight.bytes
                if index == target {
                    for _ in 0...random.below(4) {
                        let place = random.below(bytes.count)
                        switch random.below(4) {
                        case 0: bytes[place] ^= UInt8(1 << random.below(8))
                        case 1: bytes[place] = UInt8(random.below(256))
                        case 2: bytes.insert(UInt8(random.below(256)), at: place)
                        default: if bytes.count > 1 { bytes.remove(at: place) }
                        }
                    }
                }
                player.add(bytes, fromClient: flight.fromClient)
            }
            player.finish()
            // Early data may turn into refused early data when the server's word is changed.
            if !early { #expect(wire.client.starts(with: player.client)) }
            #expect(wire.server.starts(with: player.server))
        }
    }

    @Test("random bytes behind random heads, with holes", arguments: [1, 2, 3, 4] as [UInt64])
    func noise(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let wires = TLSRecorded.all
        for _ in 0..<150 {
            let wire = wires[random.below(wires.count)]
            var player = try TLSPlayer(keys: wire.keys)
            for _ in 0..<12 {
                let fromClient = random.below(2) == 0
                switch random.below(6) {
                case 0: player.gap(length: random.below(3) == 0 ? nil : random.below(3000), fromClient: fromClient)
                case 1:
                    let count = random.below(200)
                    let head: [UInt8] = [UInt8(20 + random.below(5)), 3, 3, 0, UInt8(count)]
                    player.add(head + (0..<count).map { _ in UInt8(random.below(256)) }, fromClient: fromClient)
                case 2:
                    player.add((0..<random.below(60)).map { _ in UInt8(random.below(256)) }, fromClient: fromClient)
                default:
                    let flight = wire.flights[random.below(wire.flights.count)]
                    player.add(flight.bytes, fromClient: flight.fromClient)
                }
                #expect(player.pendingCount(fromClient: fromClient) < 40_000)
            }
            player.finish()
        }
    }

    @Test("hellos whose lengths lie give an error or a hello, at every place")
    func helloLengths() throws {
        for wire in [try TLSRecorded.session("RFC 8448 simple handshake"), try TLSRecorded.session("1.2 resumed")] {
            for flight in 0..<2 {
                for place in 9..<wire.flights[flight].bytes.count {
                    for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                        var player = try TLSPlayer(keys: wire.keys)
                        for (index, part) in wire.flights.enumerated() {
                            var bytes = part.bytes
                            if index == flight { bytes[place] = value }
                            player.add(bytes, fromClient: part.fromClient)
                        }
                        player.finish()
                        #expect(wire.client.starts(with: player.client))
                    }
                }
            }
        }
    }

    @Test("fifty thousand small records in one piece are all taken")
    func smallRecords() throws {
        // Alerts in the open, before any hello, are the cheapest records to send.
        let alerts = [[UInt8]](repeating: [21, 3, 3, 0, 2, 1, 90], count: 50_000).flatMap { $0 }
        var player = try TLSPlayer(keys: "")
        player.add(alerts, fromClient: false)
        #expect(player.alerts.count == 50_000)
    }
}
