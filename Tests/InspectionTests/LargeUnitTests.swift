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
            #expect(last || unit == .unknown)
        }
        #expect(counts[2] - counts[0] == (counts[1] - counts[0]) * 3999)
    }
}
