import Capture
import Foundation
import Reporting
import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// A connection that is put together frame by frame, with the number of the event that each frame will be.
struct CheckTalk {
    private(set) var talk: Talk
    /// Number of the latest event.
    private(set) var number: Int

    /// Opens a WebSocket connection.
    ///
    /// - Parameters:
    ///   - token: in the upgrade's URL; without it, the URL has none, as behind a proxy that adds it.
    ///   - after: the connection before it, whose events have the lower numbers.
    init(port: UInt16 = 50001, sdkVersion: String = "2.5.10", token: String? = nil, after: CheckTalk? = nil) {
        talk = Talk(port: port, sdkVersion: nil)
        if let after { talk.time = after.talk.time + 1_000_000_000 }
        number = (after?.number ?? 0) + 1
        let parameter = token.map { "&token=\($0)" } ?? ""
        let request =
            "GET /websocket?appId=app1\(parameter)&sdkVer=\(sdkVersion)&apiVer=normal HTTP/1.1\r\n"
            + "Host: im.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        talk.send(.client, Array(request.utf8))
        let answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        talk.send(.server, Array((answer + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n").utf8))
    }

    var segments: [TestSegment] { talk.segments }

    /// Sends a frame; the number of its event.
    @discardableResult
    mutating func send(_ sender: FrameSender, _ frame: [UInt8]) -> Int {
        talk.frame(sender, frame)
        number += 1
        return number
    }

    mutating func wait(_ seconds: Double) { talk.time += Int64(seconds * 1e9) }

    mutating func close() { talk.close() }

    /// Ends the connection without a word of WebSocket.
    mutating func end() { talk.end() }

    /// Sends bytes of the stream as they are; `events` tells how many events they make.
    mutating func raw(_ sender: FrameSender, _ bytes: [UInt8], events: Int = 1) {
        talk.send(sender, bytes)
        number += events
    }

    /// Sends a packet without payload, such as a keep-alive of TCP.
    mutating func keepAlive() { talk.acknowledge(.client) }

    /// The server's clock: that of the capture.
    var milliseconds: Int64 { talk.time / 1_000_000 }
    private var date: [UInt8] { bigEndian(UInt32(talk.time / 1_000_000_000)) }

    // MARK: Frames with the time of day

    @discardableResult
    mutating func connAck(status: UInt8 = 0, ahead milliseconds: Int64 = 0) -> Int {
        guard status == 0 else { return send(.server, [0x20, 0, status]) }
        let time = bigEndian(UInt64(self.milliseconds + milliseconds))
        return send(.server, [0x20, 0, 0] + Bytes.text("ann") + Bytes.text("sid") + time)
    }

    @discardableResult
    mutating func pubAck(_ id: UInt16, status: UInt16 = 0, uid name: String? = nil) -> Int {
        let uid = Bytes.text(name ?? Self.uid(milliseconds / 1000 * 1000 + 7, Int(id)))
        return send(.server, [0x40] + bigEndian(id) + date + bigEndian(status) + bigEndian(UInt16(7)) + uid)
    }

    @discardableResult
    mutating func queryAck(_ id: UInt16, _ data: [UInt8] = [], status: UInt16 = 0, header: UInt8 = 0x60) -> Int {
        send(.server, [header] + bigEndian(id) + date + bigEndian(status) + data)
    }

    @discardableResult
    mutating func push(_ topic: String, _ id: UInt16, _ data: [UInt8], header: UInt8 = 0x32) -> Int {
        send(.server, [header] + date + Bytes.text(topic) + Bytes.text("ann") + bigEndian(id) + data)
    }

    // MARK: Exchanges

    /// A message and its PUBACK; the number of the message's event.
    @discardableResult
    mutating func message(
        _ id: UInt16,
        _ data: [UInt8]? = nil,
        topic: String = "ppMsgP",
        to target: String = "bob"
    ) -> Int {
        let upStream = data ?? Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        let event = send(.client, Bytes.publish(topic, to: target, id: id, upStream))
        pubAck(id)
        return event
    }

    /// A pull of the inbox with its answer and confirmation; the numbers of their events.
    @discardableResult
    mutating func pull(
        _ id: UInt16,
        from cursor: Int64,
        to next: Int64,
        messages: [[UInt8]] = []
    ) -> (query: Int, answer: Int) {
        let query = send(
            .client,
            Bytes.publish("pullMsg", to: "ann", id: id, Bytes.field(1, cursor) + Bytes.field(2, 0), header: 0x52)
        )
        let list = messages.flatMap { Bytes.field(1, $0) }
        let answer = queryAck(id, list + Bytes.field(2, next) + Bytes.field(3, 1), header: 0x62)
        return (query, answer)
    }

    /// A DownStreamMessage: fromUserId 1, type 2, classname 4, content 5, dataTime 6, status 7, msgId 9.
    ///
    /// - Parameter uid: the message's UID; without it, one of its time.
    static func downStream(
        _ serial: Int,
        time: Int64,
        uid: String? = nil,
        name: String = "RC:TxtMsg",
        content: String = #"{"content":"hi"}"#
    ) -> [UInt8] {
        Bytes.field(1, "bob") + Bytes.field(2, 1) + Bytes.field(4, name) + Bytes.field(5, content)
            + Bytes.field(6, time) + Bytes.field(7, 0x30) + Bytes.field(9, uid ?? Self.uid(time, serial))
    }

    /// A message UID by its published layout: 42 bits time, 12 bits sequence, 4 bits type, 22 bits hash, in groups of five
    /// bits, four to a group.
    static func uid(_ time: Int64, _ serial: Int) -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUV")
        var bits: [UInt8] = []
        for (value, width) in [(UInt64(time), 42), (UInt64(serial), 12), (1, 4), (0x1234, 22)] {
            for place in stride(from: width - 1, through: 0, by: -1) { bits.append(UInt8(value >> UInt64(place) & 1)) }
        }
        var text = ""
        for group in 0..<16 {
            if group > 0, group % 4 == 0 { text += "-" }
            text.append(alphabet[Int(bits[group * 5..<group * 5 + 5].reduce(0) { $0 << 1 | $1 })])
        }
        return text
    }
}

extension [TestSegment] {
    /// The packets of a merged capture in which the clock of a port's end is ahead, in the order of their times.
    func merged(port: UInt16, ahead seconds: Int64) -> [TestSegment] {
        map { segment in
            var segment = segment
            if segment.source.port == port { segment.time += seconds * 1_000_000_000 }
            return segment
        }
        .enumerated()
        .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element)
    }
}

/// What the check finds.
struct CheckFinding: Hashable, CustomStringConvertible {
    var rule: String
    var events: [Int]

    init(_ rule: String, _ events: [Int]) {
        self.rule = rule
        self.events = events
    }

    init(_ finding: Finding) {
        rule = finding.rule.id
        events = []
        if case .events(_, _, let numbers, _) = finding.place { events = numbers }
    }

    var description: String { "\(rule) \(events)" }
}

/// Checks a capture of these packets.
func check(
    _ segments: [TestSegment],
    workers: Int? = nil,
    limits: Limits = Limits()
) async throws -> Checked {
    try await check(CaptureFile.write(segments), workers: workers, limits: limits)
}

/// Checks a capture.
func check(
    _ capture: [UInt8],
    name: String = "talk.pcap",
    workers: Int? = nil,
    limits: Limits = Limits()
) async throws -> Checked {
    // Hundreds of tests check at the same time: none opens a file.
    let reader = try CaptureReader(bytes: capture)
    var check = CaptureCheck()
    if let workers { check.options.workers = workers }
    check.options.limits = limits
    let outcome = try await check.add(reader, name: name)
    return Checked(report: check.report, capture: outcome)
}

/// Checks a capture of these packets with other limits, and without the time behind its last event.
func findingLog(
    _ segments: [TestSegment],
    _ limits: CheckLimits,
    _ choice: RuleChoice = RuleChoice(of: [])
) async throws -> FindingLog {
    var (consumer, numbers) = try await consumer(segments, limits, choice)
    consumer.finish(at: .min, numbers: numbers)
    return consumer.log
}

/// All that a check holds at the end of a capture, in words.
func checkState(_ segments: [TestSegment], _ limits: CheckLimits = CheckLimits()) async throws -> String {
    var text = ""
    dump(try await consumer(segments, limits, RuleChoice(of: [])).0, to: &text)
    return text
}

/// A check that has taken all events of a capture in and has not judged yet what is left at the end.
private func consumer(
    _ segments: [TestSegment],
    _ limits: CheckLimits,
    _ choice: RuleChoice
) async throws -> (CheckConsumer, EventNumbers?) {
    let reader = try CaptureReader(bytes: CaptureFile.write(segments))
    let pipeline = CapturePipeline(
        consumer: CheckConsumer(file: "talk.pcap", limits: limits, choice: choice),
        options: CaptureOptions().pipeline
    )
    let result = try await pipeline.run(reader) { _ in }
    return (result.consumer, result.numbers)
}

/// What came of a check.
struct Checked {
    var report: FindingReport
    var capture: CaptureOutcome
    var findings: [CheckFinding] { report.findings.map { CheckFinding($0) } }
}
