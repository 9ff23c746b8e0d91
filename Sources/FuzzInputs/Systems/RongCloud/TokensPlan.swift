/// Connections of RongCloud one after another, of clients with IPv4 and IPv6 addresses and few tokens: accepted,
/// refused, kicked, and opened again.
///
/// A step is three bytes: the client and its token; the statuses of the server; the time before it.
package struct TokensPlan: RuledPlan {
    package static let rules = [
        "connect-retry-loop", "connect-retry-refused", "reconnect-after-kick", "token-in-clear",
    ]

    package private(set) var findings: [(event: Int, line: String)] = []
    package private(set) var kinds: [Int] = []
    package var capture: [UInt8] { WireCapture(packets).bytes }

    private struct Token {
        /// The refusals in a row, of the token itself and of other permanent reasons: event and time.
        var refusals: [[(event: Int, time: Int)]] = [[], []]
        var isTold = [false, false]
        /// The kicks by the client's address: event and time.
        var ends: [Int: (event: Int, time: Int)] = [:]
        var isSeen = false
    }

    private var packets: [WirePacket] = []
    private var tokens = [Token](repeating: Token(), count: 3)
    private var next = 1
    private var flow = 0
    /// The time in microseconds.
    private var time: UInt64 = 1_795_000_000_000_000

    /// The statuses of CONNACK: accepted, the token refused (4, 5, 10, 17), another permanent refusal, or neither.
    private static let statuses = [0, 0, 0, 0, 4, 5, 10, 17, 1, 2, 7, 8, 9, 12, 13, 16, 3, 6, 4, 4, 4, 8, 11, 19]
    /// The statuses of DISCONNECT: 1, 2 and 5 kick the client.
    private static let goodbyes = [nil, nil, 1, 2, 5, 0, 6, 1]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        _ = reader.byte()
        for step in reader.steps(of: 3, atMost: 20) {
            var step = step
            let (who, outcome, wait) = (step.byte(), step.byte(), step.byte())
            let token = [0, 0, 1, 2][who & 3]
            let status = Self.statuses[outcome % Self.statuses.count]
            let goodbye = status == 0 ? Self.goodbyes[outcome >> 5] : nil
            kinds.append(status * 8 + (goodbye ?? 7))
            // Seconds around the limits, to a millisecond.
            let waits = [1000, 3000, 9990, 9991, 9992, 9993, 9994, 10_010, 600_000, 599_000, 300_000, 100, 599_985]
            time += UInt64(waits[wait % waits.count]) * 1000
            connect(token, from: who >> 2 & 3, hosts: who >> 4 & 1, status: status, goodbye: goodbye)
        }
    }

    private mutating func connect(_ place: Int, from host: Int, hosts: Int, status: Int, goodbye: Int?) {
        flow += 1
        var session = SampleSession(port: UInt16(50_000 + flow), time: time)
        // After an at sign, navigation hosts follow; they are not part of the token.
        let name = "tok-\(place)-long" + ["", "@nav1.example"][hosts]
        session.upgrade(path: "/websocket?appId=app1&token=\(name)&sdkVer=4.2.0&apiVer=normal")
        open(place, from: host, at: Int(session.now / 1000) - Self.switchTime)
        let accepted = Int(session.now / 1000)
        session.message(fromClient: false, [0x20, 0x80, UInt8(status)])
        answer(place, status, at: accepted)
        next += 2
        if let goodbye {
            let end = Int(session.now / 1000)
            session.message(fromClient: false, [0xE0, 0x80, UInt8(goodbye)])
            if [1, 2, 5].contains(goodbye) { tokens[place].ends[host] = (next, end) }
            next += 1
        }
        session.close()
        packets += session.packets.map { Self.moved($0, to: host) }
        time = session.now
    }

    /// The time in milliseconds from an upgrade's event to the packet after it.
    private static let switchTime = 1

    // MARK: Expected findings

    private mutating func say(_ severity: String, _ rule: String, _ events: [Int], _ text: String) {
        let place =
            "flow \(flow), event\(events.count > 1 ? "s" : "") \(events.map(String.init).joined(separator: ", "))"
        findings.append((events[0], "\(place): \(severity): \(text) [\(rule)]"))
    }

    private mutating func open(_ place: Int, from host: Int, at time: Int) {
        // A token has this finding on its first connection only.
        if !tokens[place].isSeen {
            tokens[place].isSeen = true
            say("warning", "token-in-clear", [next], "a token can be read by everybody who sees the packets")
        }
        // A kicked client must not return automatically; only its next connection counts.
        guard let end = tokens[place].ends.removeValue(forKey: host), time - end.time <= 10_000 else { return }
        let tenths = (time - end.time) / 100
        let words = "\(tenths / 10).\(tenths % 10) s after DISCONNECT threw the client out"
        say("error", "reconnect-after-kick", [next, end.event], "a new connection \(words)")
    }

    private mutating func answer(_ place: Int, _ status: Int, at time: Int) {
        let event = next + 1
        guard status != 0 else { return tokens[place].refusals = [[], []] }
        let lists = [[4, 5, 10, 17], [1, 2, 7, 8, 9, 11, 12, 13, 16, 19]]
        for (kind, list) in lists.enumerated() where list.contains(status) {
            // Refusals more than ten minutes apart are not in a row.
            tokens[place].refusals[kind].removeAll { time - $0.time > 600_000 }
            tokens[place].refusals[kind].append((event, time))
            let row = tokens[place].refusals[kind]
            guard row.count >= 3, !tokens[place].isTold[kind] else { continue }
            tokens[place].isTold[kind] = true
            let events = [event] + row.dropLast().map(\.event)
            let who = kind == 0 ? "the same token" : "the client"
            let text = "\(who) was refused \(row.count) times (CONNACK \(status))"
            say(
                kind == 0 ? "error" : "warning",
                kind == 0 ? "connect-retry-loop" : "connect-retry-refused",
                events,
                text
            )
        }
    }

    // MARK: Addresses

    /// Returns the packet with another client's addresses: two of IPv4, and two of IPv6 that differ in their last group
    /// only.
    private static func moved(_ packet: WirePacket, to host: Int) -> WirePacket {
        var packet = packet
        let fromClient = packet.ends[3] == 1
        guard host > 1 else {
            packet.head[fromClient ? 29 : 33] = UInt8(10 + host)
            return packet
        }
        let prefix: [UInt8] = [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11)
        let (client, server) = (prefix + [UInt8(host)], prefix + [9])
        let segment = packet.head[34...] + packet.payload
        var head = packet.head[..<12] + [0x86, 0xDD, 0x60, 0, 0, 0] + Framing.bigEndian(UInt64(segment.count), 2)
        head += [6, 64] + (fromClient ? client + server : server + client)
        return WirePacket(time: packet.time, whole: Array(head + segment), missing: 0)
    }
}
