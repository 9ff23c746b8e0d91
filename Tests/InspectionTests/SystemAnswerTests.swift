import Capture
import Inspection
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("Answers of other systems")
struct SystemAnswerTests {
    private func frames(_ talk: Talk, _ filter: String? = nil) async throws -> [JSONValue] {
        let decoded = try await Decoded(talk.segments) {
            if let filter { $0.filter = try? EventFilter(filter) }
        }
        let events = try String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").map {
            try JSONValue(parsing: String($0))
        }
        return events.filter { $0["transport"] == "websocket" }
    }

    private func lines(_ talk: Talk) async throws -> [String] {
        let output = try await Decoded(talk.segments) { $0.format = .text }.output
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    // MARK: LeanCloud

    /// A session of which the first request is the opening, the second a message.
    private static func leanCloud(isJSON: Bool = true, _ middle: (inout Talk) -> Void) throws -> Talk {
        var talk = Talk(port: 50601, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: isJSON ? nil : "lc.protobuf2.3")
        if isJSON {
            talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/2.4.0","i":1,"peerId":"tom"}"#)
            talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#)
            talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":" {\"_lctype\":-1,\"_lctext\":\"hi\"}","i":2}"#)
        } else {
            talk.binary(.client, try Hex.decode("080010011a01412203746f6d2801b2060622046a732f35"))
            talk.binary(.server, try Hex.decode("080010052203746f6d2801b206045202746b"))
            talk.binary(
                .client,
                try Hex.decode(
                    "08022802c206240a1e207b225f6c6374797065223a2d312c225f6c6374657874223a226869227d5a026331"
                )
            )
        }
        middle(&talk)
        talk.close()
        return talk
    }

    /// An answer that says that something was refused or ended: in JSON, in protobuf where that has it, its code.
    private static let refusals: [(json: String, protobuf: String?, code: Int64)] = [
        (#"{"cmd":"ack","i":2,"code":4402,"reason":"X"}"#, "08032802ca060608b222120158", 4402),
        (#"{"cmd":"session","op":"closed","i":2,"code":4102,"reason":"X"}"#, "080010062802b206066086206a0158", 4102),
        (#"{"cmd":"error","i":2,"code":4401,"reason":"X"}"#, "08072802ba060608b122120158", 4401),
        (#"{"cmd":"conv","op":"error","i":2,"code":4301,"reason":"X"}"#, nil, 4301),
    ]

    @Test("what LeanCloud refuses or ends has its code: in a field, with its meaning in words, and in counts")
    func refusals() async throws {
        for (json, protobuf, code) in Self.refusals {
            for isJSON in [true, false] where isJSON || protobuf != nil {
                let answer = try protobuf.map { try Hex.decode($0) } ?? []
                let talk = try Self.leanCloud(isJSON: isJSON) { talk in
                    if isJSON { talk.text(.server, json) } else { talk.binary(.server, answer) }
                }
                let events = try await frames(talk)
                #expect(events.map { $0["frame"]?["code"]?.int64 } == [nil, nil, nil, code])
                let found = try await frames(talk, "frame.code == \(code)")
                #expect(found.map { $0["n"] } == events.suffix(1).map { $0["n"] })
                let meaning = try #require(LeanCloudDecoder.meaning(of: UnitStatus(code: code)))
                #expect(try await lines(talk).last?.contains("\(code) \(meaning)") == true)
                var report = StatisticsReport()
                _ = try await report.add(try CaptureReader(bytes: CaptureFile.write(talk.segments)))
                let statuses = try JSONValue(parsing: report.text(.json))["statuses"]?.elements ?? []
                #expect(statuses.map { $0["code"]?.int64 } == [code])
            }
        }
    }

    @Test("the code 0 of a session that ends as it should is no status")
    func cleanEnd() async throws {
        let talk = try Self.leanCloud { talk in
            talk.text(.server, #"{"cmd":"session","op":"closed","code":0,"reason":"bye"}"#)
        }
        #expect(try await frames(talk).last?["frame"]?["code"] == 0)
        #expect(try await lines(talk).last?.contains("not in the table") == false)
    }

    @Test("a code is none that stands in another command, or in the body of another one")
    func noCode() async throws {
        let talk = try Self.leanCloud(isJSON: false) { talk in
            // An ack with the body of an error, and a message that has a member of that number.
            talk.binary(.server, [8, 3] + Bytes.field(103, Bytes.field(1, 4401)))
            talk.binary(.server, [8, 2] + Bytes.field(104, Bytes.field(1, "hi") + Bytes.field(12, "m1")))
        }
        #expect(try await frames(talk).allSatisfy { $0["frame"]?["code"] == nil })
    }

    @Test("a typed message stays one behind white space", arguments: [true, false])
    func whiteSpace(isJSON: Bool) async throws {
        let events = try await frames(try Self.leanCloud(isJSON: isJSON) { _ in })
        let message = try #require(events.last?["messages"]?[0])
        #expect(message["objectName"] == "-1" && message["text"] == nil)
        #expect(message["content"] == ["_lctype": -1, "_lctext": "hi"])
    }

    @Test("an echo that answers another command is shown, not counted among the keep-alives")
    func strayEcho() async throws {
        let talk = try Self.leanCloud { talk in
            talk.text(.client, #"{"cmd":"echo","i":3}"#)
            talk.text(.server, #"{"cmd":"echo","i":3}"#)
            talk.text(.server, #"{"cmd":"echo","i":2}"#)
        }
        let shown = try await lines(talk).filter { $0.contains(" echo ") }
        #expect(shown.count == 1)
        #expect(shown.first?.contains("to 4") == true)
    }

    // MARK: NIM

    @Test("the command of NIM's answer tells whether it acknowledges a message, not what the answer holds")
    func acknowledgements() async throws {
        var talk = Talk(port: 50601, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/s1")
        talk.text(.server, "1::")
        for (serial, command) in [(2, (7, 1)), (3, (8, 2))] {
            let (sid, cid) = command
            talk.text(
                .client,
                #"3:::{"SID":\#(sid),"CID":\#(cid),"SER":\#(serial),"Q":[{"t":"Property","v":{"1":"bob","8":0,"9":"hi"}}]}"#
            )
            talk.text(.server, #"3:::{"sid":\#(sid),"cid":\#(cid),"code":200,"r":[{"12":"9"}],"ser":\#(serial)}"#)
        }
        talk.text(.client, #"3:::{"SID":7,"CID":6,"SER":4,"Q":[{"t":"String","v":"bob"}]}"#)
        let message = #"{"0":"0","1":"ann","2":"bob","8":"0","9":"ho","12":"8"}"#
        talk.text(.server, #"3:::{"sid":7,"cid":6,"code":200,"r":[[\#(message)]],"ser":4}"#)
        talk.close()
        var report = StatisticsReport()
        _ = try await report.add(try CaptureReader(bytes: CaptureFile.write(talk.segments)))
        let latencies = try JSONValue(parsing: report.text(.json))["latencies"]?.elements ?? []
        let counts = latencies.map { "\($0["of"]?.string ?? "") \($0["count"]?.int64 ?? 0)" }
        #expect(counts == ["publish to ack 2", "query to answer 1"])
    }

    @Test("heartbeats of NIM are answered in their order, also those that wait together")
    func heartbeats() async throws {
        var talk = Talk(port: 50602, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/s1")
        talk.text(.server, "1::")
        let (beat, answer) = (#"3:::{"SID":1,"CID":2,"SER":0}"#, #"3:::{"sid":1,"cid":2,"code":200,"ser":0}"#)
        talk.text(.client, beat)
        talk.text(.client, beat)
        talk.text(.server, answer)
        talk.text(.server, answer)
        talk.text(.server, answer)
        // What is sent again after 5 s takes the place of what was not answered.
        talk.text(.client, beat)
        talk.time += 6_000_000_000
        talk.text(.client, beat)
        talk.text(.server, answer)
        talk.close()
        let events = try await frames(talk)
        let numbers = events.map { $0["inReplyTo"]?["n"]?.int64 }
        #expect(numbers == [nil, nil, nil, 3, 4, nil, nil, nil, 9])
        #expect(events[3]["inReplyTo"]?["topic"] == "heartbeat")
        #expect(events[3]["inReplyTo"]?["latency"] != nil)
    }

    @Test("a push of NIM needs no request, whatever serial it has")
    func push() async throws {
        var talk = Talk(port: 50603, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/s1")
        talk.text(.server, "1::")
        talk.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        let values = #"{"0":"0","1":"ann","2":"bob","8":"0","9":"ho","12":"m1"}"#
        talk.text(.server, #"3:::{"sid":7,"cid":2,"code":200,"r":[\#(values)],"ser":77}"#)
        talk.text(.server, #"3:::{"sid":6,"cid":23,"code":200,"r":["5"],"ser":78}"#)
        talk.close()
        var ladder = LadderReport()
        _ = try await ladder.add(try CaptureReader(bytes: CaptureFile.write(talk.segments)), name: "made")
        let text = ladder.text(.text)
        // Of the two only the response lacks its request.
        #expect(text.split(separator: "\n").count { $0.contains("╴no request") } == 1, "\(text)")
    }
}
