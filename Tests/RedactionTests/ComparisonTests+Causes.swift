import Testing
import WireJSON

@testable import Redaction

extension ComparisonTests {
    /// A request and what comes of it, as the events of one connection.
    private struct Talk {
        private(set) var events: [JSONValue] = []
        private let flow: Int
        private let first: Int
        private var next: Int { first + events.count }

        /// - Parameter first: the number of its first event.
        init(flow: Int = 1, from first: Int = 1) { (self.flow, self.first) = (flow, first) }

        /// - Parameter request: the number of what it answers, and its topic.
        mutating func say(
            _ sender: JSONValue,
            _ frame: JSONValue,
            answering request: (n: Int, topic: JSONValue)? = nil,
            with message: JSONValue? = nil
        ) {
            var event: JSONValue = [
                "n": JSONValue(next), "flow": JSONValue(flow), "system": "rongcloud",
                "transport": "websocket", "sender": sender, "frame": frame,
            ]
            if let request { event["inReplyTo"] = ["n": JSONValue(request.n), "topic": request.topic] }
            if let message { event["messages"] = .array([message]) }
            events.append(event)
        }

        /// Publishes to a topic, which is answered.
        mutating func publish(
            _ topic: JSONValue,
            by sender: JSONValue = "client",
            isLost: Bool = false,
            losesAnswer: Bool = false,
            with message: JSONValue? = nil
        ) {
            let number = next
            if !isLost { say(sender, ["type": "PUBLISH", "topic": topic], with: message) }
            if losesAnswer { return }
            say(
                sender == "client" ? "server" : "client",
                ["type": "PUBACK", "status": 0],
                answering: isLost ? nil : (number, topic)
            )
        }

        /// Asks, is answered with a message, and confirms.
        mutating func query(_ topic: JSONValue, losesRequest: Bool = false, losesAnswer: Bool = false) {
            let number = next
            if !losesRequest { say("client", ["type": "QUERY", "topic": topic]) }
            let answer = next
            if !losesAnswer {
                say(
                    "server",
                    ["type": "QUERYACK", "status": 0],
                    answering: losesRequest ? nil : (number, topic),
                    with: losesRequest ? nil : ["objectName": "RC:TxtMsg", "content": ["content": "x"]]
                )
            }
            say("client", ["type": "QUERYCON"], answering: losesAnswer || losesRequest ? nil : (answer, topic))
        }
    }

    @Test("A request that only one capture has is one difference, and what answers it is none")
    func lostRequest() {
        for lost in 0..<3 {
            var one = Talk()
            var other = Talk()
            for place in 0..<3 {
                one.publish("chatMsg")
                other.publish("chatMsg", isLost: place == lost)
            }
            // Which of equal requests is missing cannot be told.
            let missing = Self.differences(one.events, other.events)
            #expect(missing.map(\.kind) == ["onlyInA"], "\(lost)")
            #expect(missing.map(\.meaning) == ["PUBLISH chatMsg"], "\(lost)")
            let new = Self.differences(other.events, one.events)
            #expect(new.map(\.kind) == ["onlyInB"], "\(lost)")
        }
    }

    @Test("An answer that is lost is one difference, and the confirmation of it is none")
    func lostAnswer() {
        var one = Talk()
        var other = Talk()
        for talk in 0..<2 {
            one.query("chrmPull")
            other.query("chrmPull", losesAnswer: talk == 0)
        }
        let found = Self.differences(one.events, other.events)
        #expect(found.map(\.kind) == ["onlyInA"])
        #expect(found.map(\.meaning) == ["QUERYACK to chrmPull RC:TxtMsg"])
        #expect(found.map(\.a) == [2])
    }

    @Test(
        "The lost one of equal answers is the one whose request has none, and does not keep others from their requests",
        arguments: ["client", "server"]
    )
    func lostAmongEqual(_ sender: String) {
        var one = Talk()
        var other = Talk()
        for place in 0..<20 {
            one.publish("ppMsgP", by: JSONValue(sender))
            let topic: JSONValue = place == 8 || place == 15 ? "pgMsgP" : "ppMsgP"
            other.publish(topic, by: JSONValue(sender), losesAnswer: place == 3)
        }
        let found = Self.differences(one.events, other.events)
        #expect(found.map(\.kind) == ["onlyInA", "changed", "changed"])
        #expect(found.map(\.meaning) == ["PUBACK to ppMsgP", "PUBLISH ppMsgP", "PUBLISH ppMsgP"])
        #expect(found.map(\.a) == [8, 17, 31])
    }

    @Test("If each capture lacks another answer, these are two differences", arguments: ["client", "server"])
    func lostInBoth(_ sender: String) {
        for (lost, lostInOther) in [(3, 4), (3, 15), (15, 3)] {
            var one = Talk()
            var other = Talk()
            for place in 0..<20 {
                one.publish("ppMsgP", by: JSONValue(sender), losesAnswer: place == lost)
                other.publish("ppMsgP", by: JSONValue(sender), losesAnswer: place == lostInOther)
            }
            let found = Self.differences(one.events, other.events)
            #expect(found.map(\.meaning) == ["PUBACK to ppMsgP", "PUBACK to ppMsgP"])
            #expect(found.compactMap(\.a) == [2 * lostInOther + (lostInOther > lost ? 1 : 2)])
            #expect(found.compactMap(\.b) == [2 * lost + (lost > lostInOther ? 1 : 2)])
        }
    }

    @Test(
        "An answer that one capture lacks is a difference, also if the other one lacks a request with its answer",
        arguments: ["client", "server"],
        [(3, 15), (15, 3)]
    )
    func lostBesideRequest(_ sender: String, _ place: (answer: Int, request: Int)) {
        var one = Talk()
        var other = Talk()
        for number in 0..<20 {
            // The lost message differs from the others.
            let content: JSONValue = number == place.request ? ["content": "x", "extra": "y"] : ["content": "x"]
            let message: JSONValue = ["objectName": "RC:TxtMsg", "content": content]
            one.publish("ppMsgP", by: JSONValue(sender), losesAnswer: number == place.answer, with: message)
            if number != place.request { other.publish("ppMsgP", by: JSONValue(sender), with: message) }
        }
        let request = 2 * place.request + (place.answer < place.request ? 0 : 1)
        let answer = 2 * place.answer + (place.request < place.answer ? 0 : 2)
        let lost = ["PUBACK to ppMsgP", "PUBACK to ppMsgP", "PUBLISH ppMsgP RC:TxtMsg"]
        var found = Self.differences(one.events, other.events)
        #expect(found.map(\.meaning).sorted() == lost)
        #expect(found.compactMap(\.a) == [request, request + 1])
        #expect(found.compactMap(\.b) == [answer])
        found = Self.differences(other.events, one.events)
        #expect(found.map(\.meaning).sorted() == lost)
        #expect(found.compactMap(\.a) == [answer])
        #expect(found.compactMap(\.b) == [request, request + 1])
    }

    @Test("Answers that come in another order are no differences if all requests are answered")
    func answersInAnotherOrder() {
        let events = Self.answers(answering: [0, 1, 2, 3])
        #expect(Self.differences(events, Self.answers(answering: [3, 0, 1, 2])).map(\.kind) == [])
    }

    /// Four requests, and then the answers to them in an order.
    private static func answers(answering order: [Int]) -> [JSONValue] {
        var talk = Talk()
        for _ in order { talk.publish("ppMsgP", losesAnswer: true) }
        for place in order {
            talk.say("server", ["type": "PUBACK", "status": 0], answering: (place + 1, "ppMsgP"))
        }
        return talk.events
    }

    @Test("A message that is missing among others of its type does not compare each of them with the next one")
    func missingAmongEqual() {
        var one = Talk()
        var other = Talk()
        for place in 0..<20 {
            let content: JSONValue = place % 3 == 0 ? ["content": "x", "extra": "y"] : ["content": "x"]
            let message: JSONValue = ["objectName": "RC:TxtMsg", "content": content]
            one.publish("ppMsgP", with: message)
            if place != 6 { other.publish("ppMsgP", with: message) }
        }
        let found = Self.differences(one.events, other.events)
        #expect(found.map(\.kind) == ["onlyInA", "onlyInA"])
        #expect(found.map(\.a) == [13, 14])
        let new = Self.differences(other.events, one.events)
        #expect(new.map(\.kind) == ["onlyInB", "onlyInB"])
        #expect(new.map(\.b) == [13, 14])
    }

    /// Messages of which every third one has a field more, without those at some places; answers are not seen.
    private static func messages(without missing: Set<Int> = [], changed: Set<Int> = []) -> [JSONValue] {
        var talk = Talk()
        for place in 0..<40 where !missing.contains(place) {
            let hasMore = place % 3 == 0 && !changed.contains(place)
            // The order of the members makes no difference.
            let content: JSONValue =
                !hasMore
                ? ["content": "x"] : place % 2 == 0 ? ["content": "x", "extra": "y"] : ["extra": "y", "content": "x"]
            talk.publish("ppMsgP", losesAnswer: true, with: ["objectName": "RC:TxtMsg", "content": content])
        }
        return talk.events
    }

    @Test("Of two captures that lack a different message each, every other message is compared with itself")
    func missingInBoth() {
        let found = Self.differences(Self.messages(without: [5]), Self.messages(without: [30]))
        #expect(found.map(\.kind) == ["onlyInB", "onlyInA"])
        #expect(found.map(\.a) == [nil, 30])
        #expect(found.map(\.b) == [6, nil])
    }

    @Test("A message that changed is compared with the one in its place, also where several did")
    func changedAmongEqual() {
        let found = Self.differences(Self.messages(), Self.messages(changed: [9, 18, 27]))
        #expect(found.map(\.kind) == ["field", "field", "field"])
        #expect(found.map(\.field) == .init(repeating: "messages[0].content.extra", count: 3))
        #expect(found.map(\.a) == [10, 19, 28])
    }

    @Test("Where messages differ only in ignored fields, none is missing")
    func missingBesidesIgnored() {
        var comparison = CaptureComparison()
        comparison.ignored = IgnoredFields(["messages.content.extra"])
        let (one, other) = (Self.messages(without: [5]), Self.messages(without: [30]))
        comparison.compare(comparison.events(one.map(\.minified)), comparison.events(other.map(\.minified)))
        #expect(comparison.differences.count == 0)
    }

    @Test("What cannot be read of an answer without its request is no difference, but its status is")
    func unreadAnswer() {
        var one = Talk()
        var other = Talk()
        one.query("pullMsg")
        other.query("pullMsg", losesRequest: true)
        let found = Self.differences(one.events, other.events)
        #expect(found.map(\.kind) == ["onlyInA"])
        #expect(found.map(\.meaning) == ["QUERY pullMsg"])
        var refused = Talk()
        refused.say("server", ["type": "QUERYACK", "status": 5])
        refused.say("client", ["type": "QUERYCON"])
        let more = Self.differences(one.events, refused.events)
        #expect(more.map(\.kind) == ["onlyInA", "field"])
        #expect(more.compactMap(\.field) == ["frame.status"])
    }

    @Test("An answer to something else is a difference where no request is missing")
    func otherAnswer() {
        var one = Talk()
        var other = Talk()
        one.publish("chatMsg")
        other.say("client", ["type": "PUBLISH", "topic": "chatMsg"])
        other.say("server", ["type": "PUBACK", "status": 0])
        #expect(Self.differences(one.events, other.events).map(\.kind) == ["changed"])
    }

    @Test("Rows stand in the order of the first capture, and what is new behind what comes before it there")
    func order() {
        var one = Talk()
        var other = Talk()
        for topic in ["a", "b", "c", "d"] as [JSONValue] { one.publish(topic) }
        // Twenty heartbeats come first, so that all numbers are others.
        for _ in 0..<20 { other.say("client", ["type": "PINGREQ"]) }
        for topic in ["a", "x", "c", "e", "d"] as [JSONValue] { other.publish(topic) }
        let found = Self.differences(one.events, other.events)
        let rows = found.dropFirst(20).map { "\($0.kind) \($0.meaning)" }
        #expect(found.prefix(20).allSatisfy { $0.meaning == "PINGREQ" })
        #expect(rows == ["changed PUBLISH b", "onlyInB PUBLISH e", "onlyInB PUBACK to e"])
    }

    @Test("A connection that only the second capture has stands where it begins there")
    func newConnection() {
        func talk(_ topics: [JSONValue], flow: Int, from number: Int) -> [JSONValue] {
            var talk = Talk(flow: flow, from: number)
            for topic in topics { talk.publish(topic) }
            return talk.events
        }
        let one = talk(["a", "b"], flow: 1, from: 1) + talk(["c", "d"], flow: 2, from: 11)
        var other = talk(["a", "b"], flow: 1, from: 101) + talk(["q", "r"], flow: 2, from: 201)
        other += talk(["c", "z"], flow: 3, from: 301)
        let found = Self.differences(one, other)
        #expect(found.map(\.flowB) == [2, 2, 2, 2, 3])
        #expect(found.last?.kind == "changed")
    }

    @Test("LeanCloud's answers name their requests by command and operation; elsewhere such a topic is replaced")
    func namedRequests() throws {
        func differing(_ system: String) throws -> [String] {
            func answer(_ status: Int) throws -> JSONValue {
                try JSONValue(
                    parsing: #"{"n":2,"flow":1,"system":"\#(system)","transport":"websocket","sender":"server","#
                        + #""frame":{"type":"session","code":\#(status)},"inReplyTo":{"n":1,"topic":"session/open"}}"#
                )
            }
            return try Self.differences([answer(1)], [answer(2)]).map(\.meaning)
        }
        #expect(try differing("leancloud") == ["session to session/open"])
        #expect(try differing("rongcloud") == ["session to …"])
    }
}
