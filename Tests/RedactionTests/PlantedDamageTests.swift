import Capture
import Crypto
import Inspection
import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Damaged captures")
struct PlantedDamageTests {
    /// What a network or a capture does to packets.
    enum Damage: CaseIterable, Sendable { case repeated, reordered, lost, cutOff }

    private static func damaged(_ packets: [TestNetwork.Packet], _ damage: Damage) -> [UInt8] {
        var packets = packets
        switch damage {
        case .repeated:
            for index in stride(from: packets.count - 5, to: 6, by: -7) {
                packets.insert(packets[index], at: index + 3)
            }
        case .reordered:
            for index in stride(from: 8, to: packets.count - 6, by: 5) { packets.swapAt(index, index + 1) }
        case .lost:
            let late = packets.indices.filter { packets[$0].hasPayload }.dropFirst(20).first ?? 0
            packets.remove(at: late)
        case .cutOff: return Array(TestNetwork.pcap(packets).dropLast(30))
        }
        // Places keep their times.
        let times = packets.map(\.time).sorted()
        for index in packets.indices { packets[index].time = times[index] }
        return TestNetwork.pcap(packets)
    }

    /// Each packet's direction, flags and length of payload up to a packet's cutting; and how far its number is from the one before.
    private static func order(_ capture: [UInt8]) throws -> [String] {
        var reader = try RedactionTests.Run.reader(over: capture)
        var lines: [String] = []
        var last: [UInt16: UInt32] = [:]
        while let block = try reader.next() {
            for packet in block.packets {
                let bytes = Array(block.bytes[packet.start..<packet.start + packet.capturedLength])
                let port = UInt16(bytes[34]) << 8 | UInt16(bytes[35])
                let number = PacketRewriter.word(bytes, 38)
                let step = Int64(number) - Int64(last[port] ?? number)
                last[port] = number
                lines.append("\(packet.time) \(port) \(bytes[47]) \(step.signum())")
            }
        }
        return lines
    }

    @Test("keep what was repeated, reordered, lost or cut off in its place", arguments: Damage.allCases)
    func damage(_ damage: Damage) async throws {
        let planter = Planter()
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50010)
        talk.segmentSize = 600
        let rongCloud = PlantedRongCloud(planter: planter)
        try rongCloud.webSocket(
            &talk,
            &network,
            rongCloud.topics(.v4).suffix(30) + rongCloud.unknown(),
            version: "4.2.0",
            frames: 3
        )
        let capture = Self.damaged(network.packets, damage)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        #expect(try Self.order(capture) == Self.order(run.bytes))
        if Tool.python { #expect(try Tool.find(planter.values, in: run.bytes) == "") }
        let before = try await PlantedCaptureTests.shape(RedactionTests.events(capture))
        let after = try await PlantedCaptureTests.shape(RedactionTests.events(run.bytes))
        let first = zip(before, after).first { $0 != $1 }
        #expect(before.count == after.count && first == nil, "\(first?.0 ?? "") became \(first?.1 ?? "")")
        guard Tool.tshark else { return }
        let old = try Tool.complaints(RedactionTests.Run.asPcapng(capture))
        let new = try Tool.complaints(run.bytes)
        #expect(new.subtracting(old) == [])
    }

    /// Three packets with payload are lost, and of the units as many are behind them as before them.
    private static func thinned(_ packets: [TestNetwork.Packet], from turn: Int) -> [TestNetwork.Packet] {
        let full = packets.indices.filter { packets[$0].hasPayload }
        let lost = Set((1...3).map { full[min(full.count - 1, full.count * $0 / 4 + turn)] })
        return packets.indices.filter { !lost.contains($0) }.map { packets[$0] }
    }

    /// Each form with one turn, and one of each kind of stream with all three.
    private static let thinnedForms = PlantedCaptureTests.forms.enumerated().flatMap { index, form in
        (0..<3).filter { streams.contains(form) || $0 == index % 3 }.map { (form, $0) }
    }

    @Test("go on behind bytes that are lost", arguments: thinnedForms)
    func holes(_ form: PlantedCaptureTests.Form, turn: Int) async throws {
        var planted = try PlantedCaptureTests.make(form)
        planted.packets = Self.thinned(planted.packets, from: turn)
        // A record that is lost may hold the answer to the switch: then tshark reads the plain frames as HTTP, as below.
        try await Self.checkWhole(planted, asksTshark: !form.isTLS)
    }

    @Test(
        "are redacted where only one end was captured",
        arguments: streams + [.rongCloudTCPGivenKey, .leanCloudOlder],
        [true, false]
    )
    func oneEnd(_ form: PlantedCaptureTests.Form, isClient: Bool) async throws {
        // Without the client's frames nobody knows the key.
        if !isClient, form == .rongCloudTCP || form == .rongCloudTCPPlain { return }
        var planted = try PlantedCaptureTests.make(form)
        planted.packets.removeAll { Self.isFromClient($0) != isClient }
        // Without the answer to the switch tshark reads frames as HTTP, and finds damage in them by chance.
        try await Self.checkWhole(planted, asksTshark: false)
    }

    /// Clients have the higher port.
    private static func isFromClient(_ packet: TestNetwork.Packet) -> Bool {
        let place = packet.bytes[12] == 0x86 ? 14 + 40 : 14 + 20
        let ports = packet.bytes[place..<place + 4].map { Int($0) }
        return ports[0] << 8 | ports[1] > ports[2] << 8 | ports[3]
    }

    /// Redacts a capture, of which no connection may be cut and no event be another one.
    private static func checkWhole(_ planted: PlantedCaptureTests.Planted, asksTshark: Bool = true) async throws {
        let (key, keyLog) = (planted.obfuscationKey, planted.keyLog)
        let run = try await RedactionTests.Run(planted.pcap, keyLog: keyLog, obfuscationKey: key)
        if Tool.python { #expect(try Tool.find(planted.values, in: run.bytes) == "") }
        #expect(run.report.cutFlows.map(\.reason) == [])
        let events = try await RedactionTests.events(planted.pcap, keyLog: keyLog, obfuscationKey: key)
        let before = PlantedCaptureTests.shape(events)
        let newKey = run.report.obfuscationKey
        #expect((newKey == nil) == (key == nil))
        let after = try await PlantedCaptureTests.shape(RedactionTests.events(run.bytes, obfuscationKey: newKey))
        let first = zip(before, after).first { $0 != $1 }
        #expect(before.count == after.count && first == nil, "\(first?.0 ?? "") became \(first?.1 ?? "")")
        guard asksTshark, Tool.tshark else { return }
        let old = try Tool.complaints(RedactionTests.Run.asPcapng(planted.pcap))
        let new = try Tool.complaints(run.bytes)
        #expect(new.subtracting(old) == [])
    }

    /// After some packets with payload comes a copy of each with other bytes in the middle.
    private static func contradicted(_ packets: [TestNetwork.Packet]) -> [TestNetwork.Packet] {
        let full = packets.indices.filter { packets[$0].hasPayload }
        let copied = Set((1...4).map { full[full.count * $0 / 5] })
        return packets.indices.flatMap { index in
            guard copied.contains(index) else { return [packets[index]] }
            var copy = packets[index]
            copy.time += 1
            let start = 14 + 20 + 20
            let length = copy.bytes.count - start
            for place in start + length / 3...start + length / 2 { copy.bytes[place] ^= 0x15 }
            return [packets[index], copy]
        }
    }

    /// One of each kind of stream.
    private static let streams: [PlantedCaptureTests.Form] = PlantedCaptureTests.forms.filter {
        [
            .rongCloudWebSocket, .rongCloudDeflate, .rongCloudTCP, .rongCloudPolling, .rongCloudTLS, .leanCloudProtobuf,
            .nimPolling,
        ].contains($0)
    }

    @Test("keep that packets repeat bytes with others", arguments: streams)
    func contradictions(_ form: PlantedCaptureTests.Form) async throws {
        var planted = try PlantedCaptureTests.make(form)
        planted.packets = Self.contradicted(planted.packets)
        let (key, keyLog) = (planted.obfuscationKey, planted.keyLog)
        let run = try await RedactionTests.Run(planted.pcap, keyLog: keyLog, obfuscationKey: key)
        if Tool.python { #expect(try Tool.find(planted.values, in: run.bytes) == "") }
        #expect(run.report.cutFlows.map(\.reason) == [])
        let events = try await RedactionTests.events(planted.pcap, keyLog: keyLog, obfuscationKey: key)
        let redacted = try await RedactionTests.events(run.bytes)
        #expect(PlantedCaptureTests.shape(events) == PlantedCaptureTests.shape(redacted))
        let codes = { (events: [JSONValue]) in
            events.flatMap { $0["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? [] }
        }
        #expect(codes(events).contains("conflicting-bytes"))
        #expect(codes(events) == codes(redacted))
    }

    @Test("replace what stands behind the version in a line that lost its end")
    func damagedLine() async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50013)
        talk.send(.client, Array("GET /navi.js?appId=a HTTP/1.1\rXHost: lin.example\r\n\r\n".utf8), &network)
        talk.send(.server, Array("HTTP/1.1 200 OK\rX-User: lin_mei_7\r\nContent-Length: 2\r\n\r\n{}".utf8), &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.rewrittenPackets > 0)
        for value in ["lin.example", "lin_mei_7"] {
            #expect(!run.bytes.contains(Array(value.utf8)), "\(value)")
        }
    }

    @Test("rewrite a content that is not JSON, or has more levels than the decoder reads, as such a content")
    func unreadContents() async throws {
        let levels = String(repeating: "[", count: JSONLimits().depth + 1)
        let contents = [("good morning, lin mei", "content-json"), (levels + "lin mei", "content-limit")]
        for (content, code) in contents {
            var network = TestNetwork()
            var talk = TestConnection(&network, port: 50016)
            talk.upgrade("/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal", .none, [], &network)
            try talk.publish("RC:TxtMsg", bytes: Array(content.utf8), &network)
            talk.end(&network)
            let run = try await RedactionTests.Run(network.pcap)
            #expect(run.report.cutFlows.isEmpty, "\(code)")
            #expect(!run.bytes.contains(Array("lin mei".utf8)), "\(code)")
            let diagnostics = try await RedactionTests.events(run.bytes).compactMap { $0["diagnostics"]?[0]?["code"] }
            #expect(diagnostics == [.string(JSONString(code))])
        }
    }

    @Test("cut a connection where a frame says that it is longer than anything, also within a message")
    func longestLength() async throws {
        for isWithin in [false, true] {
            var network = TestNetwork()
            var talk = TestConnection(&network, port: 50014)
            talk.upgrade(
                "/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal",
                subprotocol: nil,
                .none,
                [],
                &network
            )
            talk.send(.client, [0x82, 0x82, 0, 0, 0, 0, 0xC0, 0], &network)
            let part: [UInt8] = isWithin ? [0x02, 0x81, 0, 0, 0, 0, 0x32] : []
            let head = [isWithin ? 0x80 : 0x82, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 6) + [0xF1]
            talk.send(.client, part + head + [0, 0, 0, 0, 1, 2, 3], &network)
            talk.end(&network)
            let run = try await RedactionTests.Run(network.pcap)
            #expect(run.report.cutFlows.map(\.reason) == ["a WebSocket frame that is too long"], "\(isWithin)")
        }
    }

    @Test("cut a connection where a message comes in more frames than can be kept, and not before", arguments: [8, 40])
    func manyFrames(_ frames: Int) throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50015)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal", subprotocol: nil, .none, [], &network)
        // A control frame comes between any two of them.
        talk.message(.client, [0xC0, 0], frames: frames, &network)
        talk.end(&network)
        var limits = Limits()
        limits.transport.messageFrames = 8
        let pseudonyms = Pseudonyms(key: .ofTests)
        let rewriting = StreamRewriting(try RedactionContext(LeafReplacer(pseudonyms), limits: limits))
        var reader = try RedactionTests.Run.reader(over: network.pcap)
        try rewriting.run(&reader, [1: .rongCloud])
        let flow = try #require(rewriting.flows[1])
        #expect(flow.reason == (frames > 8 ? "a WebSocket message in too many frames" : nil))
        #expect((rewriting.context.cutBytes > 0) == (frames > 8))
    }

    @Test("cut connections that hold back the most, if all together hold back too much", arguments: [40_000, 200_000])
    func unfinished(_ limit: Int) throws {
        var network = TestNetwork()
        let target = "/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal"
        var talks: [TestConnection] = []
        for number in 0..<40 {
            var talk = TestConnection(&network, port: UInt16(51000 + number))
            talk.upgrade(target, subprotocol: nil, .none, [], &network)
            talks.append(talk)
        }
        // The first 2000 bytes of a frame of 3008.
        let frame: [UInt8] = [0x82, 0xFE, 0x0B, 0xB8, 0, 0, 0, 0, 0x32] + [UInt8](repeating: 0, count: 1991)
        for place in talks.indices { talks[place].send(.client, frame, &network) }
        for place in talks.indices { talks[place].end(&network) }
        var limits = Limits()
        limits.transport.frameBytes = 4000
        limits.unfinishedBytesInAll = limit
        let pseudonyms = Pseudonyms(key: .ofTests)
        let rewriting = StreamRewriting(try RedactionContext(LeafReplacer(pseudonyms), limits: limits))
        var reader = try RedactionTests.Run.reader(over: network.pcap)
        try rewriting.run(&reader, Dictionary(uniqueKeysWithValues: (1...40).map { ($0, .rongCloud) }))
        let reason = "all connections together hold back as much as the limit allows"
        let cut = rewriting.flows.values.count { $0.reason == reason }
        // Each holds 2000 bytes, so twenty have room, and one more before it is noticed.
        #expect(limit < 80_000 ? (19..<40).contains(cut) : cut == 0)
        #expect(rewriting.context.unfinished.held == 0)
    }

    /// Headers of the PROXY protocol, and what they may not say afterwards.
    private static let headers: [([UInt8], [UInt8])] = {
        let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10] + Array("QUIT\n".utf8)
        return [
            (Array("PROXY TCP4 203.0.113.77 198.51.100.2 50001 80\r\n".utf8), Array("203.0.113.77".utf8)),
            (Array("PROXY TCP6 2001:db8:5::77 2001:db8::2 50001 80\r\n".utf8), Array("2001:db8:5::77".utf8)),
            (Array("PROXY UNKNOWN hidden\r\n".utf8), Array("hidden".utf8)),
            (
                signature + [0x21, 0x11, 0, 12, 203, 0, 113, 77, 198, 51, 100, 2, 0xC3, 0x51, 0, 80],
                [203, 0, 113, 77, 198]
            ),
            (
                signature + [0x21, 0x11, 0, 21, 203, 0, 113, 77, 198, 51, 100, 2, 0xC3, 0x51, 0, 80, 2, 0, 6]
                    + Array("hidden".utf8), Array("hidden".utf8)
            ),
        ]
    }()

    @Test("rewrite a connection behind the header of a reverse proxy, and replace what it says", arguments: headers)
    func proxyHeader(_ header: [UInt8], _ secret: [UInt8]) async throws {
        let planter = Planter()
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50011)
        talk.send(.client, header, &network)
        let rongCloud = PlantedRongCloud(planter: planter)
        try rongCloud.webSocket(&talk, &network, Array(rongCloud.topics(.v4).prefix(8)), version: "4.2.0")
        let capture = TestNetwork.pcap(network.packets)
        let events = try await RedactionTests.events(capture)
        #expect(events.count > 8)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.isEmpty)
        #expect(try await RedactionTests.events(run.bytes).count == events.count)
        #expect(run.bytes.indices.allSatisfy { !run.bytes[$0...].starts(with: secret) })
    }

    @Test("rewrite a connection through a SOCKS proxy, and replace the password for it", arguments: [true, false])
    func proxy(_ isTCPForm: Bool) async throws {
        let planter = Planter()
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50011)
        talk.send(.client, [5, 1, 2], &network)
        talk.send(.server, [5, 2], &network)
        talk.send(.client, Array("\u{1}\u{2}me\u{6}hidden".utf8), &network)
        talk.send(.server, [1, 0], &network)
        talk.send(.client, [5, 1, 0, 1, 10, 0, 0, 2, 0, 80], &network)
        talk.send(.server, [5, 0, 0, 1, 0, 0, 0, 0, 0, 0], &network)
        let rongCloud = PlantedRongCloud(planter: planter)
        let units = Array(rongCloud.topics(.v4).prefix(8))
        if isTCPForm {
            try rongCloud.tcp(&talk, &network, units, key: ObfuscationKey(Array(1...8)))
        } else {
            try rongCloud.webSocket(&talk, &network, units, version: "4.2.0")
        }
        let capture = TestNetwork.pcap(network.packets)
        let events = try await RedactionTests.events(capture)
        #expect(events.count > 8)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.isEmpty)
        #expect(try await RedactionTests.events(run.bytes).count == events.count)
        #expect(run.bytes.indices.allSatisfy { !run.bytes[$0...].starts(with: Array("hidden".utf8)) })
    }
}
