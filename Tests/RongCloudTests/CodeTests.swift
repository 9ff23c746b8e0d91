import Foundation
import RongCloud
import Testing
import WireJSON

@Suite("Error codes")
struct ErrorCodeTests {
    @Test("the library has the rows of error-codes.csv, cell by cell")
    func rowsAreThoseOfTheFile() throws {
        let rows = try CatalogueSource.table("error-codes.csv")
        #expect(rows.count == 666)
        try #require(ErrorCode.known.count == rows.count)
        for (code, row) in zip(ErrorCode.known, rows) {
            let info = try #require(code.info)
            #expect("\(code.rawValue)" == row["code"])
            #expect(info.code == code)
            #expect(info.scope.rawValue == row["scope"])
            #expect(info.meaning == row["meaning"])
            #expect((info.isTransient ? "yes" : "no") == row["transient"])
            #expect(info.handling.rawValue == row["handling"])
            #expect((info.differsByPlatform ? "yes" : "") == row["differs"])
            let columns = [
                ("ios", "iosName"), ("android", "androidName"), ("web 2", "web2Name"), ("web 3", "web3Name"),
                ("web 4", "web4Name"), ("universal", "universalName"), ("flutter", "flutterName"),
                ("bridges", "bridgeName"),
            ]
            let expected = columns.map { ($0, row[$1] ?? "") }.filter { !$1.isEmpty }.map { "\($0): \($1)" }
            #expect(info.platformNames.map { "\($0.platform): \($0.names.joined(separator: "|"))" } == expected)
        }
        #expect(ErrorCode.known.map(\.rawValue) == Set(ErrorCode.known.map(\.rawValue)).sorted())
    }

    @Test(
        "codes mean what the SDKs' headers say",
        arguments: [
            (23408, "FORBIDDEN_IN_CHATROOM", "user is muted in the chat room", false, .tellUser),
            (31004, "RC_CONN_TOKEN_INCORRECT", "token incorrect or expired", false, .refreshToken),
            (31010, "RC_DISCONN_KICK", "the account logged in on another device", false, .askLogin),
            (30003, "RC_MSG_RESPONSE_TIMEOUT", "no answer in time", true, .reconnects),
            (33001, "RC_CLIENT_NOT_INIT", "SDK is not initialised", false, .initialise),
            (405, "REJECTED_BY_BLACKLIST", "sender is in the receiver's black list", false, .tellUser),
            (20604, "SEND_MSG_FREQUENCY_OVERRUN", "sending too fast", false, .slowDown),
        ] as [(Int, String, String, Bool, ErrorHandling)]
    )
    func meanings(number: Int, constant: String, meaning: String, isTransient: Bool, handling: ErrorHandling) throws {
        let info = try #require(ErrorCode(rawValue: number).info)
        #expect(info.platformNames.contains { $0.names.contains(constant) })
        #expect(info.meaning == meaning)
        #expect(info.isTransient == isTransient)
        #expect(info.handling == handling)
        #expect(ErrorCode(constant: constant)?.rawValue == number)
    }

    @Test("a code that nobody knows is kept and shows its number", arguments: [Int.min, -2000, 42, 30018, Int.max])
    func unknownCodes(_ number: Int) {
        #expect(ErrorCode(rawValue: number).info == nil)
        #expect("\(ErrorCode(rawValue: number))" == "\(number)")
        #expect(ErrorCode(constant: "NO_SUCH_NAME") == nil)
    }

    @Test("every meaning is a short sentence of its own, and every handling has advice")
    func prose() {
        for code in ErrorCode.known {
            let meaning = code.info?.meaning ?? ""
            #expect(!meaning.isEmpty && !meaning.contains("_") && !meaning.hasSuffix("."), "\(code)")
            #expect(meaning.utf8.count == meaning.unicodeScalars.count)
        }
        #expect(Set(ErrorHandling.allCases.map(\.advice)).count == ErrorHandling.allCases.count)
        #expect(Set(ErrorCode.known.compactMap { $0.info?.handling }) == Set(ErrorHandling.allCases))
    }
}

@Suite("Connection states and mentioned types")
struct SmallTableTests {
    @Test("the library has the rows of connection-states.csv")
    func connectionStates() throws {
        let rows = try CatalogueSource.table("connection-states.csv")
        try #require(ConnectionState.known.count == rows.count)
        for (state, row) in zip(ConnectionState.known, rows) {
            #expect("\(state.rawValue)" == row["code"])
            #expect(state.name == row["name"])
            #expect(state.meaning == row["meaning"])
            #expect(state.note ?? "" == row["note"])
        }
        let constants: [ConnectionState: String] = [
            .connected: "connected", .connecting: "connecting", .disconnected: "disconnected",
            .networkUnavailable: "networkUnavailable", .closed: "closed", .kicked: "kicked", .blocked: "blocked",
            .closedByServer: "closedByServer", .redirected: "redirected",
        ]
        for (state, name) in constants { #expect(state.name == name) }
        #expect(ConnectionState(rawValue: 5).name == nil)
    }

    @Test("the library has the rows of mentioned-types.csv")
    func mentionedTypes() throws {
        let rows = try CatalogueSource.table("mentioned-types.csv")
        try #require(MentionedType.known.count == rows.count)
        for (type, row) in zip(MentionedType.known, rows) {
            #expect("\(type.rawValue)" == row["value"])
            #expect(type.name == row["name"])
            #expect(type.meaning == row["meaning"])
            let columns = ["iosName", "androidName", "web2Name", "web4Name", "flutterName"]
            #expect(type.platformNames.flatMap(\.names) == columns.compactMap { row[$0] }.filter { !$0.isEmpty })
        }
        #expect(MentionedType.all.name == "all" && MentionedType.users.name == "users")
        #expect(MentionedType(rawValue: 3).name == nil)
        let text = TextMessage { message in
            message.content = "hi"
            message.envelope.mentionedInfo = MentionedInfo(type: .users, userIdList: ["bob"])
        }
        let json = #"{"content":"hi","mentionedInfo":{"type":2,"userIdList":["bob"]}}"#
        #expect(String(decoding: text.encoded(), as: UTF8.self) == json)
    }
}

@Suite("Meanings of a number")
struct CodeMeaningTests {
    @Test(
        "a number is explained in every scope that has it",
        arguments: [
            (0, ["connack", "disconnect", "answer", "sdk", "connectionState", "conversationType"]),
            (1, ["connack", "disconnect", "answer", "call", "connectionState", "conversationType", "mentionedType"]),
            (3, ["connack", "disconnect", "call", "connectionState", "conversationType"]),
            (2, ["connack", "disconnect", "call", "connectionState", "conversationType", "mentionedType"]),
            (20, ["connack", "connectionState"]), (101, ["answer"]), (405, ["answer", "sdk"]), (1004, ["serverAPI"]),
            (23408, ["answer", "sdk"]), (31004, ["sdk"]), (-3, ["sdk"]), (42, []), (Int.max, []), (Int.min, []),
        ]
    )
    func scopes(number: Int, expected: [String]) {
        #expect(CodeMeaning.all(of: number).map(\.scope.rawValue) == expected)
        #expect(CodeMeaning.all(of: number).allSatisfy { $0.code == number && !$0.meaning.isEmpty })
    }

    @Test("as JSON a meaning has the scope, the names by platform, the meaning and what to do")
    func json() throws {
        let meanings = CodeMeaning.all(of: 23408)
        let sdk = try #require(meanings.last).json
        #expect(sdk["scope"]?.string == "sdk")
        #expect(sdk["code"]?.int64 == 23408)
        #expect(sdk["names"]?["flutter"]?[0]?.string == "ForbiddenInChatRoom")
        #expect(sdk["meaning"]?.string == "user is muted in the chat room")
        #expect(sdk["transient"]?.bool == false)
        #expect(sdk["handling"]?.string == "tellUser")
        #expect(meanings.first?.json["name"]?.string == "forbiddenInChatroom")
        let group = try #require(CodeMeaning.all(of: 3).last).json
        #expect(group["transient"] == nil && group["handling"] == nil)
    }
}
