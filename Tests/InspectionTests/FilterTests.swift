import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Filters")
struct FilterTests {
    /// The values at a path of an event, looked up in its line; through arrays, all of them.
    private static func values(_ path: [String], in json: JSONValue) -> [JSONValue] {
        if let elements = json.elements { return elements.flatMap { values(path, in: $0) } }
        guard let name = path.first else { return [json] }
        return json[name].map { values(Array(path.dropFirst()), in: $0) } ?? []
    }

    private static func path(_ field: String) -> [String] {
        let names = field.split(separator: ".").map(String.init)
        switch names[0] {
        case "message": return ["messages"] + names.dropFirst()
        case "content": return ["messages"] + names
        case "latency": return ["inReplyTo", "latency"]
        default: return names
        }
    }

    private static func passing(_ filter: String, _ capture: [UInt8]) async throws -> [Int64] {
        let filter = try EventFilter(filter)
        return try await Decoded(capture) {
            $0.filter = filter
            $0.options.showsSecrets = true
        }.events().map(\.number)
    }

    private static func all(_ capture: [UInt8]) async throws -> [TestEvent] {
        try await Decoded(capture) { $0.options.showsSecrets = true }.events()
    }

    @Test("every field is judged as its lines show it: ==, != and existence", arguments: Bundled.everyForm)
    func fieldsAsInLines(_ capture: Bundled) async throws {
        let bytes = try capture.capture()
        let events = try await Self.all(bytes)
        let fields = [
            "n", "flow", "sender", "frame.type", "frame.topic", "frame.messageId", "frame.status", "message.objectName",
            "inReplyTo.n", "inReplyTo.topic", "content.content", "message.target", "message.sender", "frame.qos",
            "frame.dup", "payload.message", "diagnostics.code", "transport", "bytes", "frame.date",
            "payload.value.syncTime",
        ]
        var filters: [String] = []
        var expected: [[Int64]] = []
        for field in fields {
            let path = Self.path(field)
            let found = events.map { Self.values(path, in: $0.json) }
            let exists = zip(events, found).filter { !$0.1.isEmpty }.map(\.0.number)
            filters += [field, "!\(field)"]
            expected += [exists, events.map(\.number).filter { !exists.contains($0) }]
            var seen: [JSONValue] = []
            for value in found.flatMap({ $0 }) where value.kind != .object && !seen.contains(value) {
                seen.append(value)
            }
            seen = Array(seen.prefix(4))
            // What the field can never be is refused.
            seen += (["no such value", 987_654] as [JSONValue]).filter {
                (try? EventFilter("\(field) == \($0)")) != nil
            }
            for value in seen {
                let equal = zip(events, found).filter { $0.1.contains(value) }.map(\.0.number)
                filters += ["\(field) == \(value)", "\(field) != \(value)"]
                expected += [equal, exists.filter { !equal.contains($0) }]
            }
        }
        let passing = try FilterVerdicts.passing(filters, in: bytes) { $0.options.showsSecrets = true }
        for (index, filter) in filters.enumerated() { #expect(passing[index] == expected[index], "\(filter)") }
    }

    /// A filter, and whether an event passes that is the client's, a PUBLISH, of QoS 9.
    private struct Example: Sendable, CustomTestStringConvertible {
        var filter: String
        var expected: @Sendable (Bool, Bool, Bool) -> Bool
        var testDescription: String { filter }

        init(_ filter: String, _ expected: @escaping @Sendable (Bool, Bool, Bool) -> Bool) {
            self.filter = filter
            self.expected = expected
        }
    }

    @Test(
        "words, signs, parentheses and precedence",
        arguments: [
            Example(#"sender == "client" || frame.type == PUBLISH && frame.qos == 3"#, { (c, p, q) in c || p && q }),
            Example(
                #"(sender == "client" || frame.type == PUBLISH) && frame.qos == 3"#,
                { (c, p, q) in (c || p) && q }
            ),
            Example("not sender == client and frame.type eq PUBLISH", { (c, p, _) in !c && p }),
            Example("not (sender == client and frame.type eq PUBLISH)", { (c, p, _) in !(c && p) }),
            Example("! ! sender=='client'", { (c, _, _) in c }),
            Example("sender ne client or frame.type ne PUBLISH", { (c, p, _) in !c || !p }),
            Example("frame.type==PUBLISH&&!(sender==client)||frame.qos==3", { (c, p, q) in p && !c || q }),
            Example("  (((sender == \"client\")))  ", { (c, _, _) in c }),
        ]
    )
    private func grammar(_ example: Example) async throws {
        let bytes = try Bundled.v4.capture()
        let wanted = try await Self.all(bytes).filter {
            example.expected($0.sender == "client", $0.type == "PUBLISH", $0.frame["qos"] == 3)
        }
        #expect(try await Self.passing(example.filter, bytes) == wanted.map(\.number))
    }

    @Test(
        "a text that is no filter is refused where it goes wrong",
        arguments: [
            ("", 0), ("   ", 3), ("sender ==", 9), ("sender == ", 10), ("bogus == 1", 0), ("sender == client &&", 19),
            ("(sender == client", 17), ("sender == client)", 16), ("sender = client", 7), ("sender == \"client", 10),
            ("sender == client flow", 17), ("frame..type", 0), ("messages.bogus", 0), ("flow == 1 || nothing.here", 13),
            ("== 1", 0), ("sender.x", 0), ("!", 1),
        ]
    )
    func badFilters(_ text: String, _ position: Int) {
        do throws(FilterError) {
            _ = try EventFilter(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.position == position, "\(text): \(error)")
            #expect(error.description.contains("character \(position + 1)"))
        }
    }

    @Test("in an ordered comparison a text need not be a name that the field may have")
    func orderOfNames() async throws {
        let bytes = try Bundled.v4.capture()
        let wanted = try await Self.all(bytes).filter { $0.type > "PUZZLE" }.map(\.number)
        #expect(!wanted.isEmpty)
        #expect(try await Self.passing("frame.type > PUZZLE", bytes) == wanted)
        #expect(throws: FilterError.self) { try EventFilter("frame.type == PUZZLE") }
    }

    @Test("nesting has a limit and does not exhaust the stack")
    func nesting() throws {
        #expect(throws: FilterError.self) {
            try EventFilter(String(repeating: "(", count: 100_000) + "n" + String(repeating: ")", count: 100_000))
        }
        #expect(throws: FilterError.self) { try EventFilter(String(repeating: "!", count: 100_000) + "n") }
        _ = try EventFilter(String(repeating: "(", count: 50) + "n" + String(repeating: ")", count: 50))
    }

    @Test("quotes may hold the other quote, and a backslash takes the next character as it is")
    func quotes() async throws {
        var talk = Talk()
        let name = #"o"d\d 'name'"#
        talk.frame(.client, Bytes.publish("ppMsgP", to: name, id: 1, Bytes.upStream("RC:TxtMsg", "{}")))
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 2, Bytes.upStream("RC:TxtMsg", "{}")))
        let capture = CaptureFile.write(talk.segments)
        #expect(try await Self.passing(#"frame.targetId == "o\"d\\d 'name'""#, capture) == [2])
        #expect(try await Self.passing(#"frame.targetId == 'o"d\\d \'name\''"#, capture) == [2])
        #expect(try await Self.passing("frame.targetId == bob", capture) == [3])
    }

    @Test("numbers of events are those before the filter, for any number of workers", arguments: 1...3)
    func numbers(_ workers: Int) async throws {
        let bytes = try Bundled.v4.capture()
        let reply = try #require(try await Self.all(bytes).first { $0.reply != nil })
        let request = try #require(reply.reply?["n"]?.int64)
        for (text, expected) in [("n == 5", [Int64(5)]), ("inReplyTo.n == \(request)", [reply.number])] {
            let filter = try EventFilter(text)
            let found = try await Decoded(bytes) {
                $0.filter = filter
                $0.options.workers = workers
            }.events()
            #expect(found.map(\.number) == expected)
        }
        let filter = try EventFilter("frame.type == QUERYACK")
        let limited = try await Decoded(bytes) {
            $0.filter = filter
            $0.limit = 2
            $0.options.workers = workers
        }.events()
        let whole = try await Self.all(bytes).filter { $0.type == "QUERYACK" }
        #expect(limited.map(\.number) == whole.prefix(2).map(\.number))
        #expect(limited.map { $0.reply?["n"] } == whole.prefix(2).map { $0.reply?["n"] })
    }
}
