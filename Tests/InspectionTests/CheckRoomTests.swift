import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("Chat rooms: what the server answers counts")
struct CheckRoomTests {
    /// A message to the room and its answer; the number of its event.
    @discardableResult
    private func say(_ talk: inout CheckTalk, _ id: UInt16, status: UInt16? = 0) -> Int {
        let message = talk.send(.client, Bytes.publish("chatMsg", to: "room", id: id, PlantedMistake.text))
        if let status { talk.pubAck(id, status: status, uid: status == 0 ? nil : "") }
        return message
    }

    @Test(
        "a room that the server did not let go is still joined",
        arguments: [(1, true), (0, false)] as [(UInt16, Bool)]
    )
    func refusedExit(_ status: UInt16, _ isJoined: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1)
        let exit = talk.send(.client, Bytes.query("exitChrm", to: "room", id: 2, Bytes.field(1, 1)))
        talk.queryAck(2, status: status)
        let use = say(&talk, 3, status: 23_406)
        talk.close()
        let expected = isJoined ? [] : [CheckFinding("chatroom-not-joined", [use, exit])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test("a room that was joined stays so when it cannot be joined again", arguments: ["joinChrm", "joinChrmR"])
    func refusedRejoining(_ topic: String) async throws {
        var talk = CheckTalk()
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1)
        PlantedMistake.query(&talk, topic, 2, status: 23_410)
        say(&talk, 3)
        talk.close()
        #expect(try await check(talk.segments).findings == [])
    }

    @Test("a client that asked to join is in the room until it is refused", arguments: [UInt16(0), 23_411])
    func underWay(_ status: UInt16) async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
        say(&talk, 2)
        talk.queryAck(1, status: status)
        let use = say(&talk, 3, status: 23_406)
        talk.close()
        let expected = status == 0 ? [] : [CheckFinding("chatroom-not-joined", [use])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test("a room of which the server takes a message is joined, and one that it refuses, or is silent about, is not")
    func takenMessage() async throws {
        for status in [UInt16(0), 23_406, nil] {
            var talk = CheckTalk()
            talk.connAck()
            let use = say(&talk, 1, status: status)
            say(&talk, 2)
            talk.close()
            let rooms = try await check(talk.segments).findings.filter { $0.rule == "chatroom-not-joined" }
            #expect(rooms == (status == 0 ? [] : [CheckFinding("chatroom-not-joined", [use])]), "\(status ?? 1)")
        }
    }

    @Test(
        "a room of which the server grants a request is joined, and one of which it refuses it, or is silent, is not",
        arguments: ["chrmPull", "setKV", "delKV"]
    )
    func grantedRequest(_ topic: String) async throws {
        let data = topic == "chrmPull" ? Bytes.field(1, 0) + Bytes.field(2, 10) : Bytes.field(1, Bytes.field(1, "k"))
        for status in [UInt16(0), 23_406, nil] {
            var talk = CheckTalk()
            talk.connAck()
            let use = talk.send(.client, Bytes.query(topic, to: "room", id: 1, data))
            if let status { talk.queryAck(1, status: status) }
            say(&talk, 2, status: status)
            talk.close()
            let rooms = try await check(talk.segments).findings.filter { $0.rule == "chatroom-not-joined" }
            #expect(rooms == (status == 0 ? [] : [CheckFinding("chatroom-not-joined", [use])]), "\(status ?? 1)")
        }
    }

    @Test("after a hole, a room may have been joined in what is missing")
    func hole() async throws {
        var talk = CheckTalk()
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1)
        PlantedMistake.query(&talk, "exitChrm", 2)
        let whole = talk.segments.count
        PlantedMistake.query(&talk, "joinChrm", 3)
        let missing = whole..<talk.segments.count
        for id in UInt16(4)...5 { say(&talk, id, status: 23_408) }
        talk.close()
        var segments = talk.segments
        segments.removeSubrange(missing)
        let rooms = try await check(segments).findings.filter { $0.rule == "chatroom-not-joined" }
        #expect(rooms == [])
    }
}
