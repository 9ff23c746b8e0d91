import Foundation
import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON

@testable import Inspection

@Suite("What is not whole yet, of all connections")
struct UnfinishedLimitTests {
    /// What is under way on a connection when others come.
    enum Unfinished: CaseIterable, Sendable {
        /// A long frame.
        case frame
        /// A message whose last frame has not come.
        case message

        static let said = "all connections together hold back as much as the limit allows"
    }

    /// A frame of 3000 bytes.
    private static let frame = Bytes.publish("ppMsgP", to: "bob", id: 8, Bytes.upStream("RC:TxtMsg", content))
    private static let content = #"{"content":""# + String(repeating: "x", count: 2900) + #""}"#

    /// Connections that begin a frame one after the other, then end it one after the other, and send another one.
    private static func capture(_ count: Int, _ unfinished: Unfinished) -> [TestSegment] {
        let talks = (0..<count).map { number in
            var talk = Talk(port: UInt16(2000 + number))
            talk.segmentSize = 500
            talk.frame(.server, Bytes.connAck(user: "ann"))
            let beginning = talk.segments.count
            let whole = Bytes.webSocket(frame, mask: [1, 2, 3, 4])
            switch unfinished {
            case .frame: talk.send(.client, Array(whole[..<2000]))
            case .message:
                talk.send(.client, Bytes.webSocket(Array(frame[..<2000]), isFinal: false, mask: [0, 0, 0, 0]))
            }
            let middle = talk.segments.count
            switch unfinished {
            case .frame: talk.send(.client, Array(whole[2000...]))
            case .message:
                talk.send(
                    .client,
                    Bytes.webSocket(Array(frame[2000...]), opcode: 0, isFinal: true, mask: [0, 0, 0, 0])
                )
            }
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 9, Bytes.upStream("RC:TxtMsg", "{}")))
            talk.close()
            return (talk.segments[..<beginning], talk.segments[beginning..<middle], talk.segments[middle...])
        }
        return talks.flatMap(\.0) + talks.flatMap(\.1) + talks.flatMap(\.2)
    }

    private func decode(_ segments: [TestSegment], _ limit: Int) async throws -> Decoded {
        try await Decoded(segments) {
            $0.options.workers = 1
            $0.options.limits.unfinishedBytesInAll = limit
            $0.options.limits.transport.frameBytes = 4000
        }
    }

    @Test("is given up beyond the limit, which is said, and reading goes on", arguments: Unfinished.allCases)
    func beyond(_ unfinished: Unfinished) async throws {
        let found = try await decode(Self.capture(40, unfinished), 40_000)
        let events = try found.events()
        let cut = events.filter { event in
            event.diagnostics.contains { $0["text"]?.string?.contains(Unfinished.said) == true }
        }
        // Each holds 2000 bytes and what is known of its packets; so not all forty have room.
        #expect((10..<40).contains(cut.count))
        let notices = found.outcome.capture.notices.lines.filter { $0.contains(Unfinished.said) }
        #expect(notices.count == cut.count)
        // What fits is whole, and what comes behind what was given up is read.
        let ids = events.compactMap { $0.frame["messageId"]?.int64 }
        #expect(ids.count { $0 == 9 } == 40)
        #expect(
            events.count { $0.messages.first?["content"] != nil && $0.frame["messageId"]?.int64 == 8 } == 40 - cut.count
        )
    }

    @Test("is kept below the limit", arguments: Unfinished.allCases)
    func below(_ unfinished: Unfinished) async throws {
        let segments = Self.capture(40, unfinished)
        let found = try await decode(segments, 200_000)
        let unlimited = try await Decoded(segments) { $0.options.workers = 3 }
        #expect(found.output == unlimited.output)
        #expect(try found.events().allSatisfy { $0.diagnostics.allSatisfy { $0["code"]?.string != "frame-cut" } })
        #expect(found.outcome.capture.notices.lines.isEmpty)
    }

    @Test("a connection alone always has room for a message of the longest kind")
    func alone() async throws {
        let found = try await decode(Self.capture(1, .message), 0)
        #expect(try found.events().compactMap { $0.frame["messageId"]?.int64 } == [8, 9])
    }

    @Test("requests without an answer and heads without an end make room for others")
    func requestsAndHeads() async throws {
        let filler = "X-Filler: " + String(repeating: "x", count: 2900) + "\r\n"
        func capture(_ head: String) -> [TestSegment] {
            (0..<40).flatMap { number in
                var talk = Talk(port: UInt16(2000 + number), sdkVersion: nil)
                talk.send(.client, Array(head.utf8))
                return talk.segments
            }
        }
        let request = "GET /navi.js?appId=a&token=t HTTP/1.1\r\nHost: nav\r\n\(filler)"
        let unanswered = try await decode(capture(request + "\r\n"), 40_000)
        #expect(try unanswered.events().map(\.codes) == Array(repeating: ["http-unanswered"], count: 40))
        let unended = try await decode(capture(request), 40_000)
        #expect(try unended.events().isEmpty)
        for found in [unanswered, unended] {
            let notices = found.outcome.capture.notices.lines.filter { $0.contains(Unfinished.said) }
            #expect(notices.count >= 25)
        }
    }

    @Test("what waits for the answer to a hello makes room for others")
    func encrypted() async throws {
        let random = (0..<32).map { UInt8($0) }
        let body: [UInt8] = [3, 3] + random + [0, 0, 2, 0xC0, 0x2F, 1, 0]
        let hello: [UInt8] = [22, 3, 3, 0, UInt8(body.count + 4), 1, 0, 0, UInt8(body.count)] + body
        let record: [UInt8] = [23, 3, 3] + bigEndian(UInt16(3000)) + [UInt8](repeating: 7, count: 3000)
        let segments = (0..<40).flatMap { number in
            var talk = Talk(port: UInt16(2000 + number), sdkVersion: nil)
            talk.send(.client, hello + record)
            return talk.segments
        }
        let found = try await decode(segments, 40_000)
        let told = found.outcome.capture.notices.lines
        #expect(told.count { $0.contains(Unfinished.said) } >= 25)
        #expect(told.count { $0.contains("the handshake is not in the capture") } >= 25)
    }

    @Test("what cannot be given up is not tried anew with every packet")
    func inVain() {
        var limits = Limits()
        limits.unfinishedBytesInAll = 1600
        limits.transport.frameBytes = 100
        var budget = UnfinishedBudget(limits, workers: 1)
        budget.change(by: 1700)
        #expect(budget.isExceeded)
        budget.noteRelief()
        #expect(!budget.isExceeded)
        budget.change(by: 100)
        #expect(!budget.isExceeded)
        budget.change(by: 1)
        #expect(budget.isExceeded)
        // Once there is room again, the limit itself counts.
        budget.change(by: -400)
        budget.change(by: 200)
        #expect(budget.isExceeded)
    }

    @Test("the body of an answer is let go of, and the answer says so")
    func body() async throws {
        let talks = (0..<40).map { number in
            var talk = Talk(port: UInt16(2000 + number), sdkVersion: nil)
            talk.segmentSize = 500
            talk.send(.client, Array("GET /navi.js?appId=a&token=t HTTP/1.1\r\nHost: nav\r\n\r\n".utf8))
            let body = #"{"code":200,"userId":"u","pad":""# + String(repeating: "x", count: 3000) + #""}"#
            talk.send(
                .server,
                Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body.prefix(2000))".utf8)
            )
            let middle = talk.segments.count
            talk.send(.server, Array(body.utf8.dropFirst(2000)))
            talk.end()
            return (talk.segments[..<middle], talk.segments[middle...])
        }
        let found = try await decode(talks.flatMap(\.0) + talks.flatMap(\.1), 40_000)
        let events = try found.events()
        try #require(events.count == 40)
        let cut = events.count { $0.codes.contains { $0.contains("limit") } }
        #expect((10..<40).contains(cut))
        // More of the same body is not given up once more.
        let notices = found.outcome.capture.notices.lines.filter { $0.contains(Unfinished.said) }
        #expect(Set(notices).count == cut && notices.count >= cut)
    }
}
