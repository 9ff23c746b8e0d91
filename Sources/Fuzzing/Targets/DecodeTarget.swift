package import FuzzInputs
package import Fuzzer
import Inspection
import WireFormat

/// The whole way from a capture to events, in every output.
package struct DecodeTarget: FuzzTarget {
    /// `decode`.
    package let name = "decode"
    /// What is attacked.
    package let summary = "the whole pipeline on a capture: events, lines, trees, counts, findings"
    /// 24 KiB.
    package let maximumLength = 24 << 10
    /// Topics.
    package var words: [[UInt8]] { SampleSystems.words }

    /// Makes the target.
    package init() {}

    /// Runs one capture.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let opened = (try? CaptureBytes.open(input)) != nil
        features.reach("decode.opened", opened ? 1 : 0)
        guard opened else { return }
        let outcome = try EventOracles.decode(input, &features, secrets: TLSSamples.secrets)
        var probe = CaptureProbe()
        probe.options.secrets = TLSSamples.secrets
        let outputs: [CaptureProbe.Output] = [.lines(.text), .lines(.tree), .lines(.jsonl), .statistics, .check]
        probe.output = outputs[Int(truncatingIfNeeded: ContentNumber.of(input) % UInt64(outputs.count))]
        let other = try CaptureBytes.probe(probe, input)
        guard other.capture.summary.events == outcome.capture.summary.events else {
            throw Violation(
                "disagreement",
                "\(probe.output) sees \(other.capture.summary.events) events, JSON lines \(outcome.capture.summary.events)"
            )
        }
        try SecrecyOracle.check(other.output, hides: SecrecyOracle.tokens(in: outcome.output), "\(probe.output)")
        if case .lines = probe.output {
            for byte in other.output where byte < 32 && byte != 10 || byte == 127 {
                throw Violation("terminal", "a control character \(byte) is written as it came")
            }
        }
        // The same packets in another format are the same events.
        guard let capture = WireCapture(input), capture.packets.allSatisfy({ $0.time < 1 << 62 }) else { return }
        var ignored = Features()
        let again = try EventOracles.decode(
            CaptureSamples.pcapng(WireCapture(exact: capture, input), bigEndian: false),
            &ignored,
            secrets: TLSSamples.secrets
        )
        guard again.output == outcome.output else {
            try EventOracles.same(
                EventOracles.comparable(again.output),
                EventOracles.comparable(outcome.output),
                "as pcapng"
            )
            return
        }
    }

    /// Records, packets, frames.
    package func shape(of input: [UInt8]) -> Shape? { WireCapture(input)?.shape }

    /// Packets in another order, twice, not at all, cut otherwise, with another payload.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        guard var capture = WireCapture(input), !capture.packets.isEmpty else { return nil }
        for _ in 0..<(1 + random.below(4)) where !capture.packets.isEmpty {
            let place = random.below(capture.packets.count)
            switch random.below(10) {
            case 0: capture.packets.swapAt(place, random.below(capture.packets.count))
            case 1: capture.packets.insert(capture.packets[place], at: random.below(capture.packets.count + 1))
            case 2: capture.packets.remove(at: place)
            case 3: capture.split(place, at: 1 + random.below(max(1, capture.packets[place].payload.count)))
            case 4:
                capture.packets[place].cut(random.below(capture.packets[place].bytes.count + 1))
            case 5:
                if let donor = WireCapture(other), let packet = random.pick(donor.packets), packet.tcp > 0 {
                    capture.replacePayload(of: place, with: packet.payload)
                }
            case 6:
                guard capture.packets[place].tcp > 0 else { break }
                capture.packets[place].sequence &+= UInt32(truncatingIfNeeded: random.interesting())
            case 7: capture.fragment(place, at: 8 * (1 + random.below(8)))
            default:
                guard capture.packets[place].tcp > 0 else { break }
                let shape = StreamShape.stream(capture.packets[place].payload)
                let changed = ShapeMutator.mutate(shape, other: nil, words: words, &random).encoded
                capture.replacePayload(of: place, with: Array(changed.prefix(4000)))
            }
        }
        return capture.bytes
    }

    /// A session of each form.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        (SampleSystems.sessions + [TLSSamples.session()]).map { $0.capture() }
    }
}

extension WireCapture {
    /// The same packets, each as one stretch of bytes, so that nothing about them is set anew.
    fileprivate init(exact capture: WireCapture, _ file: [UInt8]) {
        self = capture
        var place = 24
        for index in packets.indices {
            let count = (0..<4).reduce(0) { $0 | Int(file[place + 8 + $1]) << (8 * $1) }
            let original = (0..<4).reduce(0) { $0 | Int(file[place + 12 + $1]) << (8 * $1) }
            packets[index] = WirePacket(
                time: packets[index].time,
                whole: Array(file[place + 16..<place + 16 + count]),
                missing: original - count
            )
            place += 16 + count
        }
    }
}
