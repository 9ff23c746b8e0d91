import Foundation
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("The table of fields")
struct FieldTableTests {
    /// The paths of a value, through lists; what is the application's or the server's is not looked into.
    private static func paths(of json: JSONValue, _ path: String = "") -> Set<String> {
        if EventFields.entries[path]?.isOpen == true { return [path] }
        if let elements = json.elements { return elements.reduce([path]) { $0.union(paths(of: $1, path)) } }
        guard let members = json.members else { return [path] }
        return members.reduce(path.isEmpty ? [] : [path]) { found, member in
            found.union(paths(of: member.value, path.isEmpty ? member.key.text : "\(path).\(member.key.text)"))
        }
    }

    @Test("it has every field that the bundled captures show", arguments: FilterTable.captures)
    func isComplete(_ capture: String) async throws {
        let events = try await Decoded(Bundled.file(capture)).events()
        #expect(!events.isEmpty)
        for event in events {
            let missing = Self.paths(of: event.json).filter { EventFields.entries[$0] == nil }
            #expect(missing.isEmpty, "event \(event.number)")
        }
    }

    private static func isKnown(_ name: String, _ path: String) -> Bool {
        EventFields.entries[path]?.kinds.contains { $0.names?.contains(name) == true } == true
    }

    @Test("what a field holds in the bundled captures is what the table says", arguments: FilterTable.captures)
    func kinds(_ capture: String) async throws {
        for event in try await Decoded(Bundled.file(capture)).events() {
            for row in EventFields.rows
            where row.systems.isEmpty || row.systems.map(\.name.description) == [event.json["system"]?.string] {
                var values = [event.json]
                for name in row.field.path.split(separator: ".").map(String.init) {
                    values = values.flatMap { $0.elements ?? [$0] }.compactMap { $0[name] }
                }
                for value in values.flatMap({ $0.elements ?? [$0] }) {
                    let fits =
                        switch row.field.kind {
                        case .text, .hex, .base64, .time: value.string != nil
                        // Others may be those of other rows.
                        case .name, .manyNames: value.string.map { Self.isKnown($0, row.field.path) } ?? false
                        case .textOrNumber, .nameOrNumber: value.string != nil || value.int64 != nil
                        case .integer, .size: value.int64 != nil
                        case .seconds: value.kind == .number
                        case .boolean: value.kind == .bool
                        case .presence: value.bool == true
                        case .object: value.kind == .object
                        case .json: true
                        }
                    #expect(fits, "event \(event.number), \(row.field.path): \(value)")
                }
            }
        }
    }

    @Test("every example is a filter, and every path a field to show unless it is an object")
    func examples() throws {
        let list = try JSONValue(parsing: FieldList.text(.json))
        let fields = try #require(list["fields"]?.elements)
        #expect(fields.count > 80 && list["schema"] == "imwire-fields/1")
        for field in fields {
            _ = try EventFilter(try #require(field["example"]?.string))
            for key in ["path", "short"] {
                let path = try #require(field[key]?.string)
                _ = try EventFilter(path)
                if field["type"] != "object" { _ = try FieldPath(shown: path) }
            }
        }
    }

    @Test("a name of a closed set in any system may be asked for, and none beside")
    func names() throws {
        for name in ["PUBLISH", "POLL", "RECONNECTACK", "GAP", "HTTP", "UNDECODED", "heartbeat", "REPLY"] {
            _ = try EventFilter("frame.type == \(name)")
        }
        for name in ["private", "rtcRoom", "transient", "superTeam", "order", "42"] {
            _ = try EventFilter("message.conversation == \(name)")
        }
        #expect(throws: FilterError.self) { try EventFilter("message.conversation == PRIVATE") }
    }

    @Test("the lists for people name every field once a group")
    func lists() {
        for format in [FieldList.Format.text, .markdown] {
            let text = FieldList.text(format)
            for row in EventFields.rows { #expect(text.contains(row.field.shortPath)) }
            #expect(!text.contains("\u{1B}"))
        }
    }
}

@Suite("The format of fields")
struct FieldsFormatTests {
    private static func output(_ fields: [String], _ capture: [UInt8], header: Bool = false) async throws -> [String] {
        let paths = try fields.map { try FieldPath(shown: $0) }
        let found = try await Decoded(capture) {
            $0.format = .fields
            $0.fields = paths
            $0.showsHeader = header
            $0.showsRaw = true
        }
        return String(decoding: found.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    @Test("every value is the one of the line", arguments: FilterTable.captures)
    func sameAsLines(_ capture: String) async throws {
        let bytes = try Bundled.file(capture)
        let events = try await Decoded(bytes).events()
        let paths = EventFields.entries.filter { $0.value.kinds != [.object] && !$0.value.isOpen }.keys.sorted()
        let lines = try await Self.output(paths, bytes)
        #expect(lines.count == events.count)
        for (event, line) in zip(events, lines) {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            #expect(cells.count == paths.count)
            for (path, cell) in zip(paths, cells) {
                var values = [event.json]
                for name in path.split(separator: ".").map(String.init) {
                    values = values.flatMap { $0.elements ?? [$0] }.compactMap { $0[name] }
                }
                let expected = values.flatMap { $0.elements ?? [$0] }.map { $0.string ?? $0.description }
                #expect(cell == expected.joined(separator: ","), "event \(event.number), \(path)")
            }
        }
    }

    @Test("what could break the line or command a terminal is escaped; lists are joined; JSON stays JSON")
    func escapes() async throws {
        var talk = Talk()
        let content =
            #"{"content":"a\tb\nc\\d\u001b[2J\u202e中","list":[1,"x",true,null],"gaps":["","x",""],"#
            + #""user":{"id":"u","age":5}}"#
        talk.frame(.client, Bytes.publish("ppMsgP", to: "b\u{7F}\u{85}ob", id: 1, Bytes.upStream("RC:TxtMsg", content)))
        let fields = [
            "frame.targetId", "content.content", "content.list", "content.gaps", "content.user", "content.user.age",
            "content.no",
        ]
        let lines = try await Self.output(fields, CaptureFile.write(talk.segments), header: true)
        #expect(lines.first == fields.joined(separator: "\t"))
        #expect(
            lines.last
                == [
                    #"b\u007f\u0085ob"#, #"a\tb\nc\\d\u001b[2J\u202e中"#, "1,x,true,null", ",x,", #"{"id":"u","age":5}"#,
                    "5", "",
                ].joined(separator: "\t")
        )
    }

    @Test("numbers are those of the whole capture, with any number of workers and a filter", arguments: 1...3)
    func numbers(_ workers: Int) async throws {
        let bytes = try Bundled.v4.capture()
        let expected = try await Decoded(bytes).events().filter { $0.type == "QUERYACK" }.map {
            "\($0.number)\t\($0.reply?["n"]?.int64 ?? 0)"
        }
        let filter = try EventFilter("frame.type == QUERYACK")
        let paths = [try FieldPath(shown: "n"), try FieldPath(shown: "inReplyTo.n")]
        let found = try await Decoded(bytes) {
            $0.format = .fields
            $0.fields = paths
            $0.filter = filter
            $0.options.workers = workers
        }
        #expect(String(decoding: found.output, as: UTF8.self).split(separator: "\n").map(String.init) == expected)
    }
}

@Suite("The recipes for filters")
struct FilterRecipeTests {
    @Test("each finds something in the capture that it is shown on")
    func recipes() async throws {
        let text = try ProjectFolder.text("Docs/filters.md")
        let section = try #require(
            text.components(separatedBy: "## Recipes").last?.components(separatedBy: "\n## ").first
        )
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }
        #expect(rows.count >= 20)
        for row in rows {
            let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|").map {
                $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces)
            }
            let filter = try #require(cells.first { $0.hasPrefix("`") }).trimmingCharacters(in: ["`"])
            let capture = try Bundled.file(try #require(cells.last))
            let all = try await FilterTable.passing("n", capture)
            let found = try await FilterTable.passing(filter, capture)
            #expect(!found.isEmpty && found.count < all.count, "\(filter) finds \(found)")
        }
    }
}
