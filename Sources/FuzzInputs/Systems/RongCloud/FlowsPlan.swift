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
        var packets: [WirePacket] = []
        var start: UInt64 = 1_795_000_000_000_000
        var end = start
        /// The time of the last packet on each port.
        var ports: [UInt16: UInt64] = [:]
        var people = FlowsPeople()
        /// The indices of packets whose time is before that of the previous packet.
        var back: Set<Int> = []
        var made: [(begin: UInt64, row: String)] = []
        for (number, step) in reader.steps(of: 5, atMost: 40).enumerated() {
            var step = step
            let first = step.byte()
            let (ending, person) = (first % 11, first / 11)
            let which = step.byte()
            let port = 50_000 + UInt16(which & 7)
            let messages = step.byte()
            let place = step.byte()
            let wait = UInt64(step.byte()) * 5003
            start = place & 1 == 0 ? end + wait + 1000 : start + wait + 1500
            start = max(start, (ports[port] ?? 0) + 2000)
            // Without its SYN, a connection is told apart from an earlier one by its sequence numbers only.
            let isOther = which >= Self.firstOther
            let hasSYN = ports[port] != nil || place & 2 == 0 || isOther
            let sequence = 1000 &+ UInt32(number) &* 0x1357_9BDF
            var session = SampleSession(port: port, number: sequence, time: start, hasSYN: hasSYN)
            let own: [WirePacket]
            let row: String
            if isOther {
                let mayLack = ports[port] == nil
                (own, row) = Self.other(&session, first % Self.otherKinds, messages, place, mayLackOpening: mayLack)
            } else {
                let who = people.join(&session, person >> 1)
                row =
                    who.words + " "
                    + Self.fill(&session, messages, ending, place, hasReason: person & 1 != 0, connacks: who.connacks)
                own = session.packets
            }
            // The last packet of a connection may have a time before that of the previous one.
            let isBack = place & 0x90 == 0x10 && own.count > 4
            if isBack { back.insert(packets.count + own.count - 1) }
            let begin = own.first?.time ?? 0
            let last = own.dropLast(isBack ? 1 : 0).last?.time ?? 0
            let moments = [begin, last].map { PlanMoment.text(Int64($0), digits: 6) }.joined(separator: " ")
            made.append((begin, "10.0.0.1:\(port) \(moments) \(last - begin) \(row)"))
            end = own.last?.time ?? 0
            ports[port] = end
            packets += own
            kinds.append(isOther ? 11 + first % Self.otherKinds : ending)
        }
        // Connections are numbered in the order of their first captured packets.
        let inOrder = made.enumerated().sorted { ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset) }
        rows = inOrder.map(\.element.row)
        let order = packets.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        capture =
            WireCapture(
                order.map { place, packet in
                    var packet = packet
                    if back.contains(place) { packet.time -= 3 * SampleSession.pause / 2 }
                    return packet
                }
            ).bytes
    }

    /// The lowest port byte that means a connection without a system.
    private static let firstOther = 224

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
        // The upgrade is an event of the client.
        var events = [1, connacks]
        var controls = [0, 0]
        // Another connection may begin later and have the first message.
        if place & 0x80 != 0 { session.wait(40_000) }
        for number in 0..<messages & 15 {
            let fromClient = messages >> (number & 3 + 4) & 1 == 0
            session.message(fromClient: fromClient, [fromClient ? 0xC0 : 0xD0])
            events[fromClient ? 0 : 1] += 1
        }
        if place & 4 != 0 {
            session.message(fromClient: false, [], first: 0x89)
            controls[1] += 1
        }
        // A client's DISCONNECT decides the session's ending, whatever follows.
        let leaves = place & 0x40 != 0
        if leaves {
            session.message(fromClient: true, [0xE0, 0, 2])
            events[0] += 1
        }
        let closer = place & 8 == 0
        var code: Int?
        if ending >= 5 {
            code = [1000, 1001, 1002, 4000 + place, 1005, 1001][ending - 5]
            let number = code ?? 0
            // A code may have no reason (RFC 6455 section 5.5.1).
            let reason = hasReason ? Array("bye".utf8) : []
            let payload = number == 1005 ? [] : [UInt8(number >> 8), UInt8(number & 255)] + reason
            session.message(fromClient: closer, payload, first: 0x88)
            controls[closer ? 0 : 1] += 1
        }
        let says: String
        switch ending {
        case 0, 5, 6, 7:
            session.close()
            says = "clean"
        case 1:
            session.finish(fromClient: closer)
            // After a FIN a reset may refuse late data.
            if place & 2 != 0 { session.reset(fromClient: closer == (place & 4 == 0)) }
            says = "clean"
        case 2, 3, 10:
            session.reset(fromClient: ending == 2)
            says = "reset by the \(ending == 2 ? "client" : "server")"
        default: says = "cut off"
        }
        let isClean = code == 1000 || code == 1001 || code == 1005
        let ended = leaves ? "clean" : code.map { isClean ? "clean" : "closed with code \($0)" } ?? says
        let figures = [true, false].map { fromClient in
            let own = session.packets.filter { $0.ends[0..<4].elementsEqual([10, 0, 0, 1]) == fromClient }
            let side = fromClient ? 0 : 1
            return "\(own.count)/\(own.reduce(0) { $0 + $1.payload.count })/\(events[side])/\(controls[side])"
        }
        return "\(ended) \(code.map { "\($0)" } ?? "-") \(figures.joined(separator: " "))"
    }
}
