import Capture
import Testing
import WireFormat

@testable import Inspection

@Suite("What check remembers of texts of the wire")
struct CheckMemoryTests {
    /// All that a check holds at the end of a capture, in words.
    private static func state(_ segments: [TestSegment]) async throws -> String {
        let descriptor = try Decoded.file(of: CaptureFile.write(segments))
        let reader = try CaptureReader(descriptor: descriptor, closesDescriptor: true)
        let result = try await CapturePipeline(
            consumer: CheckConsumer(file: "talk.pcap"),
            options: CaptureOptions().pipeline
        ).run(reader) { _ in }
        var text = ""
        dump(result.consumer, to: &text)
        return text
    }

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
        let state = try await Self.state(talk.segments)
        #expect(!state.contains("marker"))
        // They are there.
        for table in ["logins: 1 key/value pair", "sent: 1 key/value pair", "delivered: 1 key/value pair"] {
            #expect(state.contains(table), "\(table)")
        }
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
            #"{"cmd":"read","convs":[{"cid":"marker-c1","timestamp":5}],"peerId":"marker-tom"}"#
        )
        let state = try await Self.state(talk.segments)
        #expect(!state.contains("marker"))
        // They are there.
        for table in [
            "openings: 1 key/value pair", "answers: 1 element", "standings: 2 key/value pairs",
            "delivered: 1 key/value pair", "marks: 1 key/value pair",
        ] {
            #expect(state.contains(table), "\(table)")
        }
    }
}
