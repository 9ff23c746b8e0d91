import Testing
import WireJSON

@testable import Redaction

@Suite("Connections of two captures are paired by what they hold")
struct ConnectionPairingTests {
    /// A connection: what its client publishes, and where.
    private struct Connection {
        var topics: [String]
        var server = "10.0.0.2:80"
        /// A field that is compared.
        var qos = 1
    }

    /// The events of a capture with these connections, one behind the other.
    private static func capture(_ connections: [Connection]) -> [JSONValue] {
        var events: [JSONValue] = []
        for (index, connection) in connections.enumerated() {
            for topic in connection.topics {
                events.append([
                    "n": JSONValue(events.count + 1), "flow": JSONValue(index + 1), "system": "rongcloud",
                    "transport": "websocket", "sender": "client", "server": JSONValue(connection.server),
                    "frame": ["type": "PUBLISH", "topic": JSONValue(topic), "qos": JSONValue(connection.qos)],
                ])
            }
        }
        return events
    }

    private static func differences(_ a: [Connection], _ b: [Connection]) -> [CaptureComparison.Difference] {
        ComparisonTests.differences(capture(a), capture(b))
    }

    private static let first = Connection(topics: ["connect", "pull", "ppMsgP", "pull"])
    private static let second = Connection(topics: ["connect", "joinChrm", "chatMsg", "chatMsg", "exitChrm"])

    @Test("two users' sessions that begin in the other order do not differ")
    func swapped() {
        #expect(Self.differences([Self.first, Self.second], [Self.second, Self.first]).isEmpty)
    }

    @Test("a connection that only one capture has is missing as a whole, and the others are what they were")
    func extra() {
        let extra = Connection(topics: ["connect", "queryUser"])
        let found = Self.differences([Self.first, Self.second], [extra, Self.first, Self.second])
        #expect(found.map(\.kind) == ["onlyInB", "onlyInB"])
        #expect(found.map(\.flowB) == [1, 1])
        let lost = Self.differences([extra, Self.first, Self.second], [Self.second, Self.first])
        #expect(lost.map(\.kind) == ["onlyInA", "onlyInA"])
        #expect(lost.map(\.flowA) == [1, 1])
    }

    @Test("sessions that come in the other order and have changed go together by what they have in common")
    func alike() {
        var other = (Self.first, Self.second)
        other.0.topics.removeLast()
        other.1.topics.append("pull")
        let found = Self.differences([Self.first, Self.second], [other.1, other.0])
        #expect(found.map(\.kind).sorted() == ["onlyInA", "onlyInB"])
        #expect(found.first { $0.kind == "onlyInA" }?.flowA == 1)
        #expect(found.first { $0.kind == "onlyInB" }?.flowB == 1)
    }

    @Test("of equal sessions those go together that have the same fields, then those on one server, then by order")
    func equal() {
        var rare = Self.first
        rare.qos = 0
        #expect(Self.differences([Self.first, rare], [rare, Self.first]).isEmpty)
        var one = Self.first
        var two = Self.first
        (one.server, two.server) = ("10.0.0.3:80", "10.0.0.4:80")
        var changed = two
        changed.qos = 0
        let found = Self.differences([one, two], [changed, one])
        #expect(Set(found.map(\.flowA)) == [2] && Set(found.map(\.flowB)) == [1])
        var shorter = Self.first
        shorter.topics.removeLast()
        let inOrder = Self.differences([Self.first, Self.first], [shorter, Self.first])
        #expect(inOrder.map(\.kind) == ["onlyInA"])
        #expect(inOrder.map(\.flowA) == [1])
    }

    @Test("connections that have nothing in common go together in order")
    func nothingInCommon() {
        let found = Self.differences(
            [Connection(topics: ["a"]), Connection(topics: ["b"])],
            [Connection(topics: ["c"]), Connection(topics: ["d"])]
        )
        #expect(found.map(\.kind) == ["changed", "changed"])
        #expect(found.map(\.flowA) == [1, 2] && found.map(\.flowB) == [1, 2])
    }

    @Test("thousands of connections in the opposite order are paired, also when each of them has changed")
    func many() {
        let connections = (0..<4000).map { Connection(topics: ["connect", "topic\($0)", "pull"]) }
        #expect(Self.differences(connections, connections.reversed()).isEmpty)
        let changed = connections.map { Connection(topics: $0.topics + ["pull"]) }
        let found = Self.differences(connections, changed.reversed())
        #expect(found.count == 4000)
        #expect(found.allSatisfy { $0.kind == "onlyInB" && $0.meaning == "PUBLISH pull" })
    }

    @Test("thousands of connections without anything in common take no longer")
    func manyOthers() {
        let (a, b) = ("a", "b")
        let own = (0..<4000).map { number in Connection(topics: (0..<4).map { "\(a)\(number)_\($0)" }) }
        let others = (0..<4000).map { number in Connection(topics: (0..<4).map { "\(b)\(number)_\($0)" }) }
        #expect(Self.differences(own, others).count == 16_000)
    }
}
