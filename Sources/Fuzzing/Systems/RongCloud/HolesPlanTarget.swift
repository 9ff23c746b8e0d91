package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Sessions with holes, over WebSocket and in the TCP form, for which the readable frames are known.
package struct HolesPlanTarget: PlanTarget {
    /// `holes-plan`.
    package let name = "holes-plan"
    /// The purpose of the target, for lists of targets.
    package let summary = "sessions made of a plan of which packets, or their ends, are not in the capture"
    package static let headBytes = 1
    package static let stepBytes = 4

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = HolesPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("holes-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        var found: [[String]] = [[], []]
        var keysRecovered = 0
        let events = try PlanEvents.read(plan.capture)
        // The text lines take time, so they are compared for some plans only.
        if input.count / 4 & 1 == 0 { try Self.compareLines(plan.capture, events) }
        for event in events {
            let codes = (event["diagnostics"]?.elements ?? []).map { $0["code"]?.string }
            if codes.contains("obfuscation-key-recovered") { keysRecovered += 1 }
            guard event["transport"]?.string == (plan.isTCPForm ? "tcp" : "websocket"), let text = Self.text(event)
            else { continue }
            let isPart = text.hasPrefix("hole") || text.hasPrefix("cut")
            guard plan.beginning == .whole || !isPart else { continue }
            let side = event["sender"]?.string == "client" ? 0 : 1
            // The number of skipped bytes is unknown until the connection is recognised.
            let isFirst = plan.beginning == .nothing && found[side].isEmpty
            found[side].append(
                isFirst ? String(text.prefix(upTo: text.firstRange(of: " behind ")?.lowerBound ?? text.endIndex)) : text
            )
        }
        // A connection has this diagnostic once.
        guard keysRecovered < 2 else {
            throw Violation(.meaning, "that a key was recovered is said \(keysRecovered) times")
        }
        for (side, end) in ["client", "server"].enumerated() {
            for line in plan.lines[side] { features.reach("holes-plan.line", String(line.prefix(4)), side) }
            try PlanMeaning.compare(found[side], plan.lines[side], list: "events of the \(end) around holes")
        }
    }

    /// Compares the text lines of holes, and of bytes that are not frames.
    private static func compareLines(_ capture: [UInt8], _ events: [JSONValue]) throws(Violation) {
        var probe = CaptureProbe()
        probe.output = .lines(.text)
        let output = String(decoding: try CaptureBytes.probe(probe, capture).output, as: UTF8.self)
        var lines: [Int64: Substring] = [:]
        for line in output.split(separator: "\n") {
            if let number = line.split(separator: " ").first.flatMap({ Int64($0) }) { lines[number] = line }
        }
        for event in events where event["frame"]?["type"]?.string == "GAP" {
            let hasBytes = event["diagnostics"]?.elements?.first?["code"]?.string?.hasPrefix("frame-") == true
            let length = event["frame"]?["length"]?.int64 ?? -1
            let what = hasBytes ? "no frame\(length == 1 ? "" : "s")" : "not in the capture"
            let words =
                "\(length) \(length == 1 ? "byte is" : "bytes are") \(what),"
                + " from offset \(event["frame"]?["offset"]?.int64 ?? -1) of the stream"
            let line = lines[event["n"]?.int64 ?? -1] ?? ""
            guard line.contains(words) else {
                throw Violation(.meaning, "a line of a hole lacks \(words): \(line)")
            }
        }
    }

    /// Returns an event in the plan's words; skips diagnostics about holes.
    static func text(_ event: JSONValue) -> String? {
        let frame = event["frame"]
        let packets = (event["packets"]?.elements ?? []).map { "\($0.int64 ?? 0)" }.joined(separator: " ")
        let notes = event["diagnostics"]?.elements ?? []
        if frame?["type"]?.string == "GAP" {
            let place = "hole \(frame?["offset"]?.int64 ?? -1) \(frame?["length"]?.int64 ?? -1)"
            guard let code = notes.first?["code"]?.string, code.hasPrefix("frame-") else { return place }
            return "\(place) \(code) in \(packets)"
        }
        if notes.contains(where: { $0["code"]?.string == "frame-cut" }) {
            return "cut \(frame?["type"]?.string ?? "-") in \(packets)"
        }
        let id = frame?["messageId"]?.int64.map { "\($0)" } ?? "-"
        var text = "\(frame?["type"]?.string ?? "-") \(id) of \(event["bytes"]?.int64 ?? -1) in \(packets)"
        text += " at \(event["time"]?.string ?? "-")"
        for note in notes {
            switch note["code"]?.string {
            case "stream-resync":
                text += " behind " + (note["text"]?.string?.split(separator: " ").first.map(String.init) ?? "-")
            // Bytes that were lost before the connection was recognised are reported with its first event.
            case "stream-hole", "stream-rest", "obfuscation-key-recovered": break
            case let code: text += " \(code ?? "-")"
            }
        }
        return text
    }

    /// Returns random plans; plans of each width and beginning; plans with one or two holes at each place of a message
    /// in several frames, also in the TCP form; and plans with compressed messages in several frames, with control
    /// frames between them, after holes.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for number in 0..<16 as Range<UInt8> {
            let side: UInt8 = number & 1 == 0 ? 0 : 0x80
            let controls: UInt8 = (number >> 1 & 3) << 5
            let parted = [side | controls | 4 | number & 3, 30 + number, 0, 0] as [UInt8]
            let torn = [side | number & 4, 20 + number, 0xC0 | number & 3, 0] as [UInt8]
            for options in [0x50 | number, number % 6] {
                seeds.append([options] + torn + parted + parted + torn + parted)
            }
        }
        // Two letters in the rest of the first message look like a frame header that ends before the next hole.
        seeds.append([0x52, 0xA6, 0x19, 0xE0])
        for number in 0..<16 as Range<UInt8> {
            // The capture begins late.
            seeds.append([(number & 1 == 0 ? 0x90 : 0xA0) | number >> 1] + random.bytes(4 * 5))
        }
        for width in 0..<6 as Range<UInt8> {
            for beginning in [0xC0, 0x88] as [UInt8] {
                let options = (beginning...255).first { $0 % 6 == width && $0 >> 6 == beginning >> 6 && $0 & 8 != 0 }
                seeds.append([options ?? beginning] + random.bytes(4 * 6))
            }
            for place in 0..<12 as Range<UInt8> {
                for side in [0, 0x80] as [UInt8] {
                    let before = [side, 20, 0, 0, side | place & 7, 40, 0xC0 | place, place & 1] as [UInt8]
                    seeds.append([width] + before + [side | 5, 9, 0x80 | place, 2 &+ place, side, 3, 0, 0])
                    guard place < 4 else { continue }
                    let hole: UInt8 = 0xA0 | (place & 1) | (place << 3 & 0x10)
                    let twice: [UInt8] = [side, 50, hole, 2 * place, side, 3, 0, 0]
                    let whole: [UInt8] = [side, 40, 0xE0 | place, 0]
                    // 48 selects the TCP form and keeps the width.
                    for options in [width, 48 + width] { seeds.append([options] + twice + whole + twice) }
                }
            }
        }
        // Bytes that are not frames in the TCP form: before frames, alone, and at the end, for each width.
        for width in 0..<6 as Range<UInt8> {
            for count in [0, 1, 40, 200] as [UInt8] {
                let junk = [0x60 | (width & 1) << 7, 20, 0, count] as [UInt8]
                seeds.append(
                    [0x70 | width] + junk + [0, 9, 0, 0] + junk + [0x67, 0, 0, count] + junk + [0xE7, 0, 0, count]
                )
            }
        }
        return seeds
    }
}
