import Capture
import Foundation
import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

/// Units that become much output, or take many nodes.
enum LargeUnit: CaseIterable {
    /// An answer with many messages.
    case answer
    /// Fields that nobody knows.
    case unknown
    /// One message whose content is a long list.
    case list
    /// The same field again and again.
    case repeated

    /// A capture with `connections` such units, whose packets come in turn.
    func capture(_ count: Int, connections: Int = 1) -> [TestSegment] {
        let talks = (0..<connections).map { port in
            var talk = Talk(port: UInt16(1000 + port))
            talk.frame(.server, Bytes.connAck(user: "ann"))
            talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 7, Bytes.field(1, 0)))
            talk.frame(.server, frame(count))
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 8, Bytes.upStream("RC:TxtMsg", "{}")))
            return talk.segments
        }
        let longest = talks.map(\.count).max() ?? 0
        return (0..<longest).flatMap { place in talks.compactMap { $0.indices.contains(place) ? $0[place] : nil } }
    }

    private func frame(_ count: Int) -> [UInt8] {
        switch self {
        case .answer:
            let list = (0..<count).flatMap { _ in Bytes.field(1, message(#"{"content":"x"}"#)) }
            return Bytes.queryAck(id: 7, Bytes.field(2, 0) + list)
        case .unknown:
            let fields = (0..<count).flatMap { _ in [0xF8, 0x07, 0x01] as [UInt8] }
            return Bytes.queryAck(id: 7, Bytes.field(2, 0) + fields)
        case .repeated:
            return Bytes.queryAck(id: 7, (0..<count).flatMap { _ in Bytes.field(2, 0) })
        case .list:
            let list = Array(repeating: "1", count: count).joined(separator: ",")
            let content = #"{"content":"x","list":["# + list + "]}"
            return Bytes.queryAck(id: 7, Bytes.field(2, 0) + Bytes.field(1, message(content)))
        }
    }

    private func message(_ content: String) -> [UInt8] {
        Bytes.field(1, "u") + Bytes.field(2, 1) + Bytes.field(4, "RC:TxtMsg") + Bytes.field(5, content)
            + Bytes.field(6, 1_795_233_206_117) + Bytes.field(7, 0) + Bytes.field(9, "10SF-G13B-BVED-9POC")
    }
}

@Suite("Large units")
struct LargeUnitTests {
    @Test(
        "what is left in a file comes out as if it had stayed, in its order",
        arguments: LargeUnit.allCases,
        [CaptureDecoder.Format.jsonl, .tree, .text]
    )
    func spilled(_ unit: LargeUnit, _ format: CaptureDecoder.Format) async throws {
        // Some are longer than a piece, for which a file is used in any case; others only when no memory is left.
        for (count, choices) in [(300, [(1, 64 << 20), (1, 0), (3, 0)]), (14_000, [(2, 64 << 20), (1, 0)])] {
            // A message is more than a field.
            let file = CaptureFile.write(unit.capture(unit == .answer ? count / 4 : count, connections: 2))
            var outputs: [[UInt8]] = []
            for (workers, memory) in choices {
                outputs.append(
                    try await Decoded(file) {
                        $0.format = format
                        $0.options.workers = workers
                        $0.options.limits.outputBytesInAll = memory
                    }.output
                )
            }
            #expect(outputs[0].count > 1000)
            for output in outputs.dropFirst() { #expect(output == outputs[0]) }
        }
    }

    @Test("a tree that is written while it is made has the lines of small ones", arguments: LargeUnit.allCases)
    func treeLines(_ unit: LargeUnit) async throws {
        var counts: [Int] = []
        for count in [1, 2, 4000] {
            let found = try await Decoded(unit.capture(count)) { $0.format = .tree }
            let lines = String(decoding: found.output, as: UTF8.self).split(separator: "\n")
            // Diagnostics are not fields, and of many only the first are shown.
            counts.append(lines.count { !$0.contains(" note ") && !$0.contains(" warning ") })
            let last = lines.contains { $0.contains("[\(count - 1)]: ") || $0.hasSuffix("[\(count - 1)]") }
            #expect(last || unit == .unknown || unit == .repeated)
        }
        #expect(counts[2] - counts[0] == (counts[1] - counts[0]) * 3999)
    }

    /// A packet of NIM with so many values that its tree is written while it is made.
    private func nim(_ count: Int) -> [TestSegment] {
        let user = #"{"1":"ann","3":"Ann","12":1795233206117}"#
        var talk = Talk(port: 50133, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/xyz")
        talk.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        let users = Array(repeating: user, count: count).joined(separator: ",")
        talk.text(.server, #"3:::{"sid":3,"cid":8,"code":200,"r":[["# + users + #"],1],"ser":5}"#)
        talk.close()
        return talk.segments
    }

    @Test("the tree of a large packet of NIM has the same names as that of a small one")
    func namesOfNIM() async throws {
        var titles: [[String]] = []
        // The larger one has more than 32 KiB.
        for count in [3, 3000] {
            let found = try await Decoded(nim(count)) { $0.format = .tree }
            let lines = String(decoding: found.output, as: UTF8.self).split(separator: "\n")
            // The words before the value, without places in bytes and in lists.
            titles.append(
                lines.filter { $0.contains("ann") || $0.contains("Ann") }.suffix(6).map { line in
                    line.split(separator: ":").dropLast().last.map {
                        $0.split(separator: "  ").last.map(String.init) ?? ""
                    } ?? ""
                }
            )
            #expect(lines.count > count * 3)
        }
        #expect(titles[0] == titles[1] && titles[0].count == 6)
        #expect(titles[0].contains { $0.contains(" ") })
    }
}
