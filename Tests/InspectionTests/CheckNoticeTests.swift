import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("What check expects after a notice")
struct CheckNoticeTests {
    /// A pull of the inbox that has no answer yet.
    private func ask(_ talk: inout CheckTalk, _ id: UInt16, from cursor: Int64) {
        let data = Bytes.field(1, cursor) + Bytes.field(2, 0)
        talk.send(.client, Bytes.publish("pullMsg", to: "ann", id: id, data, header: 0x52))
    }

    private func answer(_ talk: inout CheckTalk, _ id: UInt16, to next: Int64, isFinished: Bool = true) -> Int {
        talk.queryAck(id, Bytes.field(2, next) + Bytes.field(3, isFinished ? 1 : 0))
    }

    @Test("the pull for a notice waits for the answer to the one that is under way", arguments: [true, false])
    func slowAnswer(_ isPulled: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        ask(&talk, 1, from: 0)
        let notice = talk.push("s_ntf", 1, Bytes.field(1, 1) + Bytes.field(2, 7000), header: 0x30)
        talk.wait(15)
        talk.message(2)
        _ = answer(&talk, 1, to: 6000)
        if isPulled {
            ask(&talk, 3, from: 6000)
            _ = answer(&talk, 3, to: 7000)
        }
        talk.wait(11)
        talk.message(4)
        talk.close()
        let expected = isPulled ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test(
        "the answer to another request is not that of a pull that had its id and was never answered",
        arguments: [5, 6]
    )
    func reusedId(_ id: UInt16) async throws {
        var talk = CheckTalk(sdkVersion: "4.2.0")
        talk.connAck()
        talk.send(.client, Bytes.query("chrmPull", to: "room1", id: 5, Bytes.field(1, 1) + Bytes.field(2, 1)))
        talk.wait(31)
        talk.send(.client, Bytes.query("joinChrm", to: "room2", id: id, Bytes.field(1, 1)))
        let happened = Bytes.field(2, talk.milliseconds)
        let notice = talk.push("s_ntf", 1, Bytes.field(1, 2) + happened + Bytes.field(3, "room2"), header: 0x30)
        talk.wait(8)
        talk.queryAck(id)
        talk.wait(9)
        talk.message(7)
        talk.close()
        let found = try await check(talk.segments).findings.filter { $0.rule == "notify-without-pull" }
        #expect(found == [CheckFinding("notify-without-pull", [notice])])
    }

    @Test("a client that does not go on after an unfinished answer makes one mistake, whatever was announced")
    func unfinished() async throws {
        var talk = CheckTalk(sdkVersion: "4.2.0")
        talk.connAck()
        ask(&talk, 1, from: 0)
        talk.push("s_ntf", 1, Bytes.field(1, 1) + Bytes.field(2, 7000), header: 0x30)
        let unfinished = answer(&talk, 1, to: 6000, isFinished: false)
        talk.wait(11)
        talk.message(2)
        talk.close()
        #expect(try await check(talk.segments).findings == [CheckFinding("pull-unfinished", [unfinished])])
    }

    @Test("a pull that is never answered does not put off a notice for ever")
    func noAnswer() async throws {
        var talk = CheckTalk()
        talk.connAck()
        ask(&talk, 1, from: 0)
        let notice = talk.push("s_ntf", 1, Bytes.field(1, 1) + Bytes.field(2, 7000), header: 0x30)
        talk.wait(29)
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        talk.wait(12)
        talk.message(2)
        talk.close()
        let found = try await check(talk.segments).findings
        #expect(Set(found.map(\.rule)) == ["query-unanswered", "notify-without-pull"])
        #expect(found.contains(CheckFinding("notify-without-pull", [notice])))
    }

    /// How a client leaves the room of a notice.
    enum Passage: CaseIterable {
        case stays, leavesAfterNotice, leavesBeforeNotice, comesBack
    }

    @Test("a client pulls nothing of a room that it leaves", arguments: Passage.allCases)
    func room(_ passage: Passage) async throws {
        for (topic, version) in [("s_ntf", "2.5.10"), ("s_cmd", "4.2.0")] {
            var talk = CheckTalk(sdkVersion: version)
            talk.connAck()
            PlantedMistake.query(&talk, "joinChrm", 1)
            if passage == .leavesBeforeNotice || passage == .comesBack { PlantedMistake.query(&talk, "exitChrm", 2) }
            if passage == .comesBack { PlantedMistake.query(&talk, "joinChrm", 3) }
            let data = Bytes.field(1, 2) + Bytes.field(2, 7000) + Bytes.field(3, "room")
            let notice = talk.push(topic, 1, data, header: 0x30)
            if passage == .leavesAfterNotice { PlantedMistake.query(&talk, "exitChrm", 4) }
            talk.wait(11)
            talk.message(5)
            talk.close()
            let isDue = passage == .stays || passage == .comesBack
            let expected = isDue ? [CheckFinding("notify-without-pull", [notice])] : []
            #expect(try await check(talk.segments).findings == expected, "\(topic)")
        }
    }

    /// A notice that a room has a message of a time.
    private func notify(_ talk: inout CheckTalk, of room: String, _ time: Int64, topic: String = "s_ntf") -> Int {
        talk.push(topic, 1, Bytes.field(1, 2) + Bytes.field(2, time) + Bytes.field(3, room), header: 0x30)
    }

    @Test(
        "a notice about a room waits for the room's pull that is under way, and is void if the answer brings its message",
        arguments: [true, false]
    )
    func roomPullUnderWay(_ reaches: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1)
        talk.send(.client, Bytes.query("chrmPull", to: "room", id: 2, Bytes.field(1, 0) + Bytes.field(2, 10)))
        let notice = notify(&talk, of: "room", 7000)
        talk.wait(12)
        talk.message(3)
        talk.queryAck(2, Bytes.field(2, reaches ? 7000 : 6999))
        talk.wait(11)
        talk.message(4)
        talk.close()
        let expected = reaches ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test("a notice about what the last pull of the room has brought wants no pull", arguments: ["room", "other"])
    func roomDelivered(_ room: String) async throws {
        var talk = CheckTalk()
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1)
        talk.send(.client, Bytes.query("chrmPull", to: "room", id: 2, Bytes.field(1, 0) + Bytes.field(2, 10)))
        talk.queryAck(2, Bytes.field(2, 7000))
        let notice = notify(&talk, of: room, 7000)
        talk.wait(11)
        talk.message(3)
        talk.close()
        let expected = room == "room" ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test("a notice about a message that was pushed to its room wants no pull", arguments: ["room", "other"])
    func pushedToRoom(_ room: String) async throws {
        var talk = CheckTalk()
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1)
        let time = talk.milliseconds
        let message =
            Bytes.field(1, "bob") + Bytes.field(2, 4) + Bytes.field(3, room) + Bytes.field(4, "RC:TxtMsg")
            + Bytes.field(5, #"{"content":"hi"}"#) + Bytes.field(6, time) + Bytes.field(7, 0x30)
            + Bytes.field(9, CheckTalk.uid(time, 1))
        talk.push("s_msg", 1, message, header: 0x30)
        let notice = notify(&talk, of: "room", time)
        talk.wait(11)
        talk.message(2)
        talk.close()
        let expected = room == "room" ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test("the pull for a notice about a room waits for that of the inbox that is under way", arguments: [true, false])
    func inboxFirst(_ isPulled: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1)
        ask(&talk, 2, from: 0)
        let notice = notify(&talk, of: "room", 7000)
        talk.wait(12)
        talk.message(3)
        _ = answer(&talk, 2, to: 6000)
        if isPulled {
            talk.send(.client, Bytes.query("chrmPull", to: "room", id: 4, Bytes.field(1, 0) + Bytes.field(2, 10)))
            talk.queryAck(4, Bytes.field(2, 7000))
        }
        talk.wait(11)
        talk.message(5)
        talk.close()
        let expected = isPulled ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test("a notice about entries that are being asked for wants no second pull", arguments: [true, false])
    func entries(_ isUnderWay: Bool) async throws {
        var talk = CheckTalk(sdkVersion: "4.2.0")
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1)
        talk.send(.client, Bytes.query("pullKV", to: "room", id: 2, Bytes.field(1, 0)))
        if !isUnderWay { talk.queryAck(2) }
        let notice = notify(&talk, of: "room", 7000, topic: "s_cmd")
        if isUnderWay { talk.queryAck(2) }
        talk.wait(11)
        talk.message(3)
        talk.close()
        let expected = isUnderWay ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }
}
