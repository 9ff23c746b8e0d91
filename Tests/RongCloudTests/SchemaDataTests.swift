import Foundation
import TestSupport
import Testing

@testable import RongCloud

/// A field or enum value of the schema.
private struct Member: Hashable, CustomStringConvertible {
    /// The message or enum, with the message around it.
    var owner: String
    var name: String
    var number: Int
    /// `required string` and so on; empty for an enum value.
    var type: String

    var description: String { "\(owner): \(type) \(name) = \(number)" }
}

@Suite("Schema data")
struct SchemaDataTests {
    /// The members of the `.proto` file, found by its lines.
    private func declared() throws -> Set<Member> {
        let schema = try ProjectFolder.text("Sources/RongCloud/Payloads/rongcloud.proto")
        var members: Set<Member> = []
        var owners: [String] = []
        for line in schema.split(separator: "\n") {
            if let match = line.firstMatch(of: #/^ *(?:message|enum) (\w+) \{/#) {
                owners.append(String(match.1))
            } else if line.wholeMatch(of: #/ *\}/#) != nil {
                owners.removeLast()
            } else if let match = line.firstMatch(of: #/^ *(?:(\w+) ([\w.]+) )?(\w+) = (\d+);/#) {
                let type = [match.1, match.2?.split(separator: ".").last].compactMap { $0.map(String.init) }
                let member = Member(
                    owner: owners.joined(separator: "."),
                    name: String(match.3),
                    number: try #require(Int(match.4)),
                    type: type.joined(separator: " ")
                )
                #expect(members.insert(member).inserted, "\(member) is there twice")
            }
        }
        #expect(owners.isEmpty)
        return members
    }

    /// The members of the embedded descriptor set.
    private func embedded() throws -> Set<Member> {
        let data = try #require(Data(base64Encoded: SchemaData.descriptorSetBase64.description))
        let files = try Descriptor(Array(data)).messages(1)
        let file = try #require(files.first)
        #expect(try file.text(1) == "rongcloud.proto")
        #expect(try file.text(2) == "rongcloud")
        var members: Set<Member> = []
        func addEnum(_ descriptor: Descriptor, in outer: String) throws {
            let owner = outer + (try descriptor.text(1))
            for value in try descriptor.messages(2) {
                members.insert(Member(owner: owner, name: try value.text(1), number: value.number(2), type: ""))
            }
        }
        func addMessage(_ descriptor: Descriptor, in outer: String) throws {
            let owner = outer + (try descriptor.text(1))
            for field in try descriptor.messages(2) {
                let label = [1: "optional", 2: "required", 3: "repeated"][field.number(4)] ?? "?"
                let scalar = [3: "int64", 5: "int32", 8: "bool", 9: "string", 12: "bytes"][field.number(5)]
                let type = try scalar ?? field.text(6).split(separator: ".").last.map(String.init) ?? "?"
                let name = try field.text(1)
                members.insert(Member(owner: owner, name: name, number: field.number(3), type: "\(label) \(type)"))
            }
            for nested in try descriptor.messages(3) { try addMessage(nested, in: owner + ".") }
            for nested in try descriptor.messages(4) { try addEnum(nested, in: owner + ".") }
        }
        for message in try file.messages(4) { try addMessage(message, in: "") }
        for type in try file.messages(5) { try addEnum(type, in: "") }
        return members
    }

    @Test("the embedded descriptors are those of the .proto file, member by member")
    func descriptorsAreThoseOfTheFile() throws {
        let (declared, embedded) = try (declared(), embedded())
        #expect(declared.subtracting(embedded) == [])
        #expect(embedded.subtracting(declared) == [])
        #expect(declared.count == 515)
    }

    @Test(
        "the generated files are what .ci/generate-tables writes from the tables and the schema",
        .enabled(
            if: OutsideTool.path("python3") != nil && OutsideTool.path("protoc") != nil,
            "needs python3 and protoc"
        )
    )
    func generatedFilesAreCurrent() throws {
        let run = try OutsideTool.run("python3", [ProjectFolder.file(".ci/generate-tables").path, "--check"])
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("the schema has the widest form where generations differ")
    func widestForms() throws {
        let members = try embedded()
        for (owner, type, name, number) in [
            ("RelationsInput", "optional int32", "offset", 4), ("RtcInput", "optional int32", "roomType", 1),
            ("MCFollowInput", "required string", "id", 1), ("RtcUserListOutput", "repeated RtcUserInfo", "list", 1),
            ("NotifyMsg", "optional string", "chrmId", 3), ("RtcDataInput", "required targetType", "target", 2),
        ] {
            #expect(members.contains(Member(owner: owner, name: name, number: number, type: type)))
        }
    }
}

/// A protobuf message of which only the needed wire types are read: varints and length-delimited fields.
private struct Descriptor {
    private var numbers: [Int: Int] = [:]
    private var blobs: [Int: [[UInt8]]] = [:]

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        func varint() throws -> Int {
            var value = 0
            for shift in stride(from: 0, to: 63, by: 7) {
                guard let byte = rest.popFirst() else { throw CocoaError(.coderReadCorrupt) }
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return value }
            }
            throw CocoaError(.coderReadCorrupt)
        }
        while !rest.isEmpty {
            let tag = try varint()
            let value = try varint()
            if tag & 7 == 0 {
                numbers[tag >> 3] = value
            } else {
                try #require(tag & 7 == 2 && value <= rest.count)
                blobs[tag >> 3, default: []].append(Array(rest.prefix(value)))
                rest.removeFirst(value)
            }
        }
    }

    func number(_ field: Int) -> Int { numbers[field] ?? 0 }

    func text(_ field: Int) throws -> String {
        let bytes = try #require(blobs[field]?.last)
        return try #require(String(bytes: bytes, encoding: .utf8))
    }

    func messages(_ field: Int) throws -> [Descriptor] {
        try blobs[field, default: []].map(Descriptor.init)
    }
}
