import LeanCloud
import Testing
import WireFormat
import WireProtobuf

@Suite("Tables of commands, codes and secrets")
struct TableTests {
    @Test("every command of the enum is in the table, and every op but those that no source tells of")
    func commandsAreCovered() {
        let cmds = Set(LeanCloudOperation.all.map(\.name.cmd))
        #expect(Set(LeanCloudCommand.known) == cmds)
        #expect(LeanCloudCommand.known.count == 22)
        let ops = Set(LeanCloudOperation.all.compactMap { $0.name.op?.name })
        let enumeration = LeanCloudSchema.shared.enumeration(named: "push_server.messages2.OpType")
        let names = (Int32(0)...255).compactMap { value in
            enumeration.flatMap { LeanCloudSchema.shared.valueName(value, in: $0) }
        }
        #expect(names.count == 69)
        #expect(Set(names).subtracting(ops) == ["expire"])
        for operation in LeanCloudOperation.all { #expect(!operation.roles.isEmpty) }
    }

    @Test(
        "who sends what, and what answers it",
        arguments: [
            ("session", "open", "client", "request", "opened closed -"),
            ("session", "closed", "server", "reply push", ""),
            ("direct", nil, "client", "request notice", "- -"), ("direct", nil, "server", "push", ""),
            ("conv", "is_member", "client", "request", "is_member -"), ("echo", nil, "client", "request", "-"),
            ("patch", "modified", "client", "notice", ""), ("patch", "modify", "server", "push", ""),
            ("goaway", nil, "server", "push", ""), ("goaway", nil, "client", nil, ""), ("rcp", nil, "client", nil, ""),
        ] as [(String, String?, String, String?, String)]
    )
    func directions(cmd: String, op: String?, sender: String, roles: String?, answers: String) throws {
        let found = LeanCloudOperation.find(
            try #require(LeanCloudCommand(name: cmd)),
            op.flatMap { LeanCloudOp(name: $0) },
            from: try #require(FrameSender(rawValue: sender))
        )
        #expect(found.map { $0.roles.map(\.rawValue).joined(separator: " ") } == roles)
        #expect((found?.answers ?? []).map { $0.op?.name ?? "-" }.joined(separator: " ") == answers)
    }

    @Test("a request is answered by its own success, or by an error")
    func answers() throws {
        let start = try #require(LeanCloudOperation.find(.conv, LeanCloudOp(name: "start"), from: .client))
        #expect(start.isAnswered(by: .conv, LeanCloudOp(name: "started")))
        #expect(!start.isAnswered(by: .conv, LeanCloudOp(name: "updated")))
        #expect(start.isAnswered(by: .error, nil) && start.isAnswered(by: .conv, .error))
        #expect(!start.isAnswered(by: .ack, nil))
    }

    @Test("codes: the server's, those of a close frame, and those that never leave the client")
    func codes() {
        #expect(LeanCloudCode.all.count == 52)
        #expect(LeanCloudCode.find(4111)?.mayCloseConnection == true)
        #expect(LeanCloudCode.find(4401)?.mayCloseConnection == false)
        #expect(LeanCloudCode.find(9008)?.scope == .local)
        #expect(LeanCloudCode.all.filter(\.isFatal).map(\.code) == [4100, 4103, 4110])
        #expect(LeanCloudCode.find(4099) == nil)
    }

    @Test("secrets are declared beside the fields, for every form")
    func secrets() throws {
        let schema = LeanCloudSchema.shared
        var found: [String] = []
        for message in schema.messageIndices {
            for field in schema.fieldIndices(of: message) where LeanCloudSchema.secret(field) != nil {
                found.append("\(schema.name(of: message)).\(schema.name(of: field))")
            }
        }
        #expect(
            found.sorted() == [
                "BlacklistCommand.n", "BlacklistCommand.s", "ConvCommand.n", "ConvCommand.s", "ReportCommand.data",
                "RoomCommand.n", "RoomCommand.s", "SessionCommand.deviceToken", "SessionCommand.n", "SessionCommand.s",
                "SessionCommand.st",
            ]
        )
        #expect(LeanCloudSchema.secret(member: "st", of: .session) == "sessionToken")
        #expect(LeanCloudSchema.secret(member: "msg", of: .direct) == nil)
        #expect(LeanCloudSchema.secret(member: "data", of: .logs) == nil)
    }
}
