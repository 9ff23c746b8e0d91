import Capture
import Inspection
import Testing
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Captures are compared by what their events mean")
struct ComparisonTests {
    private static let capture = "rongcloud-web-v4-chat.pcap"

    static func differences(_ a: [JSONValue], _ b: [JSONValue]) -> [CaptureComparison.Difference] {
        var comparison = CaptureComparison()
        comparison.compare(comparison.events(a.map(\.minified)), comparison.events(b.map(\.minified)))
        return Array(comparison.differences)
    }

    static func compare(
        _ a: [UInt8],
        _ b: [UInt8],
        ignored: [String] = [],
        obfuscationKey: [UInt8]? = nil
    ) async throws -> CaptureComparison {
        var comparison = CaptureComparison()
        comparison.ignored = IgnoredFields(ignored)
        var decoder = CaptureDecoder()
        decoder.options.obfuscationKey = obfuscationKey
        let one = try await comparison.read(RedactionTests.Run.reader(over: a), decoder)
        // Only the first one may need a key.
        let other = try await comparison.read(RedactionTests.Run.reader(over: b), CaptureDecoder())
        comparison.compare(one, other)
        return comparison
    }

    @Test("A capture and itself do not differ", arguments: RedactionTests.samples.filter { $0.keys == nil })
    func itself(_ sample: RedactionTests.Sample) async throws {
        let bytes = try RedactionTests.bytes(sample.file)
        #expect(try await Self.compare(bytes, bytes).differences.count == 0)
    }

    @Test("Segments that are cut in two and come in another order make no difference")
    func segments() async throws {
        let bytes = try RedactionTests.bytes(Self.capture)
        let other = try RedactionTests.Run.asPcapng(bytes) { packet, link in
            guard let place = PacketPlace(packet.span, link), case .tcp(let payload) = place.kind,
                place.end - payload > 1
            else { return [packet] }
            let middle = (payload + place.end) / 2
            var first = Array(packet[..<middle])
            let total = middle - place.internet
            first[place.internet + 2] = UInt8(total >> 8)
            first[place.internet + 3] = UInt8(total & 255)
            var second = Array(packet[..<payload]) + packet[middle..<place.end]
            let rest = second.count - place.internet
            second[place.internet + 2] = UInt8(rest >> 8)
            second[place.internet + 3] = UInt8(rest & 255)
            let sequence = PacketRewriter.word(packet, place.transport + 4) &+ UInt32(middle - payload)
            for step in 0..<4 {
                second[place.transport + 4 + step] = UInt8(truncatingIfNeeded: sequence >> UInt32(24 - 8 * step))
            }
            return [second, first]
        }
        #expect(try await Self.compare(bytes, other).differences.map(\.meaning) == [])
    }

    @Test("Of the web SDKs 2.5 and 4.2 it names what a person would")
    func versions() async throws {
        let comparison = try await Self.compare(
            RedactionTests.bytes("rongcloud-web-v2-chat.pcap"),
            RedactionTests.bytes(Self.capture)
        )
        let fields = comparison.differences.filter { $0.field == "frame.query.sdkVer" }
        #expect(fields.map(\.valueA) == ["2.5.10"])
        #expect(fields.map(\.valueB) == ["4.2.0"])
        let onlyOld = comparison.differences.filter { $0.kind == "onlyInA" }.map(\.meaning)
        let onlyNew = comparison.differences.filter { $0.kind == "onlyInB" }.map(\.meaning)
        #expect(onlyOld.contains("QUERY pullUS"))
        #expect(onlyNew.contains("QUERY joinChrm") && onlyNew.contains("QUERY setKV RC:chrmKVNotiMsg"))
        #expect(comparison.differences.contains { $0.field == "payload.value.pushText" && $0.valueA == nil })
        #expect(comparison.latencies.count >= 5)
    }

    @Test("a field of lists in lists is called by its places, also where the lists are of other lengths")
    func places() throws {
        func event(_ flags: String) throws -> JSONValue {
            try JSONValue(
                parsing: #"{"n":1,"flow":1,"system":"rongcloud","transport":"websocket","sender":"server","#
                    + #""frame":{"type":"PUBLISH"},"messages":[\#(flags)]}"#
            )
        }
        let one = try event(#"{"flags":["a"]},{"flags":["b","c"]},{"status":[[1],[2,3]]}"#)
        let other = try event(#"{"flags":["a","e"]},{"flags":["b","d"]},{"status":[[1],[2,4]]}"#)
        let found = Self.differences([one], [other])
        #expect(found.map(\.field) == ["messages[0].flags", "messages[1].flags", "messages[2].status[1][1]"])
        #expect(found.map(\.valueA) == [nil, "c", "3"])
        #expect(found.map(\.valueB) == ["e", "d", "4"])
    }

    @Test("Of flags and diagnostics those are named that the other capture lacks, in whatever order they stand")
    func sets() throws {
        func event(_ flags: String, _ diagnostics: String) throws -> JSONValue {
            let codes = diagnostics.split(separator: " ").map { #"{"severity":"warning","code":"\#($0)","offset":1}"# }
            let names = flags.split(separator: " ").map { "\"\($0)\"" }
            return try JSONValue(
                parsing: #"{"n":1,"flow":1,"system":"rongcloud","transport":"websocket","sender":"server","#
                    + #""frame":{"type":"PUBLISH"},"messages":[{"flags":[\#(names.joined(separator: ","))]}],"#
                    + #""diagnostics":[\#(codes.joined(separator: ","))]}"#
            )
        }
        let one = try event("persisted mentioned", "frame-flag")
        #expect(try Self.differences([one], [event("mentioned persisted", "frame-flag")]).isEmpty)
        let more = try Self.differences([one], [event("persisted counted mentioned", "frame-trailing frame-flag")])
        #expect(more.map(\.field) == ["diagnostics", "messages[0].flags"])
        #expect(more.map(\.valueA) == [nil, nil])
        #expect(more.map(\.valueB) == ["warning frame-trailing", "counted"])
        let twice = try Self.differences([one], [event("expansion persisted", "frame-flag frame-flag")])
        #expect(twice.map(\.valueA) == [nil, "mentioned"])
        #expect(twice.map(\.valueB) == ["warning frame-flag", "expansion"])
    }

    @Test("Keys of events are called by their names, but not where an application may have named them")
    func eventKeys() throws {
        func event(_ frame: String, _ message: String) throws -> JSONValue {
            try JSONValue(
                parsing: #"{"n":1,"flow":1,"system":"rongcloud","transport":"websocket","sender":"server","#
                    + #""frame":{"type":"PUBLISH"\#(frame)},"messages":[{"content":{}\#(message)}]}"#
            )
        }
        let one = try event("", "")
        let found = try Self.differences(
            [one],
            [event(#","trailing":"07","willTopic":"x""#, #","contentBytes":"AA==","sender":"x","target":"y""#)]
        )
        let ofMessage = ["contentBytes", "sender", "target"].map { "messages[0].\($0)" }
        #expect(found.map(\.field) == ["frame.trailing", "frame.willTopic"] + ofMessage)
        let inside = try Self.differences([one], [event(#","reply":{"trailing":"07"}"#, "")])
        #expect(inside.map(\.field) == ["frame.reply.?"])
    }

    @Test("an event is compared whose content nests as deep as contents may")
    func depth() throws {
        func event(_ inner: String) throws -> [UInt8] {
            let depth = JSONLimits().depth
            let content = String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
            return Array(
                (#"{"n":1,"flow":1,"system":"rongcloud","transport":"websocket","sender":"server","#
                    + #""frame":{"type":"PUBLISH"},"messages":[{"content":\#(content)}]}"#).utf8
            )
        }
        var comparison = CaptureComparison()
        comparison.compare(comparison.events([try event("true")]), comparison.events([try event("false")]))
        #expect(comparison.differences.map(\.kind) == ["field"])
        #expect(comparison.differences.map(\.valueA) == ["true"])
    }

    @Test(
        "What is ignored is a path or a part of one, in lists with or without places",
        arguments: [
            "messages", "messages[0]", "content", "mentionedInfo", "mentionedInfo.type", "userIdList", "userIdList[1]",
            "messages.content.mentionedInfo.userIdList", "messages[0].content.mentionedInfo.userIdList", "type",
        ]
    )
    func ignored(_ name: String) {
        let paths = ["type", "userIdList[0]", "userIdList[1]"].map { "messages[0].content.mentionedInfo.\($0)" }
        let left = paths.filter { !IgnoredFields([name]).contain($0) }
        switch name {
        case let name where name.hasSuffix("type"): #expect(left == Array(paths[1...]))
        case let name where name.hasSuffix("userIdList"): #expect(left == [paths[0]])
        case "userIdList[1]": #expect(left == Array(paths[..<2]))
        default: #expect(left == [])
        }
    }

    @Test(
        "What is called otherwise is not ignored",
        arguments: ["message", "messages[1]", "Info", "content.type", "", "."]
    )
    func notIgnored(_ name: String) {
        #expect(!IgnoredFields([name]).contain("messages[0].content.mentionedInfo.type"))
    }

    @Test("Names of ignored fields that no event of either capture has are told")
    func unmatched() async throws {
        let ignored = ["frame.qos", "mentionedInfo", "messages.flgas", "pushText.x", "QOS"]
        let bytes = try RedactionTests.bytes(Self.capture)
        let comparison = try await Self.compare(bytes, bytes, ignored: ignored)
        #expect(comparison.unmatchedNames == ["messages.flgas", "pushText.x", "QOS"])
        // A field of one capture alone is enough.
        let older = try RedactionTests.bytes("rongcloud-web-v2-chat.pcap")
        for (one, other) in [(bytes, older), (older, bytes)] {
            #expect(try await Self.compare(one, other, ignored: ["mentionedInfo"]).unmatchedNames == [])
        }
        #expect(try await Self.compare(older, older, ignored: ["mentionedInfo"]).unmatchedNames == ["mentionedInfo"])
    }

    @Test("Fields of messages are left out", arguments: ["messages", "flags", "mentionedInfo"])
    func ignoredInMessages(_ name: String) async throws {
        let fields = try await Self.compare(
            RedactionTests.bytes("rongcloud-web-v2-chat.pcap"),
            RedactionTests.bytes(Self.capture),
            ignored: [name]
        )
        .differences.compactMap(\.field)
        #expect(!fields.isEmpty)
        #expect(!fields.contains { $0.contains(name) })
    }

    // MARK: Planted differences

    /// What is done to an event of the capture, and what has to be said about it.
    struct Planted: CustomTestStringConvertible, Sendable {
        enum Change: Sendable {
            case drop
            case double
            /// Puts the event before another one.
            case move(before: Int)
            case set(String, JSONValue)
            case remove(String)
        }

        var event: Int
        var change: Change
        var kind: String
        var field: String?
        var testDescription: String { "event \(event), \(change)" }

        init(_ event: Int, _ change: Change, _ kind: String, _ field: String? = nil) {
            self.event = event
            self.change = change
            self.kind = kind
            self.field = field
        }
    }

    private static let mentionedType = "messages[0].content.mentionedInfo.type"

    static let planted = [
        Planted(14, .drop, "onlyInA"), Planted(45, .drop, "onlyInA"), Planted(11, .drop, "onlyInA"),
        Planted(5, .drop, "onlyInA"), Planted(41, .drop, "onlyInA"), Planted(50, .drop, "onlyInA"),
        Planted(28, .drop, "onlyInA"), Planted(32, .double, "onlyInB"), Planted(9, .double, "onlyInB"),
        Planted(14, .double, "onlyInB"), Planted(27, .double, "onlyInB"), Planted(50, .double, "onlyInB"),
        Planted(45, .move(before: 38), "moved"), Planted(29, .move(before: 45), "moved"),
        Planted(13, .set("frame.topic", "prMsgP"), "changed"), Planted(38, .set("frame.topic", "delKV"), "changed"),
        Planted(23, .set("frame.topic", "s_ntf"), "changed"),
        Planted(15, .set("messages.0.objectName", "RC:ImgMsg"), "changed"),
        Planted(25, .set("messages.0.objectName", "RC:TxtMsg"), "changed"),
        Planted(2, .set("frame.method", "POST"), "changed"),
        Planted(13, .set("frame.qos", 0), "field", "frame.qos"),
        Planted(17, .set("frame.dup", true), "field", "frame.dup"),
        Planted(45, .set("frame.retain", true), "field", "frame.retain"),
        Planted(48, .set("frame.status", 21), "field", "frame.status"),
        Planted(50, .set("frame.status", 2), "field", "frame.status"),
        Planted(1, .set("frame.status", 401), "field", "frame.status"),
        Planted(17, .remove("payload.value.pushText"), "field", "payload.value.pushText"),
        Planted(13, .set("payload.value.pushText", "new"), "field", "payload.value.pushText"),
        Planted(10, .remove("payload.value.finished"), "field", "payload.value.finished"),
        Planted(10, .set("payload.value.finished", false), "field", "payload.value.finished"),
        Planted(15, .remove("messages.0.content.mentionedInfo.type"), "field", mentionedType),
        Planted(15, .set("messages.0.content.mentionedInfo.type", 1), "field", mentionedType),
        Planted(13, .set("messages.0.flags.1", "expansion"), "field", "messages[0].flags"),
        Planted(15, .set("messages.0.conversation", "private"), "field", "messages[0].conversation"),
        Planted(3, .set("frame.query.sdkVer", "4.2.1"), "field", "frame.query.sdkVer"),
        Planted(3, .remove("frame.query.apiVer"), "field", "frame.query.apiVer"),
    ]

    @Test("Each of thirty planted differences is named once")
    func plantedDifferences() async throws {
        let events = try await RedactionTests.events(RedactionTests.bytes(Self.capture))
        #expect(events.count == 50)
        #expect(Self.planted.count >= 30)
        for planted in Self.planted {
            var other = events
            let place = planted.event - 1
            switch planted.change {
            case .drop: other.remove(at: place)
            case .double: other.insert(other[place], at: place)
            case .move(let before):
                let event = other.remove(at: place)
                other.insert(event, at: before - (before > planted.event ? 2 : 1))
            case .set(let path, let value): other[place] = Self.changed(other[place], path, value)
            case .remove(let path): other[place] = Self.changed(other[place], path, nil)
            }
            let found = Self.differences(events, other)
            #expect(found.map(\.kind) == [planted.kind], "\(planted.testDescription)")
            #expect(found.first?.field == planted.field, "\(planted.testDescription)")
        }
    }

    private static func changed(_ value: JSONValue, _ path: String, _ new: JSONValue?) -> JSONValue {
        changed(value, path.split(separator: ".").map(String.init)[...], new)
    }

    private static func changed(_ value: JSONValue, _ path: ArraySlice<String>, _ new: JSONValue?) -> JSONValue {
        guard let key = path.first else { return new ?? value }
        let rest = path.dropFirst()
        switch value {
        case .object(let members):
            guard members.contains(where: { $0.key.text == key }) else {
                return .object(members + (new.map { [JSONMember(JSONString(key), $0)] } ?? []))
            }
            return .object(
                members.compactMap { member in
                    guard member.key.text == key else { return member }
                    if rest.isEmpty { return new.map { JSONMember(member.key, $0) } }
                    return JSONMember(member.key, changed(member.value, rest, new))
                }
            )
        case .array(var elements):
            guard let place = Int(key), elements.indices.contains(place) else { return value }
            elements[place] = changed(elements[place], rest, new)
            return .array(elements)
        default: return value
        }
    }

    @Test("Captures without anything in common are compared in time")
    func nothingInCommon() {
        let events = { (name: String) in
            (1...10_000).map { number -> JSONValue in
                [
                    "n": JSONValue(number), "flow": 1, "system": "rongcloud", "transport": "websocket",
                    "sender": "client", "frame": ["type": "PUBLISH", "topic": JSONValue("\(name)\(number)")],
                ]
            }
        }
        #expect(Self.differences(events("a"), events("b")).count == 10_000)
    }
}
