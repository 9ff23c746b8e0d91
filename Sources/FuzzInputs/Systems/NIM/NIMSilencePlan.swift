/// A session of NIM's Web SDK over WebSocket with pauses, and the expected findings: requests and heartbeats without an
/// answer in time, and long silences of the client.
///
/// The SDK waits 8 s for an answer, and 5 s for the answer to a heartbeat. It sends a heartbeat every 30 s, or at the
/// shortest of several observed intervals. A request counts as unanswered only if the server is heard after it, be it
/// with the late answer. The byte of a plan before the steps says whether the login is accepted; a refused client need
/// not send anything. A step is two bytes: the packet and the time before it.
package struct NIMSilencePlan: Sendable {
    /// The connection.
    package private(set) var session = SampleSession()
    /// The number of requests and of heartbeats without an answer in time, and of silences of the client.
    package private(set) var findings = [0, 0, 0]

    /// The waiting requests: their serials and times, in microseconds.
    private var waiting: [(serial: Int, time: UInt64)] = []
    private var beat: UInt64?
    private var serial = 1
    private var lastOfClient: UInt64
    /// The silences of the client, and the intervals of its heartbeats since the login, in seconds.
    private var pauses: [UInt64] = []
    private var distances: [UInt64] = []
    private var lastBeat: UInt64
    private var lastOfServer: UInt64

    private static let second: UInt64 = 1_000_000

    /// Whether the server has accepted the login.
    private let isIn: Bool

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let code = [200, 200, 200, 302, 414, 500][reader.below(6)]
        isIn = code == 200
        session.upgrade(path: "/socket.io/1/websocket/s1")
        Self.send(&session, false, "1::")
        let login = #"{"3":16,"18":"app","19":"ann","1000":"tok"}"#
        Self.send(&session, true, #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":\#(login)}]}"#)
        lastOfServer = session.now
        lastOfClient = session.now
        lastBeat = session.now
        Self.send(&session, false, #"3:::{"sid":2,"cid":3,"ser":1,"code":\#(code),"r":[{"102":"c"},[]]}"#)
        for step in reader.steps(of: 2, atMost: 40) {
            var step = step
            let choice = step.byte()
            let wait = step.byte()
            // Around the limits, to a millisecond; every packet takes one.
            let seconds: [UInt64] = [0, 5, 8, 62, 30, 3, 61, 0]
            let fine = UInt64(wait >> 3) * 1000
            let coarse = seconds[wait & 7] * Self.second
            session.wait(coarse > 0 ? coarse + fine - 16_000 : fine * 20)
            take(choice)
        }
        judge(at: max(lastOfClient, lastOfServer))
        // The connection is closed now.
        pauses.append((session.now - lastOfClient) / Self.second)
        let interval = distances.count > 1 ? max(30, distances.min() ?? 30) : 30
        if isIn { findings[2] = pauses.count { $0 > interval * 2 + 1 } }
        session.close()
    }

    private mutating func take(_ choice: Int) {
        judge(at: session.now)
        switch choice % 5 {
        case 0, 1: ask(#""SID":6,"CID":23"#, isHeartbeat: false)
        case 2: ask(#""SID":1,"CID":2"#, isHeartbeat: true)
        case 3 where !waiting.isEmpty:
            let request = waiting.remove(at: choice / 5 % waiting.count)
            if request.time + 8 * Self.second < session.now { findings[0] += 1 }
            answer(#""sid":6,"cid":23,"ser":\#(request.serial),"code":200,"r":["1795000000000"]"#)
        default:
            if let time = beat, time + 5 * Self.second < session.now { findings[1] += 1 }
            beat = nil
            answer(#""sid":1,"cid":2,"ser":0,"code":200"#)
        }
    }

    /// Counts the overdue requests and heartbeats at the time of a packet, and at the end.
    private mutating func judge(at now: UInt64) {
        let late = waiting.filter { $0.time + 8 * Self.second < now && $0.time <= lastOfServer }
        findings[0] += late.count
        waiting.removeAll { request in late.contains { $0.serial == request.serial } }
        if let time = beat, time + 5 * Self.second < now, time <= lastOfServer {
            findings[1] += 1
            beat = nil
        }
    }

    private mutating func ask(_ command: String, isHeartbeat: Bool) {
        let now = session.now
        // Whole seconds count, compared with two intervals and one second.
        pauses.append((now - lastOfClient) / Self.second)
        lastOfClient = now
        if isHeartbeat {
            // An earlier heartbeat repeats the last one, because that was not answered in time.
            if now - lastBeat > 10 * Self.second { distances.append((now - lastBeat) / Self.second) }
            lastBeat = now
            if beat == nil { beat = now }
            return Self.send(&session, true, "3:::{\(command),\"SER\":0}")
        }
        serial += 1
        waiting.append((serial, now))
        Self.send(&session, true, "3:::{\(command),\"SER\":\(serial),\"Q\":[]}")
    }

    private mutating func answer(_ members: String) {
        lastOfServer = session.now
        Self.send(&session, false, "3:::{\(members)}")
    }

    private static func send(_ session: inout SampleSession, _ fromClient: Bool, _ packet: String) {
        session.message(fromClient: fromClient, Array(packet.utf8), first: 0x81)
    }
}
