import Capture
import TestSupport
import Testing
import WireFormat

/// A random exchange between two ends, and the packets it may look like.
struct RandomExchange {
    private var random: SeededRandom
    private(set) var talk = Talk()
    /// What was said, in turns; the client begins.
    private(set) var turns: [(bytes: [UInt8], fromClient: Bool)] = []
    /// The packets after the handshake, in order.
    private(set) var packets: [TCPPacket] = []

    /// - Parameter repeats: whether there are repetitions that are cut otherwise than what they repeat.
    init(seed: UInt64, repeats: Bool = true) {
        random = SeededRandom(seed)
        talk.clientStart = UInt32(truncatingIfNeeded: random.next())
        talk.serverStart = seed % 3 == 0 ? .max - UInt32(random.below(200)) : UInt32(truncatingIfNeeded: random.next())
        var sent: [Bool: [UInt8]] = [true: [], false: []]
        for turn in 0..<2 + random.below(8) {
            let fromClient = turn % 2 == 0
            let bytes = random.bytes(1 + random.below(120))
            let before = sent[fromClient]?.count ?? 0
            let all = (sent[fromClient] ?? []) + bytes
            let seen = sent[!fromClient]?.count ?? 0
            var offset = before
            while offset < all.count {
                let end = min(all.count, offset + 1 + random.below(40))
                packets.append(packet(fromClient, offset, Array(all[offset..<end]), seen))
                offset = end
            }
            // A repetition of any part of what was sent, cut anywhere.
            if repeats, random.below(2) == 0 {
                let start = random.below(all.count)
                let end = start + 1 + random.below(all.count - start)
                packets.append(packet(fromClient, start, Array(all[start..<end]), seen))
            }
            sent[fromClient] = all
            turns.append((bytes, fromClient))
        }
        let counts = (client: sent[true]?.count ?? 0, server: sent[false]?.count ?? 0)
        let end = TCPPacket.fin | TCPPacket.ack
        packets.append(talk.request(counts.client, "", seen: counts.server, flags: end))
        packets.append(talk.answer(counts.server, "", seen: counts.client + 1, flags: end))
    }

    func stream(fromClient: Bool) -> [UInt8] { turns.filter { $0.fromClient == fromClient }.flatMap(\.bytes) }

    private func packet(_ fromClient: Bool, _ offset: Int, _ bytes: [UInt8], _ seen: Int) -> TCPPacket {
        fromClient ? talk.request(offset, bytes, seen: seen) : talk.answer(offset, bytes, seen: seen)
    }

    /// The packets with some of them twice, each moved by up to `window` places.
    mutating func disturbed(_ packets: [TCPPacket], window: Int) -> [TCPPacket] {
        let doubled = packets.flatMap { random.below(4) == 0 ? [$0, $0] : [$0] }
        let keys = doubled.indices.map { $0 + random.below(window + 1) }
        return doubled.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { doubled[$0] }
    }
}

/// What holds for every exchange.
@Suite struct TCPPropertyTests {
    @Test("segments cut, moved and doubled give the turns of the exchange", arguments: UInt64(0)..<150)
    func turns(_ seed: UInt64) throws {
        var exchange = RandomExchange(seed: seed, repeats: false)
        let expected = turns(exchange)
        for window in [0, 3, 12, 60] {
            let packets = exchange.talk.handshake + exchange.disturbed(exchange.packets, window: window)
            #expect(try Reassembly(packets).only?.items == expected, "moved by up to \(window)")
        }
    }

    // A repetition acknowledges more than what it repeats did. Where it comes first, what it acknowledges may itself wait
    // for it: then the order between the directions is lost, but neither stream.
    @Test("with repetitions cut otherwise, near to their places, too; far from them, still both streams")
    func repetitions() throws {
        for seed: UInt64 in 0..<150 {
            var exchange = RandomExchange(seed: seed)
            let expected = turns(exchange)
            for window in [0, 3, 12, 60] {
                let packets = exchange.talk.handshake + exchange.disturbed(exchange.packets, window: window)
                let connection = try #require(try Reassembly(packets).only)
                if window <= 3 { #expect(connection.items == expected, "seed \(seed), moved by up to \(window)") }
                #expect(connection.stream(side: .first) == exchange.stream(fromClient: true))
                #expect(connection.stream(side: .second) == exchange.stream(fromClient: false))
                #expect(connection.gaps.isEmpty && connection.ends.count == 2)
            }
        }
    }

    private func turns(_ exchange: RandomExchange) -> [Reassembly.Item] {
        exchange.turns.map { Reassembly.Item.bytes($0.bytes, side: $0.fromClient ? .first : .second) }
            + [.end(side: .first), .end(side: .second)]
    }

    @Test("the streams do not depend on where the handshake comes", arguments: UInt64(1000)..<1100)
    func handshake(_ seed: UInt64) throws {
        var exchange = RandomExchange(seed: seed)
        let packets = exchange.disturbed(exchange.talk.handshake + exchange.packets, window: 3)
        let connection = try #require(try Reassembly(packets).only)
        let client = connection.flow.first.port == Host.client.port ? FlowSide.first : .second
        #expect(connection.stream(side: client) == exchange.stream(fromClient: true))
        #expect(connection.stream(side: client.other) == exchange.stream(fromClient: false))
        #expect(connection.gaps.isEmpty)
        #expect(connection.ends.count == 2)
    }

    @Test("with packets lost, bytes and holes together are as long as the stream and right", arguments: UInt64(0)..<150)
    func losses(_ seed: UInt64) throws {
        var exchange = RandomExchange(seed: seed)
        var random = SeededRandom(seed &+ 77)
        var kept = exchange.disturbed(exchange.packets, window: 5).filter {
            $0.flags & TCPPacket.fin != 0 || random.below(4) > 0
        }
        kept = exchange.talk.handshake + kept
        let connection = try #require(try Reassembly(kept).only)
        for side in [FlowSide.first, .second] {
            let whole = exchange.stream(fromClient: side == .first)
            var offset = 0
            for item in connection.items {
                switch item {
                case .bytes(let bytes, side):
                    #expect(Array(whole.dropFirst(offset).prefix(bytes.count)) == bytes)
                    offset += bytes.count
                case .gap(let place, let length, side):
                    #expect(place == offset && length > 0)
                    offset += length
                default: break
                }
            }
            #expect(offset == whole.count)
        }
        #expect(connection.ends.count == 2)
    }

    @Test("random segments of every kind neither trap nor wait for ever", arguments: UInt64(0)..<60)
    func noise(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let near = seed % 2 == 0
        var file = PcapFile()
        for _ in 0..<300 {
            let isClient = random.below(2) == 0
            let packet = TCPPacket(
                from: isClient ? .client : .server,
                to: isClient ? .server : .client,
                sequence: near ? UInt32(random.below(60)) &- 20 : UInt32(truncatingIfNeeded: random.next()),
                acknowledgment: near ? UInt32(random.below(60)) &- 20 : UInt32(truncatingIfNeeded: random.next()),
                flags: UInt8(random.below(8) == 0 ? random.below(64) : 16),
                payload: random.bytes(random.below(12))
            )
            let frame = packet.ethernet
            let cut = random.below(4) == 0 ? random.below(packet.payload.count + 1) : 0
            file.add(Array(frame.dropLast(cut)), seconds: UInt32(random.below(50)), original: frame.count)
        }
        var limits = CaptureLimits()
        limits.outOfOrderSegments = 10 + random.below(50)
        let result = try Reassembly(file.bytes, limits: limits)
        for connection in result.connections {
            // Every delivery takes something: none is empty, and there are no more than the packets allow.
            #expect(connection.steps <= 4 * connection.segments.count + 10)
            for item in connection.items {
                switch item {
                case .bytes(let bytes, _): #expect(!bytes.isEmpty)
                case .gap(_, let length, _): #expect(length > 0)
                case .end: break
                }
            }
            for side in [FlowSide.first, .second] {
                let own = connection.items.filter { item in
                    switch item {
                    case .bytes(_, side), .gap(_, _, side), .end(side): true
                    default: false
                    }
                }
                #expect(!own.dropLast().contains(.end(side: side)), "nothing follows an end")
            }
        }
    }
}
