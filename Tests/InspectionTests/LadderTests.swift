import Capture
import Foundation
import Testing
import WireFormat

@testable import Inspection

/// Several clients of one capture in sequence diagrams.
@Suite("Ladders of several clients")
struct LadderTests {
    private static let users = ["ann", "bob", "carol", "dave", "erin", "frank", "grace"]
    /// Events of a client: upgrade, its answer, two of each message, and a ping with its answer.
    private static let each = 2 + 4 + 2

    /// Clients that are there at the same time, each of which sends a message to the next one.
    private static func talks(_ count: Int) -> [Talk] {
        var talks: [Talk] = []
        for (place, user) in users.prefix(count).enumerated() {
            // They come 40 ms after each other.
            let start = 1_795_000_000_000_000_000 + Int64(place) * 40_000_000
            var talk = Talk(port: UInt16(50001 + place)).moved(to: start)
            talk.frame(.server, Bytes.connAck(user: user))
            talks.append(talk)
        }
        for place in talks.indices {
            let next = (place + 1) % talks.count
            let start = 1_795_000_001_000_000_000 + Int64(place) * 100_000_000
            let content = Bytes.upStream("RC:TxtMsg", #"{"content":"hello \#(users[next])"}"#)
            talks[place].time = start
            talks[place].frame(.client, Bytes.publish("ppMsgP", to: users[next], id: 1, content))
            talks[place].frame(.server, Bytes.pubAck(id: 1))
            talks[next].time = start + 10_000_000
            let pushed = Bytes.field(1, users[place]) + Bytes.field(2, 1) + Bytes.field(4, "RC:TxtMsg")
            talks[next].frame(.server, Bytes.push("s_msg", to: users[next], id: 2, pushed))
            talks[next].frame(.client, Bytes.clientPubAck(id: 2))
        }
        for place in talks.indices {
            talks[place].time = 1_795_000_003_000_000_000 + Int64(place) * 1_000_000_000
            talks[place].frame(.client, Bytes.pingRequest)
            talks[place].frame(.server, Bytes.pingResponse)
            talks[place].close()
        }
        return talks
    }

    private static func ladder(_ talks: [Talk], width: Int = 100) async throws -> LadderReport {
        var ladder = LadderReport()
        ladder.width = width
        let segments = talks.flatMap(\.segments).sorted { $0.time < $1.time }
        _ = try await ladder.add(try CaptureReader(bytes: CaptureFile.write(segments)), name: "made")
        return ladder
    }

    /// Where a character begins, in columns of a terminal.
    private static func cell(_ line: String, _ column: Int) -> Character? {
        var at = 0
        for character in line {
            if at == column { return character }
            at += TextLayoutTests.columns(String(character))
        }
        return nil
    }

    @Test("clients of one system stand side by side in text", arguments: [2, 3], [80, 100, 160])
    func lanes(clients: Int, width: Int) async throws {
        let ladder = try await Self.ladder(Self.talks(clients), width: width)
        let lines = ladder.text(.text).split(separator: "\n").map(String.init)
        for line in lines { #expect(TextLayoutTests.columns(line) <= width, "\(line)") }
        // A heading for each, and one line of lanes.
        for place in 0..<clients {
            let addresses = "10.0.0.1:\(50001 + place) ↔ 10.0.0.2:80"
            #expect(lines[place] == "f\(place + 1) websocket \(Self.users[place])  \(addresses)")
        }
        let names = lines[clients]
        let starts = try (0..<clients).map { place in
            let range = try #require(names.range(of: "f\(place + 1) "))
            return TextLayoutTests.columns(String(names[..<range.lowerBound]))
        }
        #expect(starts == starts.sorted() && Set(starts).count == clients)
        #expect(names.hasSuffix("10.0.0.2:80"))
        let server = TextLayoutTests.columns(names) - 1
        let arrows = lines.filter { $0.contains("▶│") || $0.contains("◀") }
        #expect(arrows.count == clients * Self.each)
        // The numbers go up through all lanes.
        #expect(arrows.compactMap { Int($0.prefix(6).filter { $0 != " " }) } == Array(1...arrows.count))
        let lanes = ladder.sessions.enumerated().flatMap { lane, session in session.rows.map { ($0.number, lane) } }
        let laneOf = Dictionary(uniqueKeysWithValues: lanes)
        let fromServer = Set(ladder.sessions.flatMap(\.rows).filter(\.isFromServer).map(\.number))
        for (place, line) in arrows.enumerated() {
            let own = try #require(laneOf[place + 1])
            for (lane, start) in starts.enumerated() {
                let sign = try #require(Self.cell(line, start))
                if lane < own { #expect("│┊".contains(sign), "\(line)") }
                if lane == own { #expect(sign == "│", "\(line)") }
                if lane > own { #expect(sign == "┼", "\(line)") }
            }
            #expect(Self.cell(line, server) == "│", "\(line)")
            if fromServer.contains(place + 1) {
                #expect(Self.cell(line, starts[own] + 1) == "◀", "\(line)")
                #expect(Self.cell(line, server - 1) == "─", "\(line)")
            } else {
                #expect(Self.cell(line, server - 1) == "▶", "\(line)")
            }
        }
        // Before a client comes and after it has gone, its lane is dotted.
        let dotted = arrows.map { $0.filter { $0 == "┊" }.count }
        #expect(dotted.first == 0 && dotted.last == clients - 1)
    }

    @Test("an answer names its request where several wait")
    func overlapping() async throws {
        var talks = Self.talks(2)
        for (place, start) in [(0, 0), (1, 2)] {
            talks[place] = Talk(port: UInt16(50001 + place)).moved(to: 1_795_000_000_000_000_000)
            talks[place].time = 1_795_000_001_000_000_000 + Int64(start) * 1_000_000
            let message = Bytes.upStream("RC:TxtMsg", #"{"content":"x"}"#)
            talks[place].frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, message))
            talks[place].time += 20_000_000
            talks[place].frame(.server, Bytes.pubAck(id: 1))
        }
        let lines = try await Self.ladder(talks).text(.text).split(separator: "\n").filter { $0.contains("PUBACK") }
        #expect(lines.first?.hasSuffix("│┘#3 21.0 ms") == true)
        #expect(lines.last?.hasSuffix("│┘21.0 ms") == true)
    }

    @Test("more clients than fit stand one below the other", arguments: [(4, 80), (7, 300), (2, 60)])
    func tooMany(clients: Int, width: Int) async throws {
        let lines = try await Self.ladder(Self.talks(clients), width: width).text(.text).split(separator: "\n")
        let arrows = lines.filter { $0.contains("▶│") || $0.contains("│◀") }
        #expect(arrows.count == clients * Self.each)
        #expect(!lines.contains { $0.contains("┼") })
        // Each has its addresses as headings of its lanes.
        #expect(lines.filter { $0.hasPrefix(" ") && $0.hasSuffix(" 10.0.0.2:80") }.count == clients)
    }

    @Test("clients that came one after the other have diagrams of their own")
    func oneAfterTheOther() async throws {
        var (first, second) = (Talk(port: 50001), Talk(port: 50002))
        for place in 0..<2 {
            var talk = place == 0 ? first : second
            talk = talk.moved(to: 1_795_000_000_000_000_000 + Int64(place) * 60_000_000_000)
            talk.frame(.server, Bytes.connAck(user: "ann"))
            talk.close()
            if place == 0 { first = talk } else { second = talk }
        }
        let ladder = try await Self.ladder([first, second], width: 160)
        #expect(LadderDiagram.diagrams(of: ladder.sessions, lanes: 6).map(\.lanes.count) == [1, 1])
    }

    @Test("systems stand apart, and a group stands where its first session does")
    func systems() async throws {
        var ladder = LadderReport()
        _ = try await ladder.add(try CaptureReader(bytes: try Bundled.file("mixed-systems.pcap")), name: "mixed")
        func names(_ lanes: Int) -> [[String]] {
            LadderDiagram.diagrams(of: ladder.sessions, lanes: lanes).map { $0.lanes.map(\.name) }
        }
        let (rest, spread) = (["exchanges over"], "session 7f3a-0001")
        #expect(names(6) == [rest, ["f1"], ["f2", "f3"], ["f8"], ["f4", spread]])
        #expect(names(1) == [rest, ["f1"], ["f2"], ["f8"], ["f3"], ["f4"], [spread]])
        // Two captures are not one, even where their times overlap.
        _ = try await ladder.add(try CaptureReader(bytes: try Bundled.file("mixed-systems.pcap")), name: "again")
        #expect(names(6).count == 10)
    }

    @Test("a drawing has a lane for each client, and arrows between the right ones")
    func drawing() async throws {
        let ladder = try await Self.ladder(Self.talks(3))
        let svg = ladder.text(.svg)
        let boxes = svg.matches(of: #/<rect class="box" x="(\d+)" y="\d+" width="(\d+)"/#)
            .compactMap { match in Int(match.1).flatMap { x in Int(match.2).map { x + $0 / 2 } } }
        #expect(boxes.count == 4 && boxes == boxes.sorted())
        let server = try #require(boxes.last)
        let arrows = svg.matches(of: #/<line class="arrow (\w+)" x1="(\d+)" y1="\d+" x2="(\d+)"/#)
        #expect(arrows.count == 3 * Self.each)
        let diagram = try #require(LadderDiagram.diagrams(of: ladder.sessions, lanes: 6).first)
        for (arrow, step) in zip(arrows, diagram.steps) {
            let ends = [arrow.2, arrow.3].compactMap { Int($0) }
            let wanted = [boxes[step.lane] + 2, server - 2]
            #expect(ends == (step.row.isFromServer ? wanted.reversed() : wanted))
            #expect(arrow.1 == (step.row.isFromServer ? "server" : "client"))
        }
        // Everything lies in the drawing.
        let width = try #require(svg.firstMatch(of: #/viewBox="0 0 (\d+) /#).flatMap { Int($0.1) })
        #expect(server + 100 < width)
    }

    @Test("no text of the wire is kept at any length")
    func longTexts() async throws {
        let long = String(repeating: "t", count: 5000)
        var talk = Talk(port: 50001)
        talk.frame(.client, Bytes.publish(long, to: "bob", id: 1, []))
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 2, Bytes.upStream(long, #"{"content":"x"}"#)))
        // All of this is one character.
        let marks = "e" + String(repeating: "\u{301}", count: 5000)
        talk.frame(.client, Bytes.publish(marks, to: "bob", id: 3, []))
        let rows = try await Self.ladder([talk]).sessions.flatMap(\.rows)
        let shown = String(repeating: "t", count: 240)
        #expect(rows.contains { $0.topic == shown })
        #expect(rows.contains { $0.topic == "ppMsgP" && $0.objectName == shown })
        #expect(rows.allSatisfy { $0.label.utf8.count < marks.utf8.count })
    }

    @Test("a diagram of Mermaid has a participant for each client")
    func mermaid() async throws {
        let lines = try await Self.ladder(Self.talks(3)).text(.mermaid).split(separator: "\n")
        #expect(lines.filter { $0.contains("participant c") }.count == 3)
        #expect(lines.filter { $0.contains("participant s") }.count == 1)
        #expect(lines.filter { $0.contains("c2->>+s0") && $0.contains("hello ann") }.count == 1)
    }
}
