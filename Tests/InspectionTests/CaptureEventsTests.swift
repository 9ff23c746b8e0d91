import Capture
import Foundation
import Inspection
import Synchronization
import Testing
import WireFormat
import WireJSON

/// The events of captures as values: what a program gets that embeds the inspector.
@Suite
struct CaptureEventsTests {
    // MARK: The same as on the command line

    @Test("every event of a bundled capture has what its line of JSON has", arguments: try Bundled.names())
    func agreesWithLines(_ name: String) async throws {
        let capture = try Bundled.file(name)
        let lines = try await Decoded(capture).events().map(\.json)
        let selection = EventSelection(keepsBytes: true)
        var events: [CaptureEvent] = []
        for try await event in CaptureEvents(.bytes(capture), selecting: selection) { events.append(event) }
        try #require(events.count == lines.count)
        for (event, line) in zip(events, lines) {
            #expect(event.asLine == line)
        }
    }

    @Test("two readings of a capture give equal events, and events of different units differ")
    func areComparable() async throws {
        let source = CaptureSource.bytes(try Bundled.file("rongcloud-tcp-chat.pcap"))
        let events = CaptureEvents(source)
        var first: [CaptureEvent] = []
        for try await event in events { first.append(event) }
        var second: [CaptureEvent] = []
        for try await event in events { second.append(event) }
        try #require(first.contains { !$0.diagnostics.isEmpty } && first.contains { !$0.messages.isEmpty })
        #expect(first == second)
        #expect(Set(first + second).count == first.count)
        #expect(Set(first.map(\.flow)).count == Set(first.map(\.flow.number)).count)
    }

    @Test("systems and transports print as they are named in events")
    func names() {
        #expect(MessagingSystem.allCases.map { "\($0)" } == ["rongcloud", "leancloud", "nim", "yc"])
        #expect(EventTransport.allCases.map { "\($0)" } == ["websocket", "tcp", "polling", "http"])
    }

    @Test("a connection and a finding print as a line")
    func printing() async throws {
        let capture = try Bundled.file("rongcloud-tcp-chat.pcap")
        let selection = EventSelection(filter: try EventFilter("n in {18, 32}"))
        var lines: [String] = []
        for try await event in CaptureEvents(.bytes(capture), selecting: selection) {
            lines += ["\(event.flow)"] + event.diagnostics.map { "\($0)" }
        }
        #expect(
            lines == [
                "f1 127.0.0.1:55612 → 127.0.0.1:8093",
                "warning: content: sent with flags 3, RC:TypSts has 16 [flags-contradict]",
                "f1 127.0.0.1:55612 → 127.0.0.1:8093",
                "note: dup: the dup flag is set; the web SDKs never set it [frame-dup]",
            ]
        )
    }

    @Test("events that differ in one part are not equal")
    func differ() async throws {
        let source = CaptureSource.bytes(try Bundled.file("rongcloud-web-v2-chat.pcap"))
        let options = { (showsSecrets: Bool) in
            var options = CaptureOptions()
            options.showsSecrets = showsSecrets
            return options
        }
        var shortened: [CaptureEvent] = []
        for try await event in CaptureEvents(source, options: options(false)) { shortened.append(event) }
        var full: [CaptureEvent] = []
        for try await event in CaptureEvents(source, options: options(true)) { full.append(event) }
        // The first event is the navigation, whose query has the token.
        #expect(shortened.first != full.first)
        #expect(shortened.last == full.last)
    }

    @Test("the numbers of events go on over several captures, and each event tells its own capture")
    func numbering() async throws {
        let captures = try ["rongcloud-web-v2-chat.pcap", "nim-web-chatroom.pcap"].map { name in
            CaptureSource.bytes(try Bundled.file(name), name: name)
        }
        let events = CaptureEvents(captures)
        var numbers: [Int] = []
        var files: [String] = []
        for try await event in events {
            numbers.append(event.number)
            if files.last != event.file { files.append(event.file ?? "") }
        }
        #expect(numbers == Array(1...numbers.count))
        #expect(files == captures.map(\.name))
        #expect(events.outcomes.map(\.summary.events).reduce(0, +) == numbers.count)

        let filter = try EventFilter("file contains nim && frame.type == connect")
        var found: Set<String?> = []
        for try await event in CaptureEvents(captures, selecting: EventSelection(filter: filter)) {
            found.insert(event.file)
        }
        #expect(found == [captures[1].name])
    }

    @Test("events are selected by filter, connection and count")
    func selection() async throws {
        let source = CaptureSource.bytes(try Bundled.file("rongcloud-web-v2-chat.pcap"))
        let filter = try EventFilter("frame.type == PUBLISH && message.conversation == group")
        var selection = EventSelection(filter: filter)
        var found: [Int] = []
        for try await event in CaptureEvents(source, selecting: selection) { found.append(event.number) }
        #expect(found == [20])

        selection = EventSelection(flow: 3, limit: 4)
        let events = CaptureEvents(source, selecting: selection)
        var flows: [Int] = []
        for try await event in events { flows.append(event.flow.number) }
        #expect(flows == [3, 3, 3, 3])
    }

    @Test("tokens are shortened unless they are asked for")
    func tokens() async throws {
        let capture = try Bundled.file("rongcloud-web-v2-chat.pcap")
        func token(_ showsSecrets: Bool) async throws -> String? {
            var options = CaptureOptions()
            options.showsSecrets = showsSecrets
            for try await event in CaptureEvents(.bytes(capture), options: options) {
                if let found = event.http?.query.first(where: { $0.name == "token" }) { return found.value }
            }
            return nil
        }
        let short = try #require(try await token(false))
        let full = try #require(try await token(true))
        #expect(short.hasSuffix("…") && short.count == 5)
        #expect(full.hasPrefix(short.dropLast()) && full.count > 20)
    }

    @Test("a unit has the parts of its own kind, and no others")
    func partsOfKinds() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        let missing = talk.segments.count + 1
        for id in UInt16(1)...3 {
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, Bytes.upStream("RC:TxtMsg", "{}")))
        }
        talk.close()
        var segments = talk.segments
        let length = segments.remove(at: missing).payload.count
        var units: [[String?]] = []
        for try await event in CaptureEvents(.bytes(CaptureFile.write(segments))) {
            units.append([event.frame?.type, event.http?.method, event.gap.map { "\($0.length)" }])
        }
        let message: [String?] = ["PUBLISH", nil, nil]
        #expect(units == [[nil, "GET", nil], ["CONNACK", nil, nil], message, [nil, nil, "\(length)"], message])
    }

    @Test("a frame's result has one name in all systems")
    func results() async throws {
        let capture = try Bundled.file("mixed-systems.pcap")
        var counts: [MessagingSystem: Int] = [:]
        for try await event in CaptureEvents(.bytes(capture)) {
            if event.frame?.status != nil { counts[event.system, default: 0] += 1 }
        }
        // As many as the capture's oracle has; of LeanCloud's, one is a refusal in an ack, two are errors.
        #expect(counts == [.rongCloud: 2, .leanCloud: 3, .nim: 16, .yc: 5])
    }

    @Test("a field's value has one accessor that returns it")
    func fieldValues() {
        let values: [CaptureEvent.FieldValue] = [
            .text("on"), .number(7), .truth(true), .time(milliseconds: 9), .json([1]),
        ]
        #expect(values.map(\.text) == ["on", nil, nil, nil, nil])
        #expect(values.map(\.number) == [nil, 7, nil, nil, nil])
        #expect(values.map(\.truth) == [nil, nil, true, nil, nil])
        #expect(values.map(\.time) == [nil, nil, nil, 9, nil])
        #expect(values.map(\.json) == [nil, nil, nil, nil, [1]])
        #expect(values.map(\.description) == ["on", "7", "true", "9", "[1]"])
    }

    // MARK: What goes wrong

    @Test("the first event of what is no capture is an error")
    func noCapture() async {
        let events = CaptureEvents(.bytes(Array("no capture at all".utf8)))
        await #expect(throws: CaptureError.notACapture(looksLike: nil)) {
            for try await _ in events {}
        }
        await #expect(throws: CaptureError.inputOutput(ENOENT)) {
            for try await _ in CaptureEvents(.file("/nowhere/at/all.pcap")) {}
        }
    }

    @Test("a capture that is cut off ends there, and the outcome says so")
    func cutOff() async throws {
        let whole = try Bundled.file("rongcloud-web-v2-chat.pcap")
        let events = CaptureEvents(.bytes(Array(whole.dropLast(1500))))
        var count = 0
        for try await _ in events { count += 1 }
        #expect(count > 20)
        let outcome = try #require(events.outcomes.first)
        #expect(outcome.damage != nil)
        #expect(outcome.summary.events == count)
    }

    @Test("the limits hold for reading the file, too")
    func limits() async throws {
        let capture = try Bundled.file("rongcloud-web-v2-chat.pcap")
        var options = CaptureOptions()
        // The packets of the handshake fit.
        options.limits.capture.packetBytes = 100
        let events = CaptureEvents(.bytes(capture), options: options)
        var count = 0
        for try await _ in events { count += 1 }
        #expect(count == 0)
        #expect(events.outcomes.first?.damage != nil)
    }

    // MARK: Ending early

    @Test("what was read before reading fails comes first")
    func failure() async throws {
        let file = try Bundled.file("rongcloud-web-v2-chat.pcap")
        let source = CaptureSource.failing(after: file, with: .inputOutput(EIO))
        var expected = 0
        for try await _ in CaptureEvents(Feed(file).source) { expected += 1 }
        var count = 0
        let events = CaptureEvents(source)
        await #expect(throws: CaptureError.inputOutput(EIO)) {
            for try await _ in events { count += 1 }
        }
        #expect(count == expected && count > 26)
        #expect(events.outcomes.map(\.summary.events) == [count])
    }

    @Test("a loop that ends early lets the capture go")
    func earlyEnd() async throws {
        let feed = Feed(try Bundled.file("rongcloud-web-v2-chat.pcap"))
        for try await event in CaptureEvents(feed.source) {
            if event.number == 2 { break }
        }
        #expect(try await feed.isReleased(within: .seconds(600)))
    }

    @Test("a slow loop holds the reading back")
    func backPressure() async throws {
        // Far more than may be under way, in many captures' worth of packets.
        var talk = Talk()
        for id in UInt16(1)...20_000 {
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, Bytes.upStream("RC:TxtMsg", "{}")))
            talk.frame(.server, Bytes.pubAck(id: id))
        }
        let capture = CaptureFile.write(talk.segments)
        let feed = Feed(capture)
        var iterator = CaptureEvents(feed.source).makeAsyncIterator()
        _ = try await iterator.next()
        try await Task.sleep(for: .milliseconds(200))
        let early = feed.given
        #expect(early < capture.count / 2)
        var count = 1
        while try await iterator.next() != nil { count += 1 }
        #expect(count >= 40_000)
        #expect(feed.given == capture.count)
    }

    // MARK: Without values

    @Test("the visitors of all workers see every event once", arguments: [1, 2, 5])
    func visitors(_ workers: Int) async throws {
        let capture = try Bundled.file("rongcloud-web-v2-chat.pcap")
        var options = CaptureOptions()
        options.workers = workers
        var expected: [String: Int] = [:]
        for try await event in CaptureEvents(.bytes(capture)) {
            if let type = event.frame?.type { expected[type, default: 0] += 1 }
        }
        let (types, outcomes) = try await CaptureEvents(.bytes(capture), options: options).visit(with: TypeCounts())
        #expect(types.counts == expected)
        #expect(outcomes.count == 1)
    }

    @Test("a visitor sees as many events as are asked for", arguments: [1, 5, 1000])
    func visitorLimit(_ limit: Int) async throws {
        let sources = try ["rongcloud-web-v2-chat.pcap", "nim-web-chatroom.pcap"].map { name in
            CaptureSource.bytes(try Bundled.file(name), name: name)
        }
        var expected: [Int] = []
        let selection = EventSelection(limit: limit)
        for try await event in CaptureEvents(sources, selecting: selection) { expected.append(event.number) }
        let (numbers, _) = try await CaptureEvents(sources, selecting: selection).visit(with: Numbers())
        #expect(numbers.numbers == expected)
        #expect(expected.count == limit || limit == 1000)
    }

    @Test("a visitor is told the worst severity of each event")
    func visitorSeverity() async throws {
        let capture = try Bundled.file("rongcloud-tcp-chat.pcap")
        var expected: [Severity?] = []
        for try await event in CaptureEvents(.bytes(capture)) {
            expected.append(event.diagnostics.map(\.severity).max())
        }
        try #require(Set(expected) == [nil, .note, .warning])
        let (severities, _) = try await CaptureEvents(.bytes(capture)).visit(with: Severities())
        #expect(severities.worst == expected)
    }

    @Test("a visitor that needs order gets the numbers of the events")
    func visitorOrder() async throws {
        let capture = try Bundled.file("rongcloud-polling-chat.pcap")
        let (numbers, _) = try await CaptureEvents(.bytes(capture)).visit(with: Numbers())
        #expect(numbers.numbers == Array(1...numbers.numbers.count))
        #expect(numbers.owned == numbers.numbers)
    }
}

/// Notes how bad the worst is that is to be said about each event.
private struct Severities: EventVisitor {
    var worst: [Severity?] = []
    var needsOrder: Bool { true }

    mutating func visit(_ event: borrowing EventView) { worst.append(event.worstSeverity) }

    mutating func merge(_ other: Severities) { worst += other.worst }
}

/// Counts frames by type.
private struct TypeCounts: EventVisitor {
    var counts: [String: Int] = [:]

    mutating func visit(_ event: borrowing EventView) {
        guard event.isFrame else { return }
        var sink = TypeSink()
        event.describeFrame(to: &sink)
        counts[sink.type, default: 0] += 1
    }

    mutating func merge(_ other: TypeCounts) { counts.merge(other.counts, uniquingKeysWith: +) }
}

/// Looks for the type of a frame.
private struct TypeSink: FieldSink {
    var type = ""

    func wants(_ key: FieldKey) -> Bool { key.isCalled("type") }
    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) {
        if wants(key) { type = String(decoding: (0..<utf8.count).map { utf8[$0] }, as: UTF8.self) }
    }
    mutating func word(_ key: FieldKey, _ word: StaticString) { if wants(key) { type = word.description } }
    mutating func number(_ key: FieldKey, _ value: Int64) {}
    mutating func time(_ key: FieldKey, milliseconds: Int64) {}
    mutating func truth(_ key: FieldKey, _ value: Bool) {}
    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) {}
    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) {}
    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {}
    mutating func beginMessage(contentBytes: Int) {}
    mutating func endMessage() {}
}

/// Notes the numbers of all events.
private struct Numbers: EventVisitor {
    var numbers: [Int] = []
    var owned: [Int] = []
    var needsOrder: Bool { true }

    mutating func visit(_ event: borrowing EventView) {
        numbers.append(event.number)
        owned.append(event.owned().number)
    }

    mutating func merge(_ other: Numbers) {
        numbers += other.numbers
        owned += other.owned
    }
}

/// A capture that is handed out in pieces, and knows how much of it was asked for and whether it is still held.
private final class Feed: Sendable {
    private let state: Mutex<(given: Int, isReleased: Bool)> = Mutex((0, false))
    private let bytes: [UInt8]

    /// Goes when the reader goes that holds it.
    private final class Holder: Sendable {
        let feed: Feed
        init(_ feed: Feed) { self.feed = feed }
        deinit { feed.state.withLock { $0.isReleased = true } }
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var given: Int { state.withLock { $0.given } }

    var source: CaptureSource {
        CaptureSource(name: "feed") { (_) throws(CaptureError) in
            let holder = Holder(self)
            return try CaptureReader { () throws(CaptureError) in holder.feed.next() }
        }
    }

    private func next() -> [UInt8] {
        state.withLock { state in
            let piece = bytes[state.given...].prefix(1 << 14)
            state.given += piece.count
            return Array(piece)
        }
    }

    func isReleased(within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while .now < deadline {
            if state.withLock({ $0.isReleased }) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
