import Foundation
import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Bundled captures agree with the server's own record")
struct OracleTests {
    /// Header fields that an event takes from the bytes of its frame.
    private static let header: Set<String> = [
        "type", "qos", "dup", "retain", "messageId", "topic", "targetId", "date", "status", "millisecond", "messageUId",
        "flag", "userId", "sessionId", "timestamp",
    ]

    @Test("every frame is one event, in order, and there are no others", arguments: Bundled.anyWebSocket)
    func frames(_ capture: Bundled) async throws {
        let events = try await capture.decoded().events()
        let frames = try capture.frames()
        let found = events.filter { $0.transport == "websocket" }
        #expect(found.map(\.hex) == frames.map(\.hex))
        #expect(found.map(\.sender) == frames.map(\.sender.rawValue))
        #expect(events.map(\.number) == Array(1...Int64(events.count)))
        #expect(events.filter(\.hasError).isEmpty)
        #expect(events.allSatisfy { $0.json["undecoded"] == nil })
        #expect(events.allSatisfy { ($0.json["tls"] == true) == capture.isEncrypted })
    }

    @Test("header fields are those on the wire, no more and no fewer", arguments: Bundled.anyWebSocket)
    func headers(_ capture: Bundled) async throws {
        for (event, frame) in try await pairs(capture) {
            let expected = Dictionary(
                uniqueKeysWithValues: try members(frame.json).filter { Self.header.contains($0.0) }
            )
            let found = Dictionary(uniqueKeysWithValues: try members(event.frame))
            #expect(found == expected, "\(frame.type) \(frame.hex.prefix(60))")
        }
    }

    @Test("payloads have the same message and the same fields", arguments: Bundled.anyWebSocket)
    func payloads(_ capture: Bundled) async throws {
        for (event, frame) in try await pairs(capture) {
            #expect(event.payload?["message"]?.string == frame.json["payloadMessage"]?.string)
            guard let expected = frame.json["payload"] else {
                #expect(event.payload == nil)
                continue
            }
            let value = try #require(event.payload?["value"])
            #expect(disagreement(value, expected, path: "value") == nil, "\(frame.hex.prefix(60))")
        }
    }

    @Test("contents are the same JSON, key for key and in the same order", arguments: Bundled.anyWebSocket)
    func contents(_ capture: Bundled) async throws {
        for (event, frame) in try await pairs(capture) {
            #expect(event.messages.map { $0["objectName"] } == frame.messages.map { $0["objectName"] })
            #expect(event.messages.map { $0["content"] } == frame.messages.map { $0["content"] })
        }
    }

    @Test("answers name the request that the server answered", arguments: Bundled.anyWebSocket)
    func answers(_ capture: Bundled) async throws {
        let pairs = try await pairs(capture)
        for (event, frame) in pairs {
            if let topic = frame.answersTopic {
                let reply = try #require(event.reply)
                #expect(reply["topic"]?.string == topic)
                let request = try #require(pairs.first { $0.0.number == reply["n"]?.int64 })
                #expect(request.0.type == "QUERY")
                #expect(request.1.json["topic"]?.string == topic)
                #expect(request.1.json["messageId"] == frame.json["messageId"])
            }
            if let uid = frame.json["ackedUId"] {
                let answer = try #require(pairs.first { $0.0.reply?["n"]?.int64 == event.number })
                #expect(answer.0.frame["messageUId"] == uid)
            }
        }
    }

    @Test("an event's time is that of the server's clock, give or take", arguments: Bundled.anyWebSocket)
    func times(_ capture: Bundled) async throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for (event, frame) in try await pairs(capture) {
            let time = try style.parse(try #require(event.json["time"]?.string))
            #expect(abs(time.timeIntervalSince1970 - (try #require(frame.json["t"]?.double))) < 0.1)
        }
    }

    @Test(
        "HTTP exchanges are those that the server answered, with the token shortened",
        arguments: Bundled.anyWebSocket
    )
    func exchanges(_ capture: Bundled) async throws {
        let events = try await capture.decoded().events().filter { $0.transport == "http" }
        let expected = try #require(try capture.oracle()["http"]?.elements).filter { $0["path"] != nil }
        #expect(events.map { $0.frame["path"] } == expected.map { $0["path"] })
        for (event, exchange) in zip(events, expected) {
            #expect(event.frame["method"] == "GET")
            #expect(event.frame["status"] == (exchange["upgrade"] == nil ? 200 : 101))
            for member in try #require(exchange["query"]?.members) {
                let found = try #require(event.frame["query"]?[member.key.text]?.string)
                let whole = try #require(member.value.string)
                #expect(found == (member.key.text == "token" ? whole.prefix(4) + "…" : whole))
            }
        }
    }

    @Test("tokens are whole only when that is asked for", arguments: Bundled.anyWebSocket)
    func tokens(_ capture: Bundled) async throws {
        let token = try #require(try capture.oracle()["server"]?["token"]?.string)
        let hidden = try await capture.decoded { _ in }
        #expect(!String(decoding: hidden.output, as: UTF8.self).contains(token))
        let shown = try await capture.decoded { $0.options.showsSecrets = true }
        #expect(String(decoding: shown.output, as: UTF8.self).contains(token))
    }

    private func pairs(_ capture: Bundled) async throws -> [(TestEvent, OracleFrame)] {
        let events = try await capture.decoded().events().filter { $0.transport == "websocket" }
        let frames = try capture.frames()
        try #require(events.count == frames.count)
        return Array(zip(events, frames))
    }

    private func members(_ object: JSONValue) throws -> [(String, JSONValue)] {
        try #require(object.members).map { ($0.key.text, $0.value) }
    }
}

/// The values of the schema's enums that occur in the captures, by field and number.
private let enums = [
    "type": [
        "1": "PERSON", "2": "PERSONS", "3": "GROUP", "4": "TEMPGROUP", "5": "CUSTOMERSERVICE", "6": "NOTIFY",
        "7": "MC", "8": "MP",
    ],
    "sessionStateType": ["1": "IsSilent", "2": "IsTop", "3": "Tags"],
]

/// Where a payload differs from the record, which writes integers and enums as numbers; `nil` where it does not.
func disagreement(_ found: JSONValue, _ expected: JSONValue, path: String) -> String? {
    switch (found, expected) {
    case (.object(let left), .object(let right)):
        let keys = Set(left.map(\.key.text))
        let wanted = Set(right.map(\.key.text))
        // A content that was decoded is among the messages instead; a record writes empty lists.
        let missing = wanted.subtracting(keys).filter { $0 != "content" && expected[$0] != [] }
        guard missing.isEmpty, keys.isSubset(of: wanted) else { return "\(path): \(keys) instead of \(wanted)" }
        for member in left {
            guard let other = expected[member.key.text] else { continue }
            if let found = disagreement(member.value, other, path: "\(path).\(member.key.text)") { return found }
        }
        return nil
    case (.array(let left), .array(let right)):
        guard left.count == right.count else { return "\(path): \(left.count) elements instead of \(right.count)" }
        for (index, pair) in zip(left, right).enumerated() {
            if let found = disagreement(pair.0, pair.1, path: "\(path)[\(index)]") { return found }
        }
        return nil
    case (.string(let text), .number(let number)):
        let names = path.split(separator: ".").last.flatMap { enums[String($0)] }
        let isSame = text.text == number.spelling || text.text == names?[number.spelling]
        return isSame ? nil : "\(path): \(found) instead of \(expected)"
    default:
        return found == expected ? nil : "\(path): \(found) instead of \(expected)"
    }
}
