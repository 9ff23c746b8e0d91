import Capture
import Foundation
import Reporting
import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("check on captures as they come")
struct CheckCaptureTests {
    private static let clean = CheckSimulation().talk.segments

    @Test("the bundled captures have no finding of severity error", arguments: Bundled.allCases)
    func bundled(_ capture: Bundled) async throws {
        let outcome = try await check(try capture.capture())
        #expect(outcome.report.count(.error) == 0)
        // Both were recorded without encryption, of a server that makes its UIDs up.
        #expect(outcome.findings.map(\.rule) == ["token-in-clear", "message-uid-time"])
    }

    /// What there is to find in the other recordings and constructed captures; of those that are not named, nothing.
    private static let expected: [String: [String]] = [
        // Recorded without encryption, of a server that makes its UIDs up: their times lie between 1970 and 2107.
        "rongcloud-web-v2-chat.pcap": ["token-in-clear", "message-uid-time"],
        "rongcloud-web-v4-chat.pcap": ["token-in-clear", "message-uid-time"],
        "rongcloud-polling-chat.pcap": ["token-in-clear", "message-uid-time"],
        "rongcloud-tls-chat-dsb.pcapng": ["message-uid-time"],
        // Its message "not in this room yet" is refused with 23406 before joinChrm; typing has no other flags than 16.
        "rongcloud-tcp-chat.pcap": ["token-in-clear", "chatroom-not-joined", "message-flags"],
        "mixed-systems.pcap": ["token-in-clear", "message-uid-time", "yc-type-unknown", "yc-type-unknown"],
        "yc-polling.pcap": ["yc-type-unknown", "yc-type-unknown"],
    ]

    @Test("every bundled capture has the findings that are true of it, and no other")
    func everyCapture() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Bundled.directory.path)
            .filter { $0.contains(".pcap") }
        #expect(names.count >= 15)
        for name in names {
            let findings = try await check(try Bundled.file(name), name: name).report.findings
            #expect(findings.map(\.rule.id) == Self.expected[name] ?? [], "\(name): \(findings.map(\.line))")
        }
    }

    @Test("every connection that carried something and was not followed is named, with the reason")
    func notices() async throws {
        let chatroom = try await check(try Bundled.file("nim-web-chatroom.pcap")).report
        #expect(chatroom.notices.map(\.flow) == [1])
        #expect(chatroom.notices.allSatisfy { $0.text.hasPrefix("not followed: ") })
        let encrypted = try await check(try Bundled.tls.capture()).report
        #expect(encrypted.notices.map(\.flow) == [1, 2, 3])
        #expect(chatroom.noticesLeftOut == 0 && encrypted.noticesLeftOut == 0)
    }

    @Test("a capture that begins in the middle of a session is not judged for what came before")
    func joined() async throws {
        for start in stride(from: 1, to: Self.clean.count, by: 3) {
            let found = try await check(Array(Self.clean[start...])).findings
            #expect(found == [], "from packet \(start)")
        }
    }

    @Test("a capture that ends in the middle of a session is not judged for what comes after")
    func cut() async throws {
        for end in stride(from: 1, to: Self.clean.count, by: 3) {
            let found = try await check(Array(Self.clean[..<end])).findings
            #expect(found == [], "up to packet \(end)")
        }
    }

    @Test(
        "of a capture that holds one direction only, nothing is said about the other",
        arguments: [UInt16(50001), 80]
    )
    func oneDirection(_ port: UInt16) async throws {
        for fault in [nil, CheckSimulation.Fault.notifyWithoutPull, .ackWithoutPublish] {
            let segments = CheckSimulation(fault).talk.segments.filter { $0.source.port == port }
            let found = try await check(segments).findings
            #expect(found == [])
        }
    }

    /// Captures whose sessions have much to pair, and the rules that find something in one direction of them, too.
    private static let directions = [
        "leancloud-deflate-chat.pcap", "leancloud-protobuf-chat.pcap", "leancloud-json-chat.pcap",
        "nim-web-chatroom.pcap", "nim-polling-chat.pcap", "rongcloud-tcp-chat.pcap",
    ]

    @Test("of one direction of a recording no more is said than of both", arguments: directions, [true, false])
    func oneDirection(of name: String, isClient: Bool) async throws {
        // Without its request, the switch of this one tells nobody's frames.
        if name == "leancloud-deflate-chat.pcap", !isClient { return }
        let segments = CaptureFile.read(try Bundled.file(name)).segments
        let servers = Set(segments.filter { $0.flags & 0x12 == TestSegment.syn }.map(\.destination))
        let half = segments.filter { servers.contains($0.source) != isClient }
        #expect(!half.isEmpty && half.count < segments.count)
        let found = try await check(half).report.findings.map(\.rule.id)
        #expect(Set(found).isSubset(of: Self.expected[name] ?? []), "\(found)")
    }

    @Test(
        "what comes before an end is first heard is not held against it",
        arguments: directions + ["rongcloud-web-v4-chat.pcap"],
        [true, false]
    )
    func late(_ name: String, isClient: Bool) async throws {
        // The TCP form's key is in what is missing, and the switch of the other one tells nobody's frames.
        if isClient, name == "rongcloud-tcp-chat.pcap" || name == "leancloud-deflate-chat.pcap" { return }
        let segments = CaptureFile.read(try Bundled.file(name)).segments
        let servers = Set(segments.filter { $0.flags & 0x12 == TestSegment.syn }.map(\.destination))
        let own = segments.indices.filter { servers.contains(segments[$0].source) != isClient }
        for count in stride(from: 1, to: own.count, by: 3) {
            let lost = Set(own.prefix(count))
            let late = segments.indices.filter { !lost.contains($0) }.map { segments[$0] }
            let found = try await check(late).report.findings.map(\.rule.id)
            #expect(Set(found).isSubset(of: Self.expected[name] ?? []), "without the first \(count): \(found)")
        }
    }

    @Test("a message of many packets that is cut off by the end or by a hole is held against nobody")
    func cutFrames() async throws {
        let content = #"{"content":""# + String(repeating: "x", count: 9000) + #""}"#
        var talk = CheckTalk()
        talk.connAck()
        talk.message(1, Bytes.upStream("RC:TxtMsg", content))
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        talk.close()
        #expect(talk.segments.count > 15)
        for index in talk.segments.indices {
            var holed = talk.segments
            holed.remove(at: index)
            let withHole = try await check(holed).findings
            #expect(withHole == [], "without packet \(index)")
            let start = try await check(Array(talk.segments[..<index])).findings
            #expect(start == [], "up to packet \(index)")
        }
    }

    @Test("a packet that the capture lacks is held against nobody")
    func holes() async throws {
        for lost in stride(from: 0, to: Self.clean.count, by: 2) {
            var segments = Self.clean
            segments.remove(at: lost)
            let found = try await check(segments).findings
            #expect(found == [], "without packet \(lost)")
        }
    }

    @Test("packets that come out of order, or twice, change nothing", arguments: 1...32)
    func disorder(_ seed: Int) async throws {
        var random = Seeded(seed)
        var delayed = Self.clean
        // A packet takes a millisecond in these captures, so that one delayed by more comes after its followers.
        for index in delayed.indices { delayed[index].time += Int64(random.below(4)) * 1_000_000 }
        delayed.sort { $0.time < $1.time }
        #expect(delayed.map(\.sequence) != Self.clean.map(\.sequence))
        let found = try await check(Resegmenting.repeated(delayed, &random)).findings
        #expect(found == [])
    }

    @Test("sessions at the same time are judged apart")
    func interleaved() async throws {
        let first = CheckSimulation(port: 50001).talk.segments
        let second = CheckSimulation(.publishUnacknowledged, port: 50002).talk.segments
        let merged = (first + second).sorted { $0.time < $1.time }
        let outcome = try await check(merged)
        let finding = try #require(outcome.report.findings.first)
        #expect(outcome.findings.map(\.rule) == ["publish-unacknowledged"])
        guard case .events(_, let flow, let numbers, _) = finding.place else {
            Issue.record("a finding of a capture names its events")
            return
        }
        #expect(flow == 2)
        let event = try await Decoded(merged).events().first { $0.number == Int64(numbers[0]) }
        #expect(event?.json["flow"]?.int64 == 2)
        #expect(event?.frame["messageId"]?.int64 == 43)
    }

    @Test("sessions beyond the limit are judged when they make room, and memory stays bounded")
    func manySessions() async throws {
        var segments: [TestSegment] = []
        var last: CheckTalk?
        var expected: [CheckFinding] = []
        for port in UInt16(40000)..<40040 {
            var talk = CheckTalk(port: port, after: last)
            talk.connAck()
            talk.send(.client, [0xC0])
            talk.send(.server, [0xD0])
            expected.append(CheckFinding("ack-without-publish", [talk.pubAck(9)]))
            talk.close()
            segments += talk.segments
            last = talk
        }
        var limits = CheckLimits()
        limits.sessions = 4
        #expect(try await findings(segments, limits) == expected)
        limits.findings = 10
        #expect(try await findings(segments, limits).count == 10)
    }

    @Test("a rule that is broken without end is reported up to the limit, and the rest is counted")
    func flood() async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        for id in UInt16(1)...150 { talk.pubAck(id) }
        talk.close()
        let report = try await check(talk.segments).report
        #expect(report.findings.count == 100)
        #expect(report.omitted == 50)
        #expect(report.summary.contains("50 more left out"))
    }

    private func findings(_ segments: [TestSegment], _ limits: CheckLimits) async throws -> [CheckFinding] {
        try await findingLog(segments, limits).sorted.map { CheckFinding($0) }
    }
}
