/// Connections of RongCloud one after another and side by side, and the expected row of each.
///
/// A step of a plan is five bytes: the ending and the user, the port, the messages of both directions, the place and
/// options, the time before it; or the protocol of a connection that no system recognises. Ports are reused, also
/// without an end of the earlier connection, and the first packet may be missing.
package struct FlowsPlan: Sendable {
    /// The rows, in the order of the connections.
    package let rows: [String]
    /// The capture.
    package private(set) var capture: [UInt8] = []
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [Int] = []

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        _ = reader.byte()
        var timeline = FlowsTimeline()
        var people = FlowsPeople()
        for (number, step) in reader.steps(of: 5, atMost: 40).enumerated() {
            kinds.append(Self.add(step, number, to: &timeline, &people))
        }
        rows = timeline.rows
        capture = timeline.capture
    }

    /// The lowest port byte that means a connection without a system.
    private static let firstOther = 224

    /// Adds the connection of a step; returns its kind.
    private static func add(
        _ step: PlanReader,
        _ number: Int,
        to timeline: inout FlowsTimeline,
        _ people: inout FlowsPeople
    ) -> Int {
        var step = step
        let first = step.byte()
        let (ending, person) = (first % 11, first / 11)
        let which = step.byte()
        let port = 50_000 + UInt16(which & 7)
        let messages = step.byte()
        let place = step.byte()
        let wait = UInt64(step.byte()) * 5003
        let isReused = timeline.isReused(port)
        let isOther = which >= firstOther
        var session = SampleSession(
            port: port,
            number: 1000 &+ UInt32(number) &* 0x1357_9BDF,
            time: timeline.begin(on: port, after: wait, isBeside: place & 1 != 0),
            // Without its SYN, a connection is told apart from an earlier one by its sequence numbers only.
            hasSYN: isReused || place & 2 == 0 || isOther
        )
        let own: [WirePacket]
        let row: String
        if isOther {
            (own, row) = other(&session, first % otherKinds, messages, place, mayLackOpening: !isReused)
        } else {
            let who = people.join(&session, person >> 1)
            let end = fill(&session, messages, ending, place, hasReason: person & 1 != 0, connacks: who.connacks)
            (own, row) = (session.packets, "\(who.words) \(end)")
        }
        timeline.add(own, on: port, row, isBack: place & 0x90 == 0x10)
        return isOther ? 11 + first % otherKinds : ending
    }

    /// The numbers of events and of control frames of both directions, the client's first.
    private struct Figures {
        // The upgrade is an event of the client.
        var events = [1, 0]
        var controls = [0, 0]
    }

    /// Sends messages, ends the connection, and returns the end of its row: the ending, and the figures of both
    /// directions.
    private static func fill(
        _ session: inout SampleSession,
        _ messages: Int,
        _ ending: Int,
        _ place: Int,
        hasReason: Bool,
        connacks: Int
    ) -> String {
        var figures = Figures()
        figures.events[1] = connacks
        talk(&session, messages, place, &figures)
        // A client's DISCONNECT decides the session's ending, whatever follows.
        let leaves = place & 0x40 != 0
        if leaves {
            session.message(fromClient: true, [0xE0, 0, 2])
            figures.events[0] += 1
        }
        let closer = place & 8 == 0
        let code = closeCode(of: ending, place)
        if let code {
            // A code may have no reason (RFC 6455 section 5.5.1).
            let reason = hasReason ? Array("bye".utf8) : []
            let payload = code == 1005 ? [] : [UInt8(code >> 8), UInt8(code & 255)] + reason
            session.message(fromClient: closer, payload, first: 0x88)
            figures.controls[closer ? 0 : 1] += 1
        }
        let says = end(&session, ending, place, fromClient: closer)
        let isClean = code == 1000 || code == 1001 || code == 1005
        let ended = leaves ? "clean" : code.map { isClean ? "clean" : "closed with code \($0)" } ?? says
        let sides = [0, 1].map { side in
            let own = session.packets.filter { $0.ends[0..<4].elementsEqual([10, 0, 0, 1]) == (side == 0) }
            let bytes = own.reduce(0) { $0 + $1.payload.count }
            return "\(own.count)/\(bytes)/\(figures.events[side])/\(figures.controls[side])"
        }
        return "\(ended) \(code.map { "\($0)" } ?? "-") \(sides.joined(separator: " "))"
    }

    /// Sends the messages of both directions, and perhaps a ping of the server.
    private static func talk(_ session: inout SampleSession, _ messages: Int, _ place: Int, _ figures: inout Figures) {
        // Another connection may begin later and have the first message.
        if place & 0x80 != 0 { session.wait(40_000) }
        for number in 0..<messages & 15 {
            let fromClient = messages >> (number & 3 + 4) & 1 == 0
            session.message(fromClient: fromClient, [fromClient ? 0xC0 : 0xD0])
            figures.events[fromClient ? 0 : 1] += 1
        }
        if place & 4 != 0 {
            session.message(fromClient: false, [], first: 0x89)
            figures.controls[1] += 1
        }
    }

    /// Returns the code of the close frame of an ending; `nil` if there is no close frame.
    private static func closeCode(of ending: Int, _ place: Int) -> Int? {
        ending < 5 ? nil : [1000, 1001, 1002, 4000 + place, 1005, 1001][ending - 5]
    }

    /// Ends the TCP connection; returns what this alone says about the session.
    private static func end(
        _ session: inout SampleSession,
        _ ending: Int,
        _ place: Int,
        fromClient closer: Bool
    ) -> String {
        switch ending {
        case 0, 5, 6, 7:
            session.close()
            return "clean"
        case 1:
            session.finish(fromClient: closer)
            // After a FIN a reset may refuse late data.
            if place & 2 != 0 { session.reset(fromClient: closer == (place & 4 == 0)) }
            return "clean"
        case 2, 3, 10:
            session.reset(fromClient: ending == 2)
            return "reset by the \(ending == 2 ? "client" : "server")"
        default: return "cut off"
        }
    }
}
