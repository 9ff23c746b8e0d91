import Testing
import WireJSON

@testable import Redaction

@Suite("What is beyond the limits of a comparison is left out, and said to be")
struct ComparisonLimitTests {
    /// Heartbeats of one connection.
    private static func heartbeats(_ count: Int, flow: Int = 1, from first: Int = 1) -> [JSONValue] {
        (0..<count).map { event(first + $0, flow, ["type": "PINGREQ"]) }
    }

    private static func event(_ number: Int, _ flow: Int, _ frame: JSONValue) -> JSONValue {
        [
            "n": JSONValue(number), "flow": JSONValue(flow), "system": "rongcloud", "transport": "websocket",
            "sender": "client", "frame": frame,
        ]
    }

    private static func compare(
        _ a: [JSONValue],
        _ b: [JSONValue],
        _ limits: ComparisonLimits
    ) -> CaptureComparison {
        var comparison = CaptureComparison()
        comparison.limits = limits
        comparison.compare(comparison.events(a.map(\.minified)), comparison.events(b.map(\.minified)))
        return comparison
    }

    private static func limits(events: Int) -> ComparisonLimits {
        var limits = ComparisonLimits()
        limits.events = events
        return limits
    }

    @Test("As many events as the limit are compared, and of one more the number is said")
    func events() {
        let whole = Self.compare(Self.heartbeats(20), Self.heartbeats(20), Self.limits(events: 20))
        #expect(whole.uncompared.a == nil && whole.uncompared.b == nil)
        let cut = Self.compare(Self.heartbeats(23), Self.heartbeats(20), Self.limits(events: 20))
        #expect(cut.uncompared.a == CaptureComparison.Uncompared(count: 3, first: 21))
        #expect(cut.uncompared.b == nil)
        #expect(cut.differences.isEmpty)
    }

    @Test("Nothing is said to be missing where the other capture's connection was not read to its end")
    func cutConnection() {
        // The first capture is one heartbeat ahead, so the limit cuts its connection one event earlier.
        let topics = (0..<20).map { Self.event($0 + 2, 1, ["type": "PUBLISH", "topic": "ppMsgP"]) }
        let one = Self.heartbeats(1) + topics
        let found = Self.compare(one, topics, Self.limits(events: 20))
        #expect(found.differences.map(\.kind) == ["onlyInA"])
        #expect(found.differences.map(\.a) == [1])
        #expect(Self.compare(topics, one, Self.limits(events: 20)).differences.map(\.kind) == ["onlyInB"])
    }

    @Test("The end of a connection that was read is compared, though another one was cut")
    func otherConnection() {
        let one = Self.heartbeats(5) + Self.heartbeats(20, flow: 2, from: 6)
        let other = Self.heartbeats(3) + Self.heartbeats(20, flow: 2, from: 6)
        let found = Self.compare(one, other, Self.limits(events: 15))
        #expect(found.differences.map(\.kind) == ["onlyInA", "onlyInA"])
        #expect(found.differences.map(\.flowA) == [1, 1])
        #expect(found.uncompared.a == CaptureComparison.Uncompared(count: 10, first: 16))
        #expect(found.uncompared.b == CaptureComparison.Uncompared(count: 8, first: 18))
    }

    @Test("Events with ever different fields reach the limit of bytes, each capture by itself")
    func tables() {
        let different = (1...2000).map { Self.event($0, 1, ["type": "PUBACK", "status": JSONValue($0)]) }
        var limits = ComparisonLimits()
        limits.tableBytes = 100_000
        let found = Self.compare(different, Self.heartbeats(2000), limits)
        #expect((found.uncompared.a?.first ?? 0) > 100)
        #expect((found.uncompared.a?.count ?? 0) > 100)
        #expect(found.uncompared.b == nil)
        let alike = Self.compare(Self.heartbeats(2000), different, limits)
        #expect(alike.uncompared.a == nil)
        #expect(alike.uncompared.b != nil)
    }

    @Test("Names that applications gave to members take no memory")
    func names() {
        let events = (1...2000).map { number -> JSONValue in
            let reply = JSONValue.object([JSONMember(JSONString("key\(number)"), true)])
            return Self.event(number, 1, ["type": "PUBLISH", "reply": reply])
        }
        var limits = ComparisonLimits()
        limits.tableBytes = 20_000
        #expect(Self.compare(events, events, limits).uncompared.a == nil)
    }

    @Test(
        "The results that are kept for equal fields take limited memory, however long the texts are",
        arguments: [(10, true), (5000, true), (100_000, false)]
    )
    func results(_ length: Int, _ areKept: Bool) {
        var tables = ComparisonTables()
        let path = tables.root("payload", of: "rongcloud")
        let rows = (0..<300).map { number in
            let value = tables.number(String(repeating: "x", count: length) + "\(number)")
            let fields = tables.list([ComparisonTables.field(path, value)])
            return EventRow(number: UInt32(number), request: 0, kind: 0, fields: fields)
        }
        var comparison = FieldComparison(tables, ignoring: IgnoredFields())
        for (one, other) in zip(rows, rows.dropFirst()) {
            #expect(comparison.fields(one, other, isOfFrame: false).map(\.path) == ["payload"])
            #expect(comparison.knownBytes <= FieldComparison.mostBytes)
        }
        #expect((comparison.knownBytes > 0) == areKept)
    }

    @Test("The spellings that are known are forgotten when there are as many as may be kept")
    func spellings() {
        var known = KnownSpellings()
        for number in 0..<KnownSpellings.most { _ = known.keep(Int32(number), UInt64(number + 1) << 20) }
        #expect(known[1 << 20] == 0)
        #expect(known.keep(7, .max) == 7)
        #expect(known[1 << 20] == nil)
        #expect(known[.max] == 7)
    }

    @Test("JSON names the events that were not compared, and has no such member otherwise")
    func json() throws {
        func json(_ comparison: CaptureComparison) throws -> JSONValue {
            var text = ""
            try comparison.writeJSON { text += $0 }
            return try JSONValue(parsing: text)
        }
        let cut = try json(Self.compare(Self.heartbeats(1), Self.heartbeats(5), Self.limits(events: 3)))
        #expect(cut["uncompared"] == ["b": ["events": 2, "first": 4]])
        #expect(cut["differences"]?.elements?.count == 2)
        let whole = try json(Self.compare(Self.heartbeats(1), Self.heartbeats(1), Self.limits(events: 3)))
        #expect(whole["uncompared"] == nil)
        #expect(whole["differences"] == [])
    }
}
