import Crypto
import Foundation
import LeanCloud
import NIM
import RongCloud
import Testing
import WireJSON
import WireProtobuf

@testable import Redaction

@Suite("Each field has a class")
struct LeafTableTests {
    private func undeclared(_ schema: ProtobufSchema, _ table: LeafTable) -> [String] {
        schema.messageIndices.flatMap { message in
            schema.fieldIndices(of: message).compactMap { field -> String? in
                switch schema[field].kind {
                case .message, .group, .bool, .enumeration: return nil
                default: break
                }
                let name = schema.name(of: field)
                let type = schema.name(of: message)
                return table.leaf(name, of: type) == nil ? "\(type).\(name)" : nil
            }
        }
    }

    @Test("each field of RongCloud's schema")
    func rongCloudSchema() {
        #expect(undeclared(RongCloudSchema.shared, RongCloudLeaves.payloads) == [])
    }

    @Test("each field of LeanCloud's schema")
    func leanCloudSchema() {
        #expect(undeclared(LeanCloudSchema.shared, LeanCloudLeaves.payloads) == [])
    }

    @Test("each key of RongCloud's message catalogue")
    func rongCloudCatalogue() {
        let names = MessageCatalogue.shared.indices.map { MessageCatalogue.shared[$0].objectName }
        #expect(names.count > 100)
        for name in names {
            guard let details = MessageCatalogue.shared.details(name) else { continue }
            for field in details.fields {
                #expect(RongCloudLeaves.contents.leaf(field.key, of: name) != nil, "\(name).\(field.key)")
            }
        }
    }

    @Test("each tag of NIM")
    func nimTags() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let table = try String(contentsOf: root.appending(path: "Docs/catalogue/nim-tags.csv"), encoding: .utf8)
        let names = Set(
            table.split(separator: "\n").dropFirst().map {
                String($0.split(separator: ",", omittingEmptySubsequences: false)[3])
            }
        )
        #expect(names.count > 300)
        for name in names {
            // `delRoam (sent as isDeleteRoam)` is one tag with two names.
            for part in name.split(whereSeparator: { " ()".contains($0) }) where part != "sent" && part != "as" {
                #expect(NIMUnits.table.leaf(String(part), of: "body") != nil, "\(part)")
            }
        }
    }

    @Test("each tag of NIM's commands, whose number stays")
    func nimTagNumbers() throws {
        let leaves = LeafReplacer(Pseudonyms(key: .ofTests))
        var negative = 0
        for command in NIMCommand.all where command.direction == .response {
            for (index, value) in command.values.enumerated() {
                guard let entity = value.entity else { continue }
                for number in -1...1100 where NIMTags.tag(number, of: entity, in: command.scope) != nil {
                    if number < 0 { negative += 1 }
                    var values = [JSONValue](repeating: "", count: index)
                    values.append(.object([JSONMember(JSONString("\(number)"), "lin_mei's own")]))
                    let packet = try NIMPacket(sid: command.sid, cid: command.cid, ser: 1, code: 200, values: values)
                    let made = NIMUnits(leaves: leaves, scope: command.scope).rebuild(packet.encoded()) ?? []
                    let text = String(decoding: made, as: UTF8.self)
                    #expect(text.contains("\"\(number)\":") && !text.contains("lin_mei"), "\(command.name)")
                }
            }
        }
        #expect(negative > 0)
    }

    @Test("each value of NIM's commands that is no object")
    func nimValues() {
        for command in NIMCommand.all {
            for value in command.values where value.entity == nil {
                #expect(NIMUnits.table.leaf(value.name, of: "body") != nil, "\(command.name).\(value.name)")
            }
        }
    }

    @Test("each key of the contents of LeanCloud, NIM and YC")
    func otherContents() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = try Data(contentsOf: root.appending(path: "Docs/catalogue/other-systems.json"))
        let contents = try #require(try JSONValue(parsing: Array(file)).elements)
        #expect(contents.count > 20)
        let tables: [String: LeafTable] = [
            "LeanCloud": LeanCloudLeaves.contents, "NIM": NIMLeaves.contents,
            // What is around a content of YC's has keys of its own.
            "YC": LeafTable(YCLeaves.contents, YCLeaves.replies),
        ]
        for content in contents {
            let table = try #require(tables[content["system"]?.string ?? ""])
            for field in content["fields"]?.elements ?? [] {
                for part in (field["key"]?.string ?? "").split(whereSeparator: { ".[]".contains($0) }) where part != "*"
                {
                    #expect(table.leaf(String(part), of: "") != nil, "\(part)")
                }
            }
        }
    }

    @Test("no string that people write is declared to stay")
    func stringsGo() {
        let schema = RongCloudSchema.shared
        let staying: Set<String> = [
            "UpStreamMessage.classname", "DownStreamMessage.classname", "SessionStateItem.value",
        ]
        for message in schema.messageIndices {
            for field in schema.fieldIndices(of: message) where schema[field].kind == .string {
                let name = schema.name(of: field)
                let full = schema.name(of: message) + "." + name
                let leaf = RongCloudLeaves.payloads.leaf(name, of: schema.name(of: message))
                if leaf == .structure || leaf == .time {
                    // Words of a closed set; anything else in them is replaced.
                    #expect(staying.contains(full) || ["status", "type", "httpMethod"].contains(name), "\(full)")
                }
            }
        }
    }
}
