import Capture
import Foundation
import Testing
import WireFormat

@testable import Inspection

@Suite("What check remembers of the wire")
struct CheckMemoryTests {
    @Test("logins and messages of NIM are kept as fingerprints")
    func nim() async throws {
        var talk = Talk(port: 50401, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/s1")
        talk.text(.server, "1::")
        talk.text(
            .client,
            #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"8":1,"18":"marker-app","19":"marker-ann","1000":"t"}}]}"#
        )
        talk.text(.server, #"3:::{"sid":2,"cid":3,"code":200,"r":[{},[]],"ser":1}"#)
        talk.text(
            .client,
            #"3:::{"SID":7,"CID":1,"SER":2,"Q":[{"t":"Property","v":{"0":0,"1":"bob","8":0,"9":"hi","11":"marker-up"}}]}"#
        )
        talk.text(.server, #"3:::{"sid":7,"cid":1,"code":200,"r":[{"12":"9"}],"ser":2}"#)
        let pushed = #"{"0":"0","1":"ann","2":"bob","8":"0","9":"ho","12":"marker-down"}"#
        talk.text(.server, #"3:::{"sid":7,"cid":2,"code":200,"r":[\#(pushed)],"ser":0}"#)
        let state = try await checkState(talk.segments)
        #expect(!state.contains("marker"))
        // They are there.
        #expect(state.contains("logins: 1 key/value pair"))
        for ids in ["sent", "delivered"] { #expect(state.contains("\(ids): Inspection.NIMMessageIds"), "\(ids)") }
        #expect(state.split(separator: "events: 1 key/value pair\n").count == 3)
    }

    @Test("clients, conversations and messages of LeanCloud are kept as fingerprints")
    func leanCloud() async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        for (i, name) in [(1, "marker-tom"), (2, "marker-bob")] {
            let client = #""appId":"marker-app","ua":"js/5.0.0","i":\#(i),"peerId":"\#(name)""#
            talk.text(.client, #"{"cmd":"session","op":"open",\#(client)}"#)
        }
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"marker-tom","st":"t-1234567"}"#)
        talk.text(
            .server,
            #"{"cmd":"direct","cid":"marker-c1","id":"marker-m2","fromPeerId":"x","msg":"ho","timestamp":5,"peerId":"marker-tom"}"#
        )
        talk.text(
            .client,
            #"{"cmd":"read","convs":[{"cid":"marker-c1","mid":"marker-m2","timestamp":5}],"peerId":"marker-tom"}"#
        )
        let state = try await checkState(talk.segments)
        #expect(!state.contains("marker"))
        // They are there.
        for table in [
            "openings: 1 key/value pair", "notes: 1 element", "standings: 2 key/value pairs",
            "delivered: 1 key/value pair", "marks: 1 key/value pair",
        ] {
            #expect(state.contains(table), "\(table)")
        }
    }

    /// A connection that carries polls of many sessions, one after the other.
    private static func polls(_ count: Int) -> [TestSegment] {
        var talk = PollingTalk()
        for number in 0..<count {
            talk.request("/pullmsg.js?sessionid=marker\(number)&timestrap=1&pid=1", on: 50001)
            talk.answer("[]", on: 50001)
        }
        return talk.segments
    }

    @Test("of a long-polling session that made room for others nothing is kept")
    func evicted() async throws {
        var limits = CheckLimits()
        limits.sessions = 8
        let state = try await checkState(Self.polls(40), limits)
        #expect(state.contains("\"marker39\""))
        for number in 0..<32 { #expect(!state.contains("\"marker\(number)\""), "session \(number)") }
    }

    @Test("a connection remembers so many of the long-polling sessions that it carries, the latest")
    func onOneConnection() async throws {
        var limits = CheckLimits()
        limits.sessionsOfConnection = 3
        // The connection is not closed: those that it still carries at the capture's end are left open.
        for (count, left) in [(2, 2), (3, 3), (40, 3)] {
            let state = try await checkState(Self.polls(count), limits)
            #expect(state.contains("pollingSessions: \(count) key/value pairs"))
            #expect(state.components(separatedBy: "isOpen: true").count - 1 == left, "of \(count)")
        }
    }

    @Test("of all connections that have ended, only the one with the latest packet is remembered")
    func endedConnections() async throws {
        let segments = (0..<5).flatMap { Talk(port: UInt16(1001 + $0), sdkVersion: nil).segments }
        func flows(_ reports: PipelineOptions.FlowReports) async throws -> [FlowReport] {
            var options = CaptureOptions().pipeline
            options.workers = 1
            options.flowReports = reports
            let reader = try CaptureReader(bytes: CaptureFile.write(segments))
            return try await CapturePipeline(consumer: FlowsConsumer(), options: options).run(reader) { _ in }.flows
        }
        let all = try await flows(.all)
        #expect(all.count == 5)
        let one = try await flows(.latest)
        #expect(one.count == 1)
        #expect(one.first?.lastTime == all.map(\.lastTime).max())
        #expect(try await flows(.none).isEmpty)
    }
}
