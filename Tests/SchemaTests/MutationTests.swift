import Testing
import WireJSON

/// A change to an event or report that breaks the contract.
struct Mutation: Sendable, CustomTestStringConvertible {
    /// Members on the way to the value that changes.
    var path: [String]
    /// The new value; `nil` takes the member away.
    var value: JSONValue?

    init(_ path: String, _ value: JSONValue?) {
        self.path = path.split(separator: "/").map(String.init)
        self.value = value
    }

    var testDescription: String { "/\(path.joined(separator: "/")) = \(value.map { "\($0)" } ?? "gone")" }

    /// The value changed; `nil` when it has no such place.
    func applied(to value: JSONValue) -> JSONValue? {
        guard path.indices.allSatisfy({ value.at(path[...$0]) != nil }) else { return nil }
        return value.replacing(path[...], with: self.value)
    }

    static let ofEvents: [Mutation] = [
        Mutation("n", 0), Mutation("n", nil), Mutation("n", "1"), Mutation("time", nil),
        Mutation("time", "2026-11-21 03:18:32.524261"), Mutation("time", "2026-11-21T03:18:32.524Z"),
        Mutation("time", "2026-11-21T03:18:32.524261+00:00"), Mutation("time", 1_795_231_112), Mutation("flow", 0),
        Mutation("flow", nil), Mutation("client", "127.0.0.1"), Mutation("client", "::1:80"), Mutation("client", nil),
        Mutation("server", "[::1]"), Mutation("server", nil), Mutation("sender", "peer"), Mutation("sender", nil),
        Mutation("transport", "udp"), Mutation("transport", nil), Mutation("system", "RongCloud"),
        Mutation("system", nil), Mutation("frame", nil), Mutation("frame", []), Mutation("frame/type", "PUSH"),
        Mutation("frame/type", "HTTP"), Mutation("frame/type", "publish"), Mutation("frame/qos", 4),
        Mutation("frame/qos", nil), Mutation("frame/dup", 0), Mutation("frame/dup", nil), Mutation("frame/retain", nil),
        Mutation("frame/topic", nil), Mutation("frame/topic", 3), Mutation("frame/targetId", nil),
        Mutation("frame/messageId", 65536), Mutation("frame/messageId", -1), Mutation("frame/messageId", nil),
        Mutation("frame/date", 1.5), Mutation("frame/date", nil), Mutation("frame/status", 65536),
        Mutation("frame/status", nil), Mutation("frame/millisecond", "513"), Mutation("frame/userId", 7),
        Mutation("frame/timestamp", "1795231112543"), Mutation("frame/flag", 256), Mutation("frame/flag", nil),
        Mutation("frame/query", []), Mutation("frame/query/v", 2), Mutation("inReplyTo/n", 0),
        Mutation("inReplyTo/n", nil), Mutation("inReplyTo/latency", "0.1"), Mutation("inReplyTo/latency", nil),
        Mutation("payload", "text"), Mutation("payload/message", nil), Mutation("payload/message", ""),
        Mutation("payload/value", nil), Mutation("payload/value", []), Mutation("messages", []),
        Mutation("messages/0", "x"), Mutation("messages/0/objectName", nil), Mutation("messages/0/objectName", 1),
        Mutation("messages/0/conversation", "PERSON"), Mutation("messages/0/sender", 4),
        Mutation("messages/0/sentTime", "2026-11-21T03:18:33Z"), Mutation("messages/0/sentTime", 1_795_231_113_838),
        Mutation("messages/0/uid", 1), Mutation("messages/0/flags", ["stored"]),
        Mutation("packets", nil), Mutation("packets", [0]), Mutation("packets", 4),
        Mutation("bytes", nil), Mutation("bytes", -1), Mutation("bytes", 1.5), Mutation("hex", "C0"),
        Mutation("hex", "c"), Mutation("hex", []),
    ]

    static let ofStatistics: [Mutation] = [
        Mutation("schema", "imwire-stats/2"), Mutation("schema", nil), Mutation("packets", -1), Mutation("from", nil),
        Mutation("to", "2026-11-21T03:18:32Z"), Mutation("types/0/type", "PING"), Mutation("types/0/sender", "both"),
        Mutation("types/0/count", 0), Mutation("topics/0/topic", nil), Mutation("topics/0/bytes", "1"),
        Mutation("objectNames/0/objectName", 1), Mutation("objectNames", nil), Mutation("otherBytes", nil),
    ]

    static let ofFlows: [Mutation] = [
        Mutation("schema", "imwire-flows/2"), Mutation("flows", nil), Mutation("flows/0/flow", 0),
        Mutation("flows/0/client", "localhost:1"), Mutation("flows/0/from", nil), Mutation("flows/0/fromClient", 3),
        Mutation("flows/0/fromServer/bytes", -1), Mutation("flows/0/system", "other"),
        Mutation("flows/2/generations", [0]), Mutation("flows/2/closeCode", 65536), Mutation("flows/2/session", 0),
    ]
}

@Suite("The published schemas refuse what breaks the contract")
struct MutationTests {
    @Test("in events, wherever the change applies", arguments: Mutation.ofEvents)
    func events(_ mutation: Mutation) async throws {
        let schema = try Published.schema()
        var refused = 0
        for event in try await Self.sampleEvents() {
            guard let changed = mutation.applied(to: event), changed != event else { continue }
            if Self.isAllowed(mutation, event) { continue }
            #expect(try !schema.faults(of: changed, in: Published.event).isEmpty, "event \(event["n"]?.int64 ?? 0)")
            refused += 1
        }
        #expect(refused > 0)
    }

    /// Members that only some types of frame must have.
    private static func isAllowed(_ mutation: Mutation, _ event: JSONValue) -> Bool {
        // Plain texts of other systems have no type.
        if mutation.value == nil, mutation.path == ["messages", "0", "objectName"] {
            return event["system"] != "rongcloud"
        }
        guard mutation.value == nil, let type = event["frame"]?["type"]?.string else { return false }
        switch mutation.path {
        // Date and status of a PUBACK depend on each other: that is refused as well.
        case ["frame", "date"]: return type == "PUBLISH" && event["transport"]?.string == "polling"
        case ["frame", "status"]: return type == "HTTP"
        // The long-polling form has one in CONNACK and DISCONNECT, too.
        case ["frame", "messageId"]: return ["CONNACK", "DISCONNECT"].contains(type)
        default: return false
        }
    }

    @Test("in events whose member is of another kind")
    func otherKinds() async throws {
        let schema = try Published.schema()
        for event in try await Self.sampleEvents() {
            for member in event.members ?? [] {
                var changed = event
                changed[member.key.text] = .null
                #expect(try !schema.faults(of: changed, in: Published.event).isEmpty, "\(member.key.text) is null")
            }
            // What a navigation server answers may be any JSON.
            for member in event["frame"]?.members ?? [] where member.key.text != "reply" {
                var changed = event
                changed["frame"]?[member.key.text] = [1]
                #expect(try !schema.faults(of: changed, in: Published.event).isEmpty, "\(member.key.text) is a list")
            }
        }
    }

    @Test("in events with a misspelt key, when members must be named")
    func misspeltKeys() async throws {
        let schema = try Published.schema()
        for event in try await Self.sampleEvents() {
            for path in [[], ["frame"], ["inReplyTo"], ["payload"], ["messages", "0"]] as [[String]] {
                for key in Self.keys(event, path) where key != "type" {
                    let changed = Self.misspelling(key, event, path)
                    let faults = try schema.faults(of: changed, in: Published.event, closed: true)
                    #expect(!faults.isEmpty, "\(path) \(key)")
                }
            }
        }
    }

    private static let statistics = Task { try await Output.statistics(Bundled.bytes("rongcloud-web-v2-chat.pcap")) }
    private static let flows = Task { try await Output.flows(Bundled.bytes("rongcloud-web-v2-chat.pcap")) }

    @Test("in statistics", arguments: Mutation.ofStatistics)
    func statistics(_ mutation: Mutation) async throws {
        let report = try await Self.statistics.value
        let changed = try #require(mutation.applied(to: report))
        #expect(try !Published.schema().faults(of: changed, in: Published.statistics).isEmpty)
    }

    @Test("in lists of connections", arguments: Mutation.ofFlows)
    func flows(_ mutation: Mutation) async throws {
        let report = try await Self.flows.value
        let changed = try #require(mutation.applied(to: report))
        #expect(try !Published.schema().faults(of: changed, in: Published.flows).isEmpty)
    }

    @Test(
        "in frame objects that lack a member",
        arguments: ["type", "qos", "dup", "retain", "data", "topic", "messageId"]
    )
    func frames(_ key: String) async throws {
        let schema = try Published.schema()
        let events = try await Self.sampleEvents().filter { event in
            event["transport"]?.string == "websocket" && event["frame"]?["type"]?.string == "PUBLISH"
        }
        #expect(!events.isEmpty)
        for event in events {
            var frame = try #require(try Output.frame(of: event))
            frame[key] = nil
            #expect(try !schema.faults(of: frame, in: Published.frame).isEmpty)
        }
    }

    @Test(
        "as Python's jsonschema does, event by event",
        .enabled(if: PythonValidator.isInstalled, "needs python3 with the packages jsonschema and referencing")
    )
    func agreesWithPython() async throws {
        let schema = try Published.schema()
        var cases: [(document: String, value: JSONValue)] = []
        for event in try await Self.sampleEvents() {
            cases.append((Published.event, event))
            cases += Mutation.ofEvents.compactMap { mutation in
                mutation.applied(to: event).map { (Published.event, $0) }
            }
            guard let frame = try Output.frame(of: event) else { continue }
            cases.append((Published.frame, frame))
            for member in frame.members ?? [] {
                var changed = frame
                changed[member.key.text] = nil
                cases.append((Published.frame, changed))
            }
        }
        let verdicts = try PythonValidator.verdicts(cases, schema.documents)
        #expect(verdicts.count == cases.count)
        #expect(Set(verdicts) == [true, false])
        for (item, verdict) in zip(cases, verdicts) {
            #expect(try schema.faults(of: item.value, in: item.document).isEmpty == verdict, "\(item.value)")
        }
    }

    /// One event of each shape in the bundled captures; they are decoded once for all changes.
    private static func sampleEvents() async throws -> [JSONValue] { try await samples.value }

    private static let samples = Task { try await gatherSamples() }

    private static func gatherSamples() async throws -> [JSONValue] {
        var shapes: Set<[String]> = []
        var samples: [JSONValue] = []
        for name in Bundled.names {
            for event in try await Output.events(Bundled.bytes(name)) {
                let shape =
                    [event["frame"]?["type"]?.string ?? ""] + keys(event, []) + keys(event, ["frame"])
                    + keys(event, ["messages", "0"])
                if shapes.insert(shape).inserted { samples.append(event) }
            }
        }
        return samples
    }

    private static func keys(_ event: JSONValue, _ path: [String]) -> [String] {
        event.at(path[...])?.members?.map(\.key.text) ?? []
    }

    private static func misspelling(_ key: String, _ event: JSONValue, _ path: [String]) -> JSONValue {
        let members = event.at(path[...])?.members ?? []
        let changed = JSONValue.object(
            members.map { $0.key.text == key ? JSONMember(JSONString(key + "_"), $0.value) : $0 }
        )
        return event.replacing(path[...], with: changed) ?? changed
    }
}

extension JSONValue {
    /// The value at the end of a way of keys and positions.
    fileprivate func at(_ path: ArraySlice<String>) -> JSONValue? {
        guard let step = path.first else { return self }
        let next = Int(step).map { self[$0] } ?? self[step]
        return next?.at(path.dropFirst())
    }

    /// This value with another one, or none, at the end of a way that is there.
    fileprivate func replacing(_ path: ArraySlice<String>, with new: JSONValue?) -> JSONValue? {
        guard let step = path.first else { return new }
        var value = self
        if let position = Int(step) {
            value[position] = value[position].flatMap { $0.replacing(path.dropFirst(), with: new) }
        } else {
            value[step] = value[step].flatMap { $0.replacing(path.dropFirst(), with: new) }
        }
        return value
    }
}
