import Conformance
import Inspection
import Testing
import WireJSON

@Suite("Catalogue, contents and codes follow the published schemas")
struct CatalogueSchemaTests {
    private static let catalogue = "imwire-catalogue-2.schema.json"
    private static let content = "imwire-content-1.schema.json"
    private static let code = "imwire-code-2.schema.json"

    @Test("lists of every system, and of all")
    func lists() throws {
        let schema = try Published.schema()
        var selection = MessageSelection()
        #expect(selection.json["system"] == nil)
        #expect(try schema.faults(of: selection.json, in: Self.catalogue, closed: true) == [])
        for system in MessagingSystem.allCases {
            selection.systems = [system]
            #expect(selection.json["system"]?.string == system.name.description)
            #expect(try schema.faults(of: selection.json, in: Self.catalogue, closed: true) == [], "\(system)")
        }
    }

    @Test("what a list lacks is found")
    func broken() throws {
        let schema = try Published.schema()
        var selection = MessageSelection()
        selection.systems = [.leanCloud]
        let list = selection.json
        guard var message = list["messages"]?[0] else { return }
        func faults(_ message: JSONValue, system: String? = "leancloud") throws -> Int {
            var document = list
            document["system"] = system.map { JSONValue($0) }
            document["messages"] = [message]
            return try schema.faults(of: document, in: Self.catalogue).count
        }
        #expect(try faults(message) == 0)
        // Alone it says whose it is, and a message of RongCloud has more members.
        #expect(try faults(message, system: nil) == 0)
        #expect(try faults(message, system: "rongcloud") > 0)
        message["system"] = nil
        #expect(try faults(message) == 0)
        #expect(try faults(message, system: nil) > 0)
        message["title"] = nil
        #expect(try faults(message) > 0)
        message = ["system": "rongcloud"]
        #expect(try faults(message) > 0)
    }

    @Test("contents of every entry's example, and what is wrong with a content")
    func contents() throws {
        let schema = try Published.schema()
        for entry in MessageSelection().entries {
            let card = try ContentCard(of: entry.system, name: entry.name, parsing: Array(entry.example.utf8))
            #expect(try schema.faults(of: card.json, in: Self.content, closed: true) == [], "\(entry.name)")
            #expect(card.json["reconstructed"]?.bool == (entry.isReconstructed ? true : nil))
        }
        let cases: [(MessagingSystem, String, String)] = [
            (.leanCloud, "-1", "{}"), (.leanCloud, "plain", "text"), (.leanCloud, "binary", "\u{1}"), (.nim, "1", "[]"),
            (.yc, "1", "{}"), (.rongCloud, "RC:TxtMsg", #"{"content":5}"#), (.rongCloud, "My:Own", "[1]"),
        ]
        for (system, name, text) in cases {
            let card = try ContentCard(of: system, name: name, parsing: Array(text.utf8))
            #expect(try schema.faults(of: card.json, in: Self.content, closed: true) == [], "\(name)")
        }
    }

    @Test("what codes stand for")
    func codes() throws {
        let schema = try Published.schema()
        for code in -50...700 {
            #expect(try schema.faults(of: CodeCard(code: code).json, in: Self.code, closed: true) == [], "\(code)")
        }
        for code in [4105, 4401, 23408, 30001, 31009, 34002] {
            let json = CodeCard(code: code).json
            #expect(try schema.faults(of: json, in: Self.code, closed: true) == [])
            #expect(json["meanings"]?.elements?.isEmpty == false, "\(code)")
        }
    }

    @Test("members that nobody knows yet pass, wherever they come, and systems and ids that are new")
    func newMembers() throws {
        let schema = try Published.schema()
        let texts: [(MessagingSystem, String, String)] = [(.leanCloud, "-1", "{}"), (.rongCloud, "RC:TxtMsg", "{}")]
        var documents = try texts.map { system, name, text in
            (Self.content, try ContentCard(of: system, name: name, parsing: Array(text.utf8)).json)
        }
        documents.append((Self.catalogue, MessageSelection().json))
        for code in [0, 4105, 302, 405] { documents.append((Self.code, CodeCard(code: code).json)) }
        for (name, document) in documents {
            let more = Self.extended(document, maps: ["classes", "platforms", "sources", "names"])
            #expect(more != document)
            #expect(try schema.faults(of: more, in: name) == [], "\(name)")
        }
        let message: JSONValue = [
            "system": "another", "objectName": "x/-7#\u{4F60}", "title": "t", "kind": "k", "confidence": "c",
            "classes": ["harmony": ["Text"]], "fields": [["key": "k", "type": "t", "required": true, "unit": "weeks"]],
            "examples": ["full": "{}"], "source": [],
        ]
        let list: JSONValue = ["schema": "imwire-catalogue/2", "count": 1, "messages": [message]]
        #expect(try schema.faults(of: list, in: Self.catalogue) == [])
        let meaning: JSONValue = ["system": "another", "scope": "s", "code": 1, "meaning": "m", "handling": "wait"]
        let code: JSONValue = ["schema": "imwire-code/2", "code": 1, "meanings": [meaning]]
        #expect(try schema.faults(of: code, in: Self.code) == [])
    }

    /// The same with another member in every object, but in those whose keys are names of something.
    private static func extended(_ value: JSONValue, maps: Set<String>, isMap: Bool = false) -> JSONValue {
        switch value {
        case .object(let members):
            var more = members.map { member in
                JSONMember(
                    member.key,
                    extended(member.value, maps: maps, isMap: maps.contains(member.key.text))
                )
            }
            if !isMap { more.append(JSONMember("memberOfTomorrow", ["a": 1])) }
            return .object(more)
        case .array(let elements): return .array(elements.map { extended($0, maps: maps) })
        default: return value
        }
    }
}
