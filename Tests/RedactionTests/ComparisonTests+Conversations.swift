import Testing
import WireJSON

@testable import Redaction

extension ComparisonTests {
    @Test("A message to another kind of conversation is one difference, its field, whatever stands around it")
    func conversation() {
        /// Messages and their answers: to a user `p`, to a group `g`, with another content `G`.
        func talk(_ kinds: String) -> [JSONValue] {
            kinds.enumerated().flatMap { index, kind -> [JSONValue] in
                let topic: JSONValue = kind == "p" ? "ppMsgP" : "pgMsgP"
                let head: [JSONMember] = [
                    JSONMember("flow", 1), JSONMember("system", "rongcloud"), JSONMember("transport", "websocket"),
                ]
                let message: JSONValue = [
                    "objectName": kind == "G" ? "RC:ImgMsg" : "RC:TxtMsg",
                    "conversation": kind == "p" ? "private" : "group",
                ]
                return [
                    .object(
                        head + [
                            JSONMember("n", JSONValue(2 * index + 1)), JSONMember("sender", "client"),
                            JSONMember("frame", ["type": "PUBLISH", "topic": topic]),
                            JSONMember("messages", .array([message])),
                        ]
                    ),
                    .object(
                        head + [
                            JSONMember("n", JSONValue(2 * index + 2)), JSONMember("sender", "server"),
                            JSONMember("frame", ["type": "PUBACK", "status": 0]),
                            JSONMember("inReplyTo", ["n": JSONValue(2 * index + 1), "topic": topic]),
                        ]
                    ),
                ]
            }
        }
        for (one, other, event) in [
            ("p", "g", 1), ("pg", "gg", 1), ("gp", "gg", 3), ("gpgg", "gggg", 3), ("ppgp", "ppgg", 7),
        ] {
            for (a, b) in [(one, other), (other, one)] {
                let found = Self.differences(talk(a), talk(b))
                #expect(found.map(\.kind) == ["field"], "\(a) \(b)")
                #expect(found.map(\.field) == ["messages[0].conversation"], "\(a) \(b)")
                #expect(found.map(\.a) == [event] && found.map(\.b) == [event], "\(a) \(b)")
                #expect(Set([found.first?.valueA, found.first?.valueB]) == ["private", "group"])
            }
        }
        // Another content beside it is new, and does not take its place.
        let found = Self.differences(talk("p"), talk("Gg"))
        #expect(found.filter { $0.field == "messages[0].conversation" }.map(\.b) == [3])
    }
}
