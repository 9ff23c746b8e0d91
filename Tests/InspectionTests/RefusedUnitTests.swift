import Foundation
import LeanCloud
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// What clients and servers would refuse: one thing is wrong with each unit, and its event says what and where.
@Suite("Units that their receiver would refuse")
struct RefusedUnitTests {
    // MARK: LeanCloud, protobuf

    /// A field of the published table.
    private struct Field {
        var name: String
        var number: UInt64
        var type: String
        var isRepeated: Bool
        var isRequired: Bool
    }

    private static let messages: [String: [Field]] = {
        let table = try? ProjectFolder.text("Docs/catalogue/leancloud-fields.csv")
        let lines = table?.split(separator: "\n").dropFirst() ?? []
        var found: [String: [Field]] = [:]
        for line in lines {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count > 5, let number = UInt64(cells[2]), cells[3] != "enum-value" else { continue }
            let field = Field(
                name: cells[1],
                number: number,
                type: cells[3],
                isRepeated: cells[4] == "repeated",
                isRequired: cells[4] == "required"
            )
            found[cells[0], default: []].append(field)
        }
        return found
    }()

    /// A value of a field: for a message all of its fields.
    private static func encode(_ field: Field) -> [UInt8] {
        if let fields = messages[field.type] { return Bytes.field(field.number, fields.flatMap(encode)) }
        let isText = field.type == "string" || field.type == "bytes"
        return isText ? Bytes.field(field.number, "x1") : Bytes.field(field.number, 1)
    }

    private static func isNumber(_ field: Field) -> Bool { encode(field)[0] & 7 == 0 }

    /// A unit, what is wrong with it, and what its event must say.
    private struct Refused {
        var what: String
        var unit: [UInt8]
        var code: String
        var path: String?
        /// In the command, where it is exact.
        var offset: Int?
        /// In the command, from where on it lies.
        var start = 0
    }

    /// Each field of each command cut, of another wire type, doubled or, where it must be there, missing.
    private static func refused() throws -> [Refused] {
        var cases: [Refused] = []
        for body in try #require(messages["GenericCommand"]) where body.type.hasSuffix("Command") {
            let name = String(body.name.dropLast("Message".count))
            let command = try #require(LeanCloudCommand(name: name))
            let head: [UInt8] = [8, UInt8(command.rawValue), 0x28, 1]
            let fields = try #require(messages[body.type])
            func unit(_ parts: [[UInt8]]) -> [UInt8] { head + Bytes.field(body.number, parts.flatMap { $0 }) }
            /// Where the last part lies in a unit.
            func last(_ parts: [[UInt8]]) -> Int { unit(parts).count - (parts.last?.count ?? 0) }
            let unknown = fields.map(encode) + [Bytes.field(99_999, 7)]
            cases.append(
                Refused(
                    what: "\(name) with an unknown field",
                    unit: unit(unknown),
                    code: "payload-unknown-field",
                    path: "#99999",
                    offset: last(unknown)
                )
            )
            for field in fields {
                let what = "\(name).\(field.name)"
                let others = fields.filter { $0.number != field.number }.map(encode)
                let whole = encode(field)
                let cut = others + [Array(whole.dropLast())]
                cases.append(
                    Refused(
                        what: "\(what) cut",
                        unit: unit(cut),
                        // A number lacks its last byte; of anything else the length says that there is more.
                        code: isNumber(field) ? "frame-truncated" : "frame-length",
                        path: "GenericCommand.\(body.name).\(field.name)" + (field.isRepeated ? "[0]" : ""),
                        start: last(cut)
                    )
                )
                // Field 1 of a login says in its wire type of which generation it is.
                if !(body.type == "LoginCommand" && field.number == 1) {
                    let other = isNumber(field) ? Bytes.field(field.number, "a") : Bytes.field(field.number, 5)
                    cases.append(
                        Refused(
                            what: "\(what) of another wire type",
                            unit: unit(others + [other]),
                            code: "payload-wire-type",
                            path: "#\(field.number)",
                            offset: last(others + [other])
                        )
                    )
                }
                if !field.isRepeated {
                    let twice = others + [whole, whole]
                    cases.append(
                        Refused(
                            what: "\(what) doubled",
                            unit: unit(twice),
                            code: "payload-field-doubled",
                            path: field.name,
                            offset: last(twice)
                        )
                    )
                }
                if field.isRequired {
                    cases.append(Refused(what: "\(what) missing", unit: unit(others), code: "payload-required"))
                }
            }
        }
        return cases
    }

    @Test(
        "each field of each command of LeanCloud cut, of another wire type, unknown, doubled or missing",
        arguments: ["lc.protobuf2.3", "lc.proto2base64.3"]
    )
    func fields(subprotocol: String) async throws {
        let isText = subprotocol.contains("base64")
        let cases = try Self.refused()
        #expect(cases.count > 400)
        var talk = Talk(port: 50601, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: subprotocol)
        for refused in cases {
            if isText { talk.text(.client, Self.base64(refused.unit)) } else { talk.binary(.client, refused.unit) }
        }
        talk.close()
        let events = try await Decoded(talk.segments).events().filter { $0.transport == "websocket" }
        try #require(events.count == cases.count)
        for (event, refused) in zip(events, cases) {
            let bytes = isText ? Array(Self.base64(refused.unit).utf8) : refused.unit
            #expect(event.hex == Hex.encode(bytes))
            let said = event.diagnostics.filter { $0["code"]?.string == refused.code }
            let found = said.contains { diagnostic in
                (refused.path == nil || diagnostic["path"]?.string == refused.path)
                    && (refused.offset == nil || diagnostic["offset"]?.int64 == refused.offset.map(Int64.init))
            }
            #expect(found, "\(refused.what): \(event.diagnostics)")
            // What cannot be read is all there; what can be read is there as well.
            if refused.code.hasPrefix("frame") {
                #expect(event.json["undecodedBytes"]?.int64 == Int64(bytes.count), "\(refused.what)")
                let place = Int64(refused.start)...Int64(refused.unit.count)
                #expect(said.allSatisfy { place.contains($0["offset"]?.int64 ?? -1) }, "\(refused.what)")
            } else {
                #expect(event.payload != nil && event.json["undecoded"] == nil, "\(refused.what)")
            }
        }
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    @Test(
        "text that is no base64",
        arguments: [
            ("CA*=", 2...2), ("CA4=CA4=", 4...4), ("C", 1...1), ("CA4 KAE=", 3...3), ("=CA4", 0...1), ("CA4==", 3...4),
            ("\u{FFFD}CA4=", 0...0),
        ]
    )
    func base64(text: String, place: ClosedRange<Int64>) async throws {
        var talk = Talk(port: 50602, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: "lc.proto2base64.3")
        talk.text(.client, text)
        talk.text(.client, "CA4oAQ==")
        talk.close()
        let events = try await Decoded(talk.segments).events().filter { $0.transport == "websocket" }
        try #require(events.count == 2)
        let error = try #require(events[0].diagnostics.first { $0["severity"] == "error" })
        #expect(error["path"] == "base64" && place.contains(error["offset"]?.int64 ?? -1), "\(error)")
        #expect(events[0].hex == Hex.encode(Array(text.utf8)))
        #expect(events[0].json["undecodedBytes"]?.int64 == Int64(text.utf8.count))
        #expect(events[1].frame["cmd"] == "echo" && events[1].diagnostics.isEmpty)
    }

    // MARK: JSON

    private static let commands = [
        #"{"cmd":"session","op":"open","appId":"a1","ua":"js/2.4.0","i":2016,"peerId":"tom","s":"x"}"#,
        #"{"cmd":"direct","cid":"c1","msg":"{\"_lctype\":-1,\"_lctext\":\"ä\"}","i":2017,"r":1,"transient":false}"#,
        #"{"cmd":"conv","op":"results","results":[{"objectId":"c1","m":["a","b"]}],"i":-1.5e3}"#,
    ]

    /// The text without one of its bytes, for each of them.
    private static func shortened(_ text: String) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        return bytes.indices.map { Array(bytes[..<$0] + bytes[($0 + 1)...]) }
    }

    private static func isObject(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
    }

    @Test("a command of LeanCloud in JSON with any of its bytes missing", arguments: commands)
    func json(command: String) async throws {
        let units = Self.shortened(command)
        var talk = Talk(port: 50603, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: "lc.json.3")
        for unit in units { talk.send(.client, Bytes.webSocket(unit, opcode: 1, mask: [1, 2, 3, 4])) }
        talk.close()
        let events = try await Decoded(talk.segments).events().filter { $0.transport == "websocket" }
        try compare(events, units) { $0 }
    }

    @Test("a member that stands twice is noted at its second place", arguments: commands)
    func doubled(command: String) async throws {
        let members = try #require(JSONValue(parsing: command).members)
        var talk = Talk(port: 50604, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: "lc.json.3")
        var offsets: [Int64] = []
        for member in members {
            let text = command.dropLast() + ",\(JSONValue.object([member]).description.dropFirst())"
            offsets.append(Int64(command.utf8.count))
            talk.text(.client, String(text))
        }
        talk.text(.client, command)
        talk.close()
        let events = try await Decoded(talk.segments).events().filter { $0.transport == "websocket" }
        try #require(events.count == members.count + 1)
        for (index, member) in members.enumerated() {
            let note = try #require(events[index].diagnostics.first { $0["code"] == "payload-field-doubled" })
            #expect(note["path"]?.string == member.key.text && note["offset"]?.int64 == offsets[index])
        }
        #expect(events.last?.codes.contains("payload-field-doubled") == false)
    }

    @Test("a packet of NIM with any of the bytes of its data missing")
    func nim() async throws {
        let prefix = "3:::"
        let data = #"{"SID":7,"CID":1,"SER":3,"Q":[{"t":"Property","v":{"0":0,"1":"bob","9":"ä \"x\""}}]}"#
        let units = Self.shortened(data).map { Array(prefix.utf8) + $0 }
        var talk = Talk(port: 50605, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/xyz")
        talk.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        for unit in units { talk.send(.client, Bytes.webSocket(unit, opcode: 1, mask: [1, 2, 3, 4])) }
        talk.close()
        let events = try await Decoded(talk.segments).events().filter { $0.transport == "websocket" }
        try #require(events.first?.frame["command"] == "heartbeat")
        // Without its first byte the data is some other text, of which a Socket.IO packet may hold any.
        #expect(events[1].frame["type"] == "message" && events[1].frame["sid"] == nil)
        #expect(events[1].hex == Hex.encode(units[0]))
        try compare(Array(events.dropFirst(2)), Array(units.dropFirst())) { Array($0.dropFirst(prefix.utf8.count)) }
    }

    @Test("an answer of YC with any of its bytes missing, where the user says that it is YC's")
    func yc() async throws {
        let reply = #"{"ret_code":200,"result":[{"id":"p1","type":"new_chat","content":{"topic":"7","a":[1.5,null]}}]}"#
        let units = Self.shortened(reply)
        var talk = Talk(port: 50606, sdkVersion: nil)
        for unit in units {
            talk.send(.client, Array("GET /poll HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
            talk.send(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: \(unit.count)\r\n\r\n".utf8) + unit)
        }
        talk.end()
        let decodeAs = try #require(DecodeAs("tcp.port==80,yc"))
        let events = try await Decoded(talk.segments) {
            $0.showsRaw = true
            $0.options.decodeAs = [decodeAs]
        }.events()
        try compare(events.filter { $0.sender == "server" }, units) { $0 }
    }

    /// Each unit is one event with all of its bytes; one whose JSON is none for Foundation either has an error in it.
    private func compare(_ events: [TestEvent], _ units: [[UInt8]], _ json: ([UInt8]) -> [UInt8]) throws {
        try #require(events.count == units.count)
        var refused = 0
        for (event, unit) in zip(events, units) {
            #expect(event.hex == Hex.encode(unit))
            guard !Self.isObject(json(unit)) else {
                #expect(event.json["undecoded"] == nil, "\(String(decoding: unit, as: UTF8.self))")
                continue
            }
            refused += 1
            let error = event.diagnostics.first { $0["severity"] == "error" }
            #expect(error != nil, "\(String(decoding: unit, as: UTF8.self))")
            #expect((0...Int64(unit.count)).contains(error?["offset"]?.int64 ?? -1))
            #expect(event.json["undecodedBytes"]?.int64 == Int64(unit.count))
        }
        #expect(refused > units.count / 8)
    }
}
