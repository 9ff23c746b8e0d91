import Testing
import WireFormat
import WireJSON

@testable import Conformance

@Suite("A vector file")
struct VectorFileTests {
    static let vector: JSONValue = [
        "id": "ws-ping", "level": "must", "flags": ["Ping"], "comment": "A reader that wants a body.",
        "operation": "frame.decode", "input": ["form": "websocket", "sender": "client", "hex": "c0"],
        "expect": ["outcome": "accept", "value": ["type": "PINGREQ"]], "reencode": "exact", "source": "made here",
    ]
    static let file: JSONValue = [
        "schema": "imwire-vectors/1", "suite": "1.0.0", "group": "test", "count": 1,
        "notes": ["Ping": "A heartbeat, section D."], "cases": [vector],
    ]

    @Test("is read with all its members")
    func members() throws {
        let group = try VectorGroup(Self.file)
        let vector = try #require(group.cases.first)
        #expect(group.name == "test")
        #expect(vector.id == "ws-ping")
        #expect(vector.level == .must)
        #expect(vector.expectation == .accept(["type": "PINGREQ"]))
        #expect(vector.reencodesExactly)
        #expect(vector.json == Self.vector)
    }

    @Test(
        "without a member is refused, which is named",
        arguments: ["schema", "suite", "group", "count", "notes", "cases"]
    )
    func required(_ name: String) {
        var file = Self.file
        file[name] = nil
        #expect(throws: WireError(.required, at: 0, path: [name])) { try VectorGroup(file) }
    }

    @Test(
        "whose case lacks a member is refused, with the case's place",
        arguments: ["level", "flags", "comment", "operation", "input", "expect", "source"]
    )
    func requiredOfCase(_ name: String) {
        var file = Self.file
        file["cases"]?[0]?[name] = nil
        #expect(throws: WireError(.required, at: 0, path: ["cases[0]", "ws-ping", name])) { try VectorGroup(file) }
    }

    @Test(
        "that is cut off, or has more cases than it says, is refused",
        arguments: [
            (2, 1, "truncated", "2 cases, not 1"), (0, 1, "trailing", "0 cases, not 1"),
            (1, 2, "trailing", "1 case, not 2"),
        ]
    )
    func count(_ count: Int, _ cases: Int, _ code: String, _ expected: String) {
        var file = Self.file
        file["count"] = JSONValue(count)
        file["cases"] = .array(Array(repeating: Self.vector, count: cases))
        let error = #expect(throws: WireError.self) { try VectorGroup(file) }
        #expect(error?.code.rawValue == code)
        #expect(error?.path == ["cases"])
        #expect(error?.expected == expected)
    }

    @Test(
        "with a value that makes no sense is refused",
        arguments: [
            ("id", "WS-ping"), ("id", "ws--ping"), ("id", ""), ("level", "shall"), ("flags", ["Other"]),
            ("flags", "Ping"),
            ("input", []), ("reencode", "loosely"), ("expect", ["outcome": "maybe"]),
            ("expect", ["outcome": "reject", "error": "broken"]), ("expect", ["outcome": "either", "values": []]),
        ] as [(String, JSONValue)]
    )
    func values(_ name: String, _ value: JSONValue) {
        var file = Self.file
        file["cases"]?[0]?[name] = value
        let error = #expect(throws: WireError.self) { try VectorGroup(file) }
        #expect(error?.code == .value)
        #expect(error?.path.contains(name) == true)
    }

    @Test("has each id once, and so has the suite")
    func uniqueness() throws {
        var file = Self.file
        file["cases"] = [Self.vector, Self.vector]
        file["count"] = 2
        #expect(throws: WireError.self) { try VectorGroup(file) }
        var other = Self.file
        other["group"] = "other"
        #expect(throws: WireError.self) { try VectorSuite([VectorGroup(Self.file), VectorGroup(other)]) }
        #expect(throws: WireError.self) { try VectorSuite([VectorGroup(Self.file), VectorGroup(Self.file)]) }
        other["cases"]?[0]?["id"] = "other"
        #expect(try VectorSuite([VectorGroup(Self.file), VectorGroup(other)]).count == 2)
        other["suite"] = "2.0.0"
        #expect(throws: WireError.self) { try VectorSuite([VectorGroup(Self.file), VectorGroup(other)]) }
    }
}

@Suite("A selection of cases")
struct VectorSelectionTests {
    @Test(
        "matches names with * and ?",
        arguments: [
            ("ws-*", "ws-ping", true), ("ws-*", "tcp-ws-ping", false), ("*ping", "ws-ping", true), ("*", "", true),
            ("?", "", false), ("w?-ping", "ws-ping", true), ("*-*-*", "ws-ping", false), ("ws-ping", "ws-ping", true),
            ("ws-ping", "ws-pings", false), ("WS-*", "ws-ping", false), ("*a*a*b", "aaaaaaaaaaaaaaaaaaaaab", true),
            ("*a*a*a*a*a*a*c", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", false), ("", "", true), ("", "a", false),
        ]
    )
    func patterns(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(VectorSelection.matches(pattern, text) == matches)
    }

    @Test("takes cases that fit every condition, each by any of its values")
    func conditions() throws {
        let entry = VectorSuite.Entry(group: "test", vector: try VectorCase(VectorFileTests.vector))
        func selects(_ change: (inout VectorSelection) -> Void) -> Bool {
            var selection = VectorSelection()
            change(&selection)
            return selection.contains(entry)
        }
        #expect(selects { _ in })
        #expect(selects { $0.ids = ["x", "ws-*"] })
        #expect(selects { $0.levels = [.may, .must] })
        #expect(selects { $0.flags = ["Other", "Ping"] })
        #expect(selects { $0.operations = ["frame.*"] })
        #expect(!selects { $0.levels = [.may] })
        #expect(!selects { $0.flags = ["ping"] })
        #expect(!selects { $0.groups = ["tes"] })
        #expect(
            !selects {
                $0.ids = ["ws-*"]
                $0.operations = ["payload.*"]
            }
        )
    }
}
