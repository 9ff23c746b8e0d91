import Fuzzer
import Inspection
import Testing
import WireJSON

@testable import FuzzInputs
@testable import Fuzzing
@testable import LayerFuzzing

/// What makers of plans say, held against what was written down by hand; and that what differs is found.
@Suite("Plans")
struct PlanTests {
    /// The lines that differ from what was sent when one character of one of them is another.
    private func isFound(_ lines: [String], _ place: Int) -> Bool {
        var changed = lines
        changed[place] = String(changed[place].dropLast()) + "?"
        do throws(Violation) {
            try PlanEvents.compare(changed, lines, "a line")
            return false
        } catch {
            return error.oracle == .meaning && error.text.contains("number \(place + 1)")
        }
    }

    @Test("a session without steps has the lines that its two frames should have")
    func lines() throws {
        let plan = LinesPlan([])
        try #require(plan.events.map(\.type) == ["CONNACK", "DISCONNECT"])
        let frame =
            #"{"type":"CONNACK","qos":0,"dup":false,"retain":false,"flag":128,"status":0,"userId":"me","#
            + #""sessionId":"s1","timestamp":1795000000321}"#
        let line =
            #"{"n":2,"time":"2026-11-18T11:06:40.005000Z","flow":1,"client":"10.0.0.1:50001","server":"10.0.0.2:80","#
            + #""sender":"server","transport":"websocket","system":"rongcloud","frame":\#(frame),"#
            + #""packets":[6],"bytes":19}"#
        #expect(plan.events[0].line(2) == line)
        let tree = plan.events[0].tree
        #expect(tree.count == 6)
        let header =
            "  0–0          20                                    header: CONNACK, qos 0, dup false, retain false"
        #expect(tree.first == header)
        #expect(tree.last?.hasPrefix("  11–18        00 00 01 a1") == true, "\(tree.last ?? "")")
        #expect(tree.last?.hasSuffix("timestamp: 1795000000321 2026-11-18T11:06:40.321Z") == true)
        for place in tree.indices { #expect(isFound(tree, place)) }
    }

    @Test("lines of text line up, count heartbeats, and say where a day begins")
    func text() {
        var text = PlannedText(.timeOfDay, origin: 0)
        let day: UInt64 = 86_400_000_000
        func event(_ type: String, fromClient: Bool, at time: UInt64, answering latency: UInt64? = nil) -> PlannedEvent
        {
            var event = PlannedEvent(type: type, fromClient: fromClient, header: 0)
            event.isPing = type.hasPrefix("PING")
            event.time = time
            if let latency { event.reply = (1, nil, latency) }
            return event
        }
        text.add(event("PINGREQ", fromClient: true, at: day - 31_000_000), 1)
        text.add(event("PINGRESP", fromClient: false, at: day - 30_999_500, answering: 500), 2)
        text.add(event("PINGREQ", fromClient: true, at: day - 1_000_000), 3)
        text.add(event("QUERYCON", fromClient: true, at: day + 1000, answering: 12_345_678), 4)
        text.finish()
        let lines = [
            "  1  23:59:29.000  f1 → PING" + String(repeating: " ", count: 36)
                + "2× every 30.0 s; answered 1× in 0.5 ms; events 1 to 3",
            "── 1970-01-02, after 1970-01-01 ──",
            "  4  00:00:00.001  f1 → QUERYCON" + String(repeating: " ", count: 32) + "to 1 in 12.3 s",
        ]
        #expect(text.lines == lines)
    }

    @Test("JSON of a plan has its text, and a line for each value")
    func json() {
        var fields = PlannedFields()
        PlannedJSON.object([("a", .list([.number("1"), .text("é\"")])), ("b", .object([]))]).append("json", to: &fields)
        #expect(String(decoding: fields.bytes, as: UTF8.self) == #"{"a":[1,"é\u0022"],"b":{}}"#)
        let names = fields.lines.map { $0.dropFirst(52).drop { $0 == " " } }
        #expect(names.map { String($0.prefix { $0 != ":" }) } == ["json", "a", "[0]", "[1]", "b"])
        #expect(fields.lines[2].hasPrefix("  6–6          31   "))
    }

    @Test("a secret in JSON of a plan is sent as it is, and shown with four characters and stars")
    func secrets() {
        var fields = PlannedFields()
        let json = PlannedJSON.object([("token", .list([.secret("abcdef")])), ("b", .text("c"))])
        json.append("json", to: &fields)
        #expect(String(decoding: fields.bytes, as: UTF8.self) == #"{"token":["abcdef"],"b":"c"}"#)
        #expect(json.shown == #"{"token":["abcd…"],"b":"c"}"#)
        #expect(fields.lines.map { $0.contains("**") } == [false, false, true, false])
        #expect(fields.lines[2].hasSuffix(#"[0]: "abc…"#), "\(fields.lines[2])")
    }

    @Test("units of long polling name the packets that hold them, and around compressed ones more may be named")
    func polling() {
        let opening = PollingPlan([1])
        #expect(opening.events.map(\.text) == ["client CONNECT -", "server CONNACK 0"])
        // 60 bytes a packet: a request of 96 bytes, then a head of 65 and a body of 75, of which the unit is all but the
        // brackets.
        #expect(opening.events.map(\.packets) == [[4, 5], [7, 8]])
        let plain = PollingPlan([1, 0, 0, 0, 2, 0])
        #expect(plain.events.dropFirst(2).allSatisfy { $0.around.isEmpty && !$0.packets.isEmpty })
        let packed = PollingPlan([1, 0, 0, 0, 2, 2])
        #expect(packed.events.suffix(2).allSatisfy { Set($0.packets).isSubset(of: $0.around) && !$0.packets.isEmpty })
    }
}
