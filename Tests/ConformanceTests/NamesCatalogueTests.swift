import Conformance
import Foundation
import Inspection
import LeanCloud
import NIM
import Names
import Reporting
import RongCloud
import TestSupport
import Testing
import WireJSON
import YC

@Suite("Catalogue for readers")
struct NamesCatalogueTests {
    private let catalogue = MessageCatalogue.shared

    @Test("without a choice every message of every system is listed")
    func everything() {
        var counts: [MessagingSystem: Int] = [:]
        for entry in MessageSelection().entries { counts[entry.system, default: 0] += 1 }
        #expect(counts == [.rongCloud: catalogue.count, .leanCloud: 17, .nim: 23, .yc: 11])
    }

    @Test("kinds and platforms widen the choice, flags narrow it")
    func choices() throws {
        var selection = MessageSelection()
        selection.kinds = ["status", "command"]
        var names = selection.entries.compactMap(\.objectName)
        #expect(names.contains("RC:TypSts") && names.contains("RC:RcCmd") && !names.contains("RC:TxtMsg"))
        #expect(names.count == catalogue.count { $0.kind == .status || $0.kind == .command })

        selection = MessageSelection()
        selection.flags = [.persisted, .counted]
        names = selection.entries.compactMap(\.objectName)
        #expect(names.contains("RC:TxtMsg") && !names.contains("RC:InfoNtf") && !names.contains("RC:TypSts"))
        selection.flags = [.none]
        #expect(selection.entries.count == catalogue.count { $0.flags.isEmpty })
        selection.flags = [.none, .status]
        #expect(selection.entries.isEmpty)

        selection = MessageSelection()
        selection.platforms = [.flutter]
        names = selection.entries.compactMap(\.objectName)
        #expect(names.contains("RC:HQVCMsg") && !names.contains("RC:VcMsg"))

        selection = MessageSelection()
        selection.systems = [.leanCloud, .nim]
        selection.platforms = [.android]
        names = selection.entries.compactMap(\.objectName)
        #expect(names == ["-1", "-2", "-3", "-4", "-5", "-6", "-127", "0"])
    }

    @Test(
        "a list as JSON is valid by the catalogue's schema, and whole is the catalogue's file",
        .enabled(if: Python.canValidate, "needs Python's jsonschema")
    )
    func json() throws {
        var selection = MessageSelection()
        try Python.validate(selection.json.description, schema: "imwire-catalogue-2.schema.json")
        for system in MessagingSystem.allCases.reversed() {
            selection.systems = [system]
            #expect(selection.json["system"]?.string == system.name.description)
            try Python.validate(selection.json.description, schema: "imwire-catalogue-2.schema.json")
        }
        try Python.validate(selection.json.description, schema: "imwire-catalogue-2.schema.json")
        let file = try JSONValue(
            parsing: [UInt8](Data(contentsOf: ProjectFolder.file("Docs/catalogue/messages.json")))
        )
        // The file says once whose they are.
        let messages = selection.json["messages"]?.elements?.map { message in
            JSONValue.object((message.members ?? []).filter { $0.key.text != "system" })
        }
        #expect(messages == file["messages"]?.elements)
        #expect(selection.json["differences"] == file["differences"])
        try Python.validate(file.description, schema: "imwire-catalogue-2.schema.json")
        selection.kinds = ["call"]
        try Python.validate(selection.json.description, schema: "imwire-catalogue-2.schema.json")
        #expect(selection.json["count"]?.int64 == 9)
    }

    @Test("a card says everything the catalogue has of a message")
    func cards() {
        for (index, entry) in MessagingSystem.rongCloud.catalogue.entries.enumerated() {
            let details = catalogue.details(at: index)
            let card = MessageCard(entry)
            for text in [card.lines.joined(separator: "\n"), card.markdown.joined(separator: "\n")] {
                let plain = text.replacing("\\", with: "")
                var facts = [details.entry.objectName, details.entry.title, details.fullExample]
                facts += details.fields.flatMap { [$0.key, $0.constraints, $0.note].compactMap { $0 } }
                facts += details.differences.map(\.what) + details.classes.values.flatMap { $0 } + details.entry.aliases
                facts += [details.note, details.flagNote, details.supersededBy].compactMap { $0 }
                for fact in facts {
                    #expect(plain.contains(fact.replacing("\\", with: "")), "\(details.entry.objectName): \(fact)")
                }
            }
        }
    }

    @Test("a card of another system says everything, and what is reconstructed")
    func otherCards() {
        let shapes = [
            (MessagingSystem.leanCloud, LeanCloudContents.all), (.nim, NIMContents.all), (.yc, YCContents.all),
        ]
        for (system, shapes) in shapes {
            #expect(system.catalogue.entries.map(\.title) == shapes.map(\.name))
            for (entry, shape) in zip(system.catalogue.entries, shapes) {
                let card = MessageCard(entry)
                for text in [card.lines.joined(separator: "\n"), card.markdown.joined(separator: "\n")] {
                    let plain = text.replacing("\\", with: "")
                    var facts = [shape.id ?? shape.name, shape.name, shape.kind, shape.example.description]
                    facts += shape.fields.flatMap { [$0.key, $0.note] } + shape.sources + shape.constants
                    facts += shape.classes.values.flatMap { $0 }
                    for fact in facts where !fact.isEmpty {
                        #expect(plain.contains(fact.replacing("\\", with: "")), "\(shape.name): \(fact)")
                    }
                    let isReconstructed = system == .yc && shape.kind == "chat-content"
                    #expect(plain.contains("Reconstructed") == isReconstructed, "\(shape.name)")
                    #expect(entry.json["reconstructed"]?.bool == (isReconstructed ? true : nil))
                }
            }
        }
    }

    @Test("columns line up, and cells of Markdown hide its signs")
    func tables() {
        var table = TextTable(["A", "Long title"])
        table.append(["wide cell", "x|y"])
        #expect(table.lines == ["A          Long title", "wide cell  x|y"])
        #expect(table.markdown == ["| A | Long title |", "|---|---|", "| wide cell | x\\|y |"])
    }

    @Test("a row that is too long for a terminal continues below its last cell, or indented if that has no room")
    func longRows() {
        var table = TextTable(["Key", "Remarks"])
        table.append(["a", "one two three four five six"])
        #expect(table.lines(width: 30) == ["Key  Remarks", "a    one two three four five", "     six"])
        #expect(table.lines(width: 26) == ["Key  Remarks", "a    one two three four", "    five six"])
        #expect(table.lines(width: 32) == table.lines)
    }

    @Test("texts side by side line up by columns, and each keeps to its half of a terminal")
    func sideBySide() {
        let blanks = String(repeating: " ", count: 48)
        #expect(SideBySide(width: nil).lines("早上", "|", "x") == ["早上\(blanks)| x"])
        let half = SideBySide(width: 60)
        #expect(half.lines("7 QUERY pullUS", "<", "") == ["7 QUERY pullUS               <"])
        let lines = half.lines("13 QUERY pullMsg frame.qos: 1", "|", "9 QUERY pullMsg frame.qos: 0")
        #expect(lines == ["13 QUERY pullMsg frame.qos:  | 9 QUERY pullMsg frame.qos: 0", "  1"])
    }

    @Test("a code's card has a part for every meaning")
    func codes() throws {
        let lines = CodeCard(code: 23408).lines
        #expect(lines.first == "23408  RongCloud: PUBACK and QUERYACK status")
        #expect(lines.contains("23408  RongCloud: error code of the SDKs"))
        #expect(lines.contains("  flutter     ForbiddenInChatRoom"))
        #expect(CodeCard(code: 3).json["meanings"]?.elements?.count == 5)
        #expect(CodeCard(code: 42).lines.isEmpty)
    }

    @Test("a code's card tells the systems apart, and a name finds the number in each")
    func codesOfOtherSystems() throws {
        let leanCloud = CodeCard(code: 4105)
        #expect(leanCloud.lines.first == "4105  LeanCloud: code of the server's answers and of WebSocket close frames")
        #expect(leanCloud.json["meanings"]?[0]?["system"] == "leancloud")
        #expect(leanCloud.json["meanings"]?[0]?["fatal"] == false)
        let nim = try #require(CodeCard(code: 302).meanings.first { $0.system == "nim" }?.json)
        #expect(nim["name"] == "wrongLogin" && nim["success"] == false && nim["scope"] == "response")
        #expect(CodeCard.named("sessionRequired").map(\.code) == [4105])
        #expect(CodeCard.named("RC_CONN_USER_BLOCKED").count == 1)
        #expect(CodeCard.named("noSuchName").isEmpty)
        for known in LeanCloudCode.all { #expect(!CodeCard(code: Int(known.code)).meanings.isEmpty) }
        for known in NIMCode.all { #expect(!CodeCard(code: Int(known.code)).meanings.isEmpty) }
    }

    @Test(
        "a code as JSON is valid by its schema",
        .enabled(if: Python.canValidate, "needs Python's jsonschema"),
        arguments: [0, 1, 2, 20, 200, 405, 1004, 4105, 23408, 31009, 34002, -3, 42]
    )
    func codeSchema(_ code: Int) throws {
        try Python.validate(CodeCard(code: code).json.description, schema: "imwire-code-2.schema.json")
    }

    @Test(
        "a UID's card has its parts, and says whether a target fits",
        .enabled(if: Python.canValidate, "needs Python's jsonschema")
    )
    func uids() throws {
        let fitting = UIDCard(try MessageUID("BUFE-A62U-32C4-01I2"), target: "24")
        #expect(fitting.targetMatches == true)
        #expect(
            fitting.lines == [
                "uid       BUFE-A62U-32C4-01I2", "layout    B",
                "time      2022-01-21T07:40:28.920Z  (1642750828920 ms)",
                "sequence  1574", "type      1  (private)", "hash      642", "target    24 fits",
            ]
        )
        let other = UIDCard(try MessageUID("5GSB-RPM1-KP8H-9JHF"), target: "24")
        #expect(other.targetMatches == false)
        #expect(other.lines.last == "target    24 does not fit")
        #expect(!other.lines.contains { $0.hasPrefix("sequence") })
        #expect(UIDCard(fitting.uid).targetMatches == nil)
        for card in [fitting, other, UIDCard(fitting.uid)] {
            try Python.validate(card.json.description, schema: "imwire-uid-1.schema.json")
        }
    }
}
