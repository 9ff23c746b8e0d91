import Testing
import WireJSON

@testable import Redaction

extension ComparisonTests {
    /// Messages and their answers, a heartbeat after every twenty, as events.
    private static func longSession() -> [JSONValue] {
        func event(_ number: Int, _ sender: JSONValue, _ frame: JSONValue) -> JSONValue {
            [
                "n": JSONValue(number), "flow": 1, "system": "rongcloud", "transport": "websocket", "sender": sender,
                "frame": frame,
            ]
        }
        return (0..<10_000).map { pair in
            let (request, answer): (JSONValue, JSONValue) =
                pair % 21 == 20
                ? (["type": "PINGREQ"], ["type": "PINGRESP"])
                : (["type": "PUBLISH", "topic": "pgMsgP"], ["type": "PUBACK", "status": 0])
            return [event(2 * pair + 1, "client", request), event(2 * pair + 2, "server", answer)]
        }
        .flatMap { $0 }
    }

    @Test("An event that is missing at the beginning of a long capture is the only difference")
    func missingInLong() {
        let events = Self.longSession()
        // The answer, and the request, before the third heartbeat: the last of equal ones is said to be missing.
        let place = 2 * 62 - 1
        var other = events
        other.remove(at: place)
        let answer = Self.differences(events, other)
        #expect(answer.map(\.kind) == ["onlyInA"])
        #expect(answer.map(\.a) == [place + 1])
        other.remove(at: place - 1)
        let both = Self.differences(events, other)
        #expect(both.map(\.kind) == ["onlyInA", "onlyInA"])
        #expect(both.map(\.meaning) == ["PUBLISH pgMsgP", "PUBACK"])
        #expect(both.map(\.a) == [place, place + 1])
    }

    @Test("What is missing at several places of a long capture, and what is new, does not shift the rest")
    func changesInLong() {
        let events = Self.longSession()
        var other = events
        other.insert(events[40], at: 15_001)
        other.remove(at: 9_001)
        other.removeSubrange(2_000..<2_010)
        let found = Self.differences(events, other)
        #expect(found.filter { $0.kind == "onlyInA" }.count == 11)
        #expect(found.filter { $0.kind == "onlyInB" }.map(\.meaning) == ["PINGREQ"])
        #expect(found.count == 12)
    }

    @Test("A capture that begins in the middle of another one lacks only the beginning")
    func secondHalf() {
        let events = Self.longSession()
        let found = Self.differences(events, Array(events.suffix(6_000)))
        #expect(found.count == 14_000)
        #expect(found.allSatisfy { $0.kind == "onlyInA" })
    }
}
