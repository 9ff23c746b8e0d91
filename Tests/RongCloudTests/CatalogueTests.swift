import Foundation
import TestSupport
import Testing
import WireJSON

@testable import RongCloud

/// The files in `Docs/catalogue`, read by other means than the library's.
enum CatalogueSource {
    /// The text of the protobuf schema.
    static func schema() throws -> String {
        try ProjectFolder.text("Sources/RongCloud/Payloads/rongcloud.proto")
    }

    /// The catalogue of messages.
    static func messages() throws -> [String: Any] {
        let data = try Data(contentsOf: ProjectFolder.file("Docs/catalogue/messages.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The rows of a CSV file, each a dictionary by column.
    static func table(_ name: String) throws -> [[String: String]] {
        let text = try ProjectFolder.text("Docs/catalogue/\(name)")
        var rows: [[String]] = [[]]
        var cell = ""
        var quoted = false
        var previous: Character = "\n"
        for character in text {
            switch character {
            case "\"":
                quoted.toggle()
                if quoted, previous == "\"" { cell.append("\"") }
            case "," where !quoted:
                rows[rows.count - 1].append(cell)
                cell = ""
            case "\n" where !quoted:
                rows[rows.count - 1].append(cell)
                cell = ""
                rows.append([])
            default:
                cell.append(character)
            }
            previous = character
        }
        try #require(rows.removeLast().isEmpty, "\(name) does not end with a line end")
        let header = try #require(rows.first)
        return try rows.dropFirst().map { row in
            try #require(row.count == header.count, "\(name): \(row)")
            return Dictionary(uniqueKeysWithValues: zip(header, row))
        }
    }
}

private func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8)
}

/// Names that are almost this one: cut, longer, in other letter case, and with each byte changed.
private func neighbours(of name: String) -> [[UInt8]] {
    let all = bytes(name)
    var result = [Array(all.dropLast()), Array(all.dropFirst()), all + [0], [0] + all, all + all]
    result += [bytes(name.uppercased()), bytes(name.lowercased())]
    for i in all.indices {
        var changed = all
        changed[i] ^= 0x80
        result.append(changed)
    }
    return result
}

@Suite("Topics")
struct TopicTests {
    let table = TopicTable.shared

    @Test("the library has the rows of topics.csv, cell by cell")
    func rowsAreThoseOfTheFile() throws {
        let rows = try CatalogueSource.table("topics.csv")
        #expect(rows.count == 152)
        try #require(table.count == rows.count)
        for (index, (topic, row)) in zip(table, rows).enumerated() {
            #expect(topic.index == index)
            #expect(topic.name == row["topic"])
            #expect(topic.kind.rawValue == row["kind"])
            #expect(topic.sender.rawValue == row["sender"])
            #expect(topic.conversationTypes.map { "\($0.rawValue)" }.joined(separator: "|") == row["conversationTypes"])
            #expect(written(topic.generations) == row["generations"])
            #expect(topic.note == row["note"])
            for (messages, column) in [(topic.requests, "request"), (topic.responses, "response")] {
                let cell = try #require(row[column])
                let text =
                    messages.count == 1
                    ? messages[0].name
                    : messages.map { "\(written($0.generations)):\($0.name)" }.joined(separator: ";")
                #expect(text == (["none", "unknown"].contains(cell) ? "" : cell))
            }
        }
    }

    /// A set in the tables' notation: runs of generations.
    func written(_ set: GenerationSet) -> String {
        var runs: [[SDKGeneration]] = []
        for generation in set.generations {
            if let last = runs.last?.last, last.rawValue + 1 == generation.rawValue {
                runs[runs.count - 1].append(generation)
            } else {
                runs.append([generation])
            }
        }
        return runs.map { $0.count == 1 ? "\($0[0])" : "\($0[0])-\($0[$0.count - 1])" }.joined(separator: "|")
    }

    @Test("every message named in topics.csv is in the schema")
    func messagesExist() throws {
        let schema = try CatalogueSource.schema()
        let declared = Set(schema.matches(of: #/(?m)^message (\w+) \{/#).map { String($0.1) })
        for topic in table {
            for message in topic.requests + topic.responses {
                #expect(declared.contains(message.name), "\(topic.name): \(message.name)")
            }
        }
    }

    @Test("every topic is found by its bytes and kind")
    func everyTopicIsFound() {
        for topic in table {
            #expect(table.index(of: bytes(topic.name).span, kind: topic.kind) == topic.index)
            #expect(table.topic(topic.name, kind: topic.kind) == topic)
        }
    }

    @Test("a name that is not listed with a kind gives its row of another kind")
    func otherKindsFallBack() throws {
        for kind in TopicKind.allCases {
            #expect(table.topic("ppMsgP", kind: kind)?.kind == .publish)
            #expect(table.topic("pullMsg", kind: kind)?.kind == .query)
            #expect(table.topic("s_ntf", kind: kind)?.kind == .push)
        }
        #expect(table.topic("rtcSetData", kind: .publish)?.kind == .publish)
        #expect(table.topic("rtcSetData", kind: .query)?.kind == .query)
        #expect(table.topic("rtcSetData", kind: .push)?.kind == .publish)
    }

    @Test("a part of a name, a longer name and another letter case are not found")
    func neighboursAreNotFound() {
        let names = Set(table.map(\.name))
        for name in names {
            for neighbour in neighbours(of: name) where !names.contains(String(decoding: neighbour, as: UTF8.self)) {
                #expect(table.index(of: neighbour.span, kind: .query) == nil, "\(neighbour)")
            }
        }
    }

    @Test("names that are not topics are not found", arguments: ["", "x", "noSuchTopic", "RC:TxtMsg", "\0\0\0\0"])
    func unknownNames(_ name: String) {
        for kind in TopicKind.allCases { #expect(table.index(of: bytes(name).span, kind: kind) == nil) }
        #expect(table.index(of: [UInt8](repeating: 0x70, count: 70_000).span, kind: .publish) == nil)
    }

    @Test(
        "the generation selects the message",
        arguments: [
            ("pullMsg", SDKGeneration.v3, ["SyncRequestMsg"], ["DownStreamMessages"]),
            ("pullMsg", nil, ["SyncRequestMsg"], ["DownStreamMessages"]),
            ("qryPMsg", .v1, ["HistoryMessageInput"], ["HistoryMessagesOuput"]),
            ("qryPMsg", .v4, ["HistoryMsgInput"], ["HistoryMsgOuput"]),
            ("qryPMsg", nil, ["HistoryMsgInput", "HistoryMessageInput"], ["HistoryMsgOuput", "HistoryMessagesOuput"]),
            ("delKV", .v2, ["DeleteChrmKV"], ["ChrmOutput"]),
            ("delKV", .v3, ["SetChrmKV"], ["ChrmOutput"]),
            ("delRelation", .v1, ["RelationInfo"], []),
            ("delRelation", .v3, ["RelationsInput"], []),
            ("delRelation", .v4, ["RelationQryInput"], []),
            ("delRelation", .v5, ["RelationsInput"], []),
            ("delRelation", nil, ["RelationsInput", "RelationQryInput", "RelationInfo"], []),
            ("delKV", .v1, ["SetChrmKV", "DeleteChrmKV"], ["ChrmOutput"]),
            ("queryChrmI", .v5, ["QueryChatroomInfoInput"], ["QueryChatroomInfoOutput"]),
            ("setOfflineMsgDur", .v2, ["SetUserSettingInput"], ["SetUserSettingOutput"]),
            ("createChrm", .v1, [], []),
        ] as [(String, SDKGeneration?, [String], [String])]
    )
    func generationSelects(name: String, generation: SDKGeneration?, requests: [String], responses: [String]) throws {
        let topic = try #require(table.topic(name, kind: .query))
        #expect(topic.candidates(for: .request, generation: generation) == requests)
        #expect(topic.candidates(for: .response, generation: generation) == responses)
    }

    @Test("the topic tells the type of the conversation where there is only one")
    func conversationTypeOfTopic() {
        #expect(table.topic("pgMsgP", kind: .publish)?.conversationType == .group)
        #expect(table.topic("ugMsg", kind: .publish)?.conversationType == .ultraGroup)
        #expect(table.topic("recallMsg", kind: .publish)?.conversationType == nil)
        #expect(table.topic("qryPMsg", kind: .query)?.conversationType == nil)
        #expect(table.topic("qryPMsg", kind: .query)?.conversationTypes.first == .private)
    }
}

@Suite("Generations")
struct GenerationTests {
    @Test(
        "the SDK's version gives the generation",
        arguments: [
            ("1.0.0", .v1), ("2.5.10", .v2), ("2.0.6", .v2), ("3.0.6", .v3), ("4.2.0", .v4), ("4.5.0-alpha", .v4),
            ("5.5.5", .v5), ("5", .v5), ("", nil), (".", nil), ("0.9.1", nil), ("6.0.0", nil), ("9", nil),
            ("10.1.0", nil), ("51.0", nil), ("v2.5", nil), (" 2.5", nil), ("2a.1", nil), ("/.1", nil),
            ("undefined", nil), ("٢.0.0", nil),
        ] as [(String, SDKGeneration?)]
    )
    func versionGivesGeneration(version: String, generation: SDKGeneration?) {
        #expect(SDKGeneration(sdkVersion: version) == generation)
    }

    @Test(
        "a set is read in the tables' notation, and nothing else is",
        arguments: [
            ("v1", [.v1]), ("v1-v5", .all), ("v2-v3|v5", [.v2, .v3, .v5]), ("v3-v3", [.v3]),
            ("v5|v1", [.v1, .v5]), ("", nil), ("v6", nil), ("v0", nil), ("v3-v2", nil), ("v1|", nil),
            ("v1-", nil), ("v1-v2-v3", nil), ("1-2", nil),
        ] as [(String, GenerationSet?)]
    )
    func setIsRead(text: String, set: GenerationSet?) {
        #expect(GenerationSet(tableText: text) == set)
    }

    @Test("a set knows its members in order")
    func setMembers() {
        let set: GenerationSet = [.v5, .v2]
        #expect(set.generations == [.v2, .v5])
        #expect(set.contains(SDKGeneration.v5) && !set.contains(SDKGeneration.v4))
        #expect(GenerationSet.all.generations == SDKGeneration.allCases)
        #expect(SDKGeneration.v1 < .v2)
    }
}

@Suite("Conversation types")
struct ConversationTypeTests {
    @Test("the library has the rows of conversation-types.csv, numbered from 0")
    func rowsAreThoseOfTheFile() throws {
        let rows = try CatalogueSource.table("conversation-types.csv")
        try #require(ConversationType.known.count == rows.count)
        for (index, (type, row)) in zip(ConversationType.known, rows).enumerated() {
            #expect(Int(type.rawValue) == index)
            #expect("\(type.rawValue)" == row["value"])
            #expect(type.name == row["name"])
            #expect(type.title == row["title"])
            #expect(try ConversationType(name: #require(row["name"])) == type)
            let columns = [
                "iosName", "androidName", "webName", "flutterName", "uniappReactNativeName", "serverName",
                "universalSdkName",
            ]
            #expect(type.platformNames.flatMap(\.names) == columns.compactMap { row[$0] }.filter { !$0.isEmpty })
        }
    }

    @Test("the constants have the names of their types")
    func constantsHaveTheirNames() {
        let constants: [ConversationType: String] = [
            .private: "private", .discussion: "discussion", .group: "group", .chatroom: "chatroom",
            .customerService: "customerService", .system: "system", .appPublicService: "appPublicService",
            .publicService: "publicService", .pushService: "pushService", .ultraGroup: "ultraGroup",
            .encrypted: "encrypted", .rtcRoom: "rtcRoom",
        ]
        #expect(constants.count == ConversationType.known.count - 1)
        for (type, name) in constants { #expect(type.name == name) }
    }

    @Test("the enum of the schema has the names of the table")
    func schemaAgrees() throws {
        let schema = try CatalogueSource.schema()
        let start = try #require(schema.range(of: "enum ChannelType {"))
        let end = try #require(schema.range(of: "}", range: start.upperBound..<schema.endIndex))
        let declared = schema[start.upperBound..<end.lowerBound].matches(of: #/(\w+) = (\d+);/#)
        let listed = try CatalogueSource.table("conversation-types.csv").filter { $0["channelType"] != "" }
        #expect(declared.map { [String($0.1), String($0.2)] } == listed.map { [$0["channelType"], $0["value"]] })
    }

    @Test("a type without a name shows its number", arguments: [-1, 13, 99, Int32.max, Int32.min])
    func unknownTypes(_ value: Int32) {
        let type = ConversationType(rawValue: value)
        #expect(type.name == nil && type.title == nil)
        #expect("\(type)" == "\(value)")
        #expect("\(ConversationType.group)" == "group")
        #expect(ConversationType(name: "Group") == nil)
    }
}

@Suite("Status codes")
struct StatusCodeTests {
    @Test("the library has the rows of status-codes.csv, cell by cell")
    func rowsAreThoseOfTheFile() throws {
        let rows = try CatalogueSource.table("status-codes.csv")
        try #require(StatusCode.all.count == rows.count)
        for (status, row) in zip(StatusCode.all, rows) {
            #expect(status.scope.rawValue == row["scope"])
            #expect("\(status.code)" == row["code"])
            #expect(status.topic ?? "" == row["topic"])
            #expect(status.name == row["name"])
            #expect(status.meaning == row["meaning"])
            #expect(StatusCode.find(status.code, in: status.scope) == status)
        }
    }

    @Test("a code of one topic means nothing in answers to others")
    func topics() {
        #expect(StatusCode.find(101, in: .answer, topic: "blackStat")?.name == "notListed")
        for topic in [nil, "ppMsgP", "addBlack"] {
            #expect(StatusCode.find(101, in: .answer, topic: topic) == nil)
            #expect(StatusCode.find(405, in: .answer, topic: topic)?.name == "rejectedByBlackList")
        }
        for status in StatusCode.all {
            guard let topic = status.topic else { continue }
            #expect(TopicTable.shared.topic(topic, kind: .query) != nil)
        }
    }

    @Test("names and numbers are unique within a scope")
    func namesAreUnique() {
        for scope in StatusScope.allCases {
            let codes = StatusCode.all.filter { $0.scope == scope }
            #expect(Set(codes.map(\.name)).count == codes.count)
            #expect(codes.map(\.code) == Set(codes.map(\.code)).sorted())
        }
    }

    @Test(
        "codes mean what the servers mean by them",
        arguments: [
            (.connack, 0, "accepted"), (.connack, 4, "token incorrect"), (.connack, 9, "user blocked"),
            (.connack, 14, nil), (.connack, 255, nil),
            (.disconnect, 1, "another device of the user logged in"), (.disconnect, 7, nil),
            (.answer, 0, "success"), (.answer, 405, "sender is in the receiver's black list"),
            (.answer, 22406, "sender is not in the group"), (.answer, 23409, "user was kicked from the chat room"),
            (.answer, 4, nil), (.answer, 30001, nil), (.answer, -1, nil),
        ] as [(StatusScope, Int, String?)]
    )
    func meanings(scope: StatusScope, code: Int, meaning: String?) {
        #expect(StatusCode.find(code, in: scope)?.meaning == meaning)
        #expect((StatusCode.find(code, in: scope)?.name == nil) == (meaning == nil))
    }
}

@Suite("Message catalogue")
struct MessageCatalogueTests {
    let catalogue = MessageCatalogue.shared

    @Test("the library has the messages of messages.json, member by member")
    func messagesAreThoseOfTheFile() throws {
        let file = try CatalogueSource.messages()
        let messages = try #require(file["messages"] as? [[String: Any]])
        #expect(messages.count == 115 && file["count"] as? Int == 115)
        try #require(catalogue.count == messages.count)
        for (index, message) in messages.enumerated() {
            let entry = catalogue[index]
            let flags = try #require(message["flags"] as? [String: Any])
            #expect(entry.objectName == message["objectName"] as? String)
            #expect(entry.kind.rawValue == message["kind"] as? String)
            #expect(entry.isPersisted == flags["persisted"] as? Bool)
            #expect(entry.isCounted == flags["counted"] as? Bool)
            #expect(entry.isStatus == flags["status"] as? Bool)
            #expect(entry.flags.rawValue == flags["value"] as? Int)
            #expect(entry.title == message["title"] as? String)
            #expect(entry.confidence.rawValue == message["confidence"] as? String)
            #expect(entry.standing.rawValue == message["standing"] as? String)
            #expect(entry.aliases == message["aliases"] as? [String])
            let embedded = try JSONSerialization.jsonObject(with: Data(catalogue.json(at: index).minified))
            let isSame = NSDictionary(dictionary: message).isEqual(embedded)
            #expect(isSame, "\(entry.objectName)")
        }
    }

    @Test("the details are the file's, field by field")
    func detailsAreThoseOfTheFile() throws {
        let messages = try #require(try CatalogueSource.messages()["messages"] as? [[String: Any]])
        for (index, message) in messages.enumerated() {
            let details = catalogue.details(at: index)
            #expect(details.entry == catalogue[index])
            #expect(details.direction.rawValue == message["direction"] as? String)
            #expect(details.supersededBy == message["supersededBy"] as? String)
            #expect(details.envelope == message["envelope"] as? [String])
            #expect(details.note == message["note"] as? String)
            #expect(details.sources == message["source"] as? [String])
            let classes = try #require(message["classes"] as? [String: [String]])
            #expect(Dictionary(uniqueKeysWithValues: details.classes.map { ($0.rawValue, $1) }) == classes)
            let flags = try #require(message["flags"] as? [String: Any])
            #expect(details.flagNote == flags["note"] as? String)
            let platforms = flags["platforms"] as? [String: Int] ?? [:]
            for platform in SDKPlatform.allCases {
                let expected = platforms[platform.rawValue] ?? details.entry.flags.rawValue
                #expect(details.flags(on: platform).rawValue == expected)
            }
            let examples = try #require(message["examples"] as? [String: String])
            #expect([details.minimalExample, details.fullExample] == [examples["minimal"], examples["full"]])
            let fields = try #require(message["fields"] as? [[String: Any]])
            try #require(details.fields.count == fields.count)
            for (field, object) in zip(details.fields, fields) {
                #expect(field.key == object["key"] as? String)
                #expect(field.type.rawValue == object["type"] as? String)
                #expect(field.isRequired == object["required"] as? Bool)
                #expect(field.unit == object["unit"] as? String)
                #expect(field.constraints == object["constraints"] as? String)
                #expect(field.note == object["note"] as? String)
                let values = (object["values"] as? [Any] ?? []).map { "\($0)" }
                #expect(field.values.map { $0.string ?? $0.description } == values)
            }
            let differences = try #require(message["differences"] as? [[String: Any]])
            #expect(details.differences.map(\.id) == differences.compactMap { $0["id"] as? String })
            #expect(details.differences.map(\.what) == differences.compactMap { $0["what"] as? String })
            #expect(details.differences.map(\.platforms) == differences.compactMap { $0["platforms"] as? [String] })
        }
    }

    @Test("general differences are the file's, and every difference has a name of its own")
    func differences() throws {
        let file = try #require(try CatalogueSource.messages()["differences"] as? [[String: Any]])
        #expect(catalogue.differences.map(\.id) == file.compactMap { $0["id"] as? String })
        #expect(catalogue.differences.map(\.what) == file.compactMap { $0["what"] as? String })
        #expect(catalogue.differences.map(\.platforms) == file.compactMap { $0["platforms"] as? [String] })
        let names =
            catalogue.differences.map(\.id)
            + catalogue.indices.flatMap { index in
                catalogue.details(at: index).differences.map(\.id)
            }
        let expected: [String] = (1...249).map { number in
            let digits = String(1000 + number)
            return "D" + digits.dropFirst()
        }
        #expect(names.sorted() == expected)
    }

    @Test("every example is JSON and has the required fields that messages of its kind have")
    func examples() throws {
        for index in catalogue.indices {
            let details = catalogue.details(at: index)
            for (text, isFull) in [(details.minimalExample, false), (details.fullExample, true)] {
                let value = try JSONValue(parsing: text)
                guard details.fields.first?.key != "[]" else {
                    #expect(value.kind == .array)
                    continue
                }
                #expect(value.kind == .object, "\(details.entry.objectName)")
                let known = Set(details.fields.map(\.key) + details.envelope)
                for member in value.members ?? [] {
                    #expect(known.contains(member.key.text), "\(details.entry.objectName): \(member.key.text)")
                }
                guard details.entry.confidence == .high, isFull else { continue }
                for field in details.fields where field.isRequired {
                    #expect(value[field.key] != nil, "\(details.entry.objectName): \(field.key)")
                }
            }
        }
    }

    @Test(
        "the nearest known names come first",
        arguments: [
            ("RC:TxtMessage", "RC:TxtMsg"), ("RC:TXTMSG", "RC:TxtMsg"), ("rc:imgmsg", "RC:ImgMsg"),
            ("RC:LocMsg", "RC:LBSMsg"), ("RC:CombinMsg", "RC:CombineMsg"), ("RC:CmdNtff", "RC:CmdNtf"),
            ("RC:TxtMgs", "RC:TxtMsg"), ("RC:ChrmKVNotiMsg", "RC:chrmKVNotiMsg"), ("RC:CSLM", "RC:CsLM"),
        ]
    )
    func nearest(name: String, expected: String) {
        #expect(catalogue.nearest(to: name).first == expected)
    }

    @Test("a name that is like none has no nearest ones", arguments: ["", "RC:", "RC:RedPacket", "app:gift", "x"])
    func farNames(name: String) {
        #expect(catalogue.nearest(to: name) == [])
    }

    @Test("flags in words name every bit")
    func flagWords() {
        #expect(MessageFlags([]).words == "none")
        #expect(MessageFlags([.counted, .persisted]).words == "persisted+counted")
        #expect(MessageFlags(rawValue: 16 | 64).words == "status+64")
    }

    @Test("every message is found by the bytes of its object name and of its aliases")
    func everyMessageIsFound() {
        for (index, entry) in catalogue.enumerated() {
            for name in [entry.objectName] + entry.aliases {
                #expect(catalogue.index(of: bytes(name).span) == index)
                #expect(catalogue.entry(name) == entry)
            }
        }
    }

    @Test("a part of an object name, a longer one and any changed byte are not found")
    func neighboursAreNotFound() {
        let names = Set(catalogue.flatMap { [$0.objectName] + $0.aliases })
        for name in names {
            for neighbour in neighbours(of: name) where !names.contains(String(decoding: neighbour, as: UTF8.self)) {
                #expect(catalogue.index(of: neighbour.span) == nil, "\(neighbour)")
            }
        }
    }

    @Test(
        "the flags are those of the SDKs",
        arguments: [
            ("RC:TxtMsg", MessageKind.content, true, true, false), ("RC:InfoNtf", .notification, true, false, false),
            ("RC:RcCmd", .command, false, false, false), ("RC:TypSts", .status, false, false, true),
            ("RC:CSCha", .customerService, false, false, false), ("RC:VCInvite", .call, false, false, false),
        ]
    )
    func flags(name: String, kind: MessageKind, persisted: Bool, counted: Bool, status: Bool) throws {
        let entry = try #require(catalogue.entry(name))
        #expect(entry.kind == kind)
        #expect([entry.isPersisted, entry.isCounted, entry.isStatus] == [persisted, counted, status])
    }
}

@Suite("Name index")
struct NameIndexTests {
    @Test("names that differ only in the middle, in zero bytes or in length are told apart")
    func similarNames() {
        let names = [
            "aaaaaaaaXbbbbbbbb", "aaaaaaaaYbbbbbbbb", "aaaaaaaabbbbbbbb", "aaaaaaaaXYbbbbbbbb", "aaaaaaaa", "aaaaaaaaa",
            "a", "a\0", "\0a", "\0", "a\0\0\0\0\0\0\0",
        ]
        let index = NameIndex(names.enumerated().map { (name: $1, value: $0) })
        for (value, name) in names.enumerated() { #expect(index.value(of: bytes(name).span) == value) }
        for other in ["aaaaaaaaZbbbbbbbb", "aaaaaaaaYXbbbbbbbb", "a\0\0", ""] {
            #expect(index.value(of: bytes(other).span) == nil)
        }
    }

    @Test("of equal names the first counts, and many names are all found")
    func manyNames() {
        let names = (0..<1000).map { (name: "name\($0)", value: $0) }
        let index = NameIndex(names + names.map { (name: $0.name, value: 5000) })
        for (name, value) in names { #expect(index.value(of: bytes(name).span) == value) }
        #expect(NameIndex([]).value(of: bytes("x").span) == nil)
    }
}
