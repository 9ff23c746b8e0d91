package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireFormat

/// The whole pipeline from a capture to events, in every output.
package struct DecodeTarget: FuzzTarget {
    /// `decode`.
    package let name = "decode"
    /// The purpose of the target, for lists of targets.
    package let summary = "the whole pipeline on a capture: events, lines, trees, counts, findings"
    /// 24 KiB.
    package let maximumLength = 24 << 10
    /// The topics.
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
                .disagreement,
                "\(probe.output) sees \(other.capture.summary.events) events, JSON lines \(outcome.capture.summary.events)"
            )
        }
        try SecrecyOracle.check(other.output, hides: SecrecyOracle.tokens(in: outcome.output), "\(probe.output)")
        if case .lines = probe.output {
            for byte in other.output where byte < 32 && byte != 10 || byte == 127 {
                throw Violation(.terminal, "a control character \(byte) is written as it came")
            }
        }
        // The same packets in another file format have the same events, with the same times, packets and latencies:
        // both files count microseconds.
        guard let capture = WireCapture(input), capture.packets.allSatisfy({ $0.time < 1 << 62 }) else { return }
        var ignored = Features()
        let again = try EventOracles.decode(
            CaptureSamples.pcapng(WireCapture(exact: capture, input), bigEndian: false),
            &ignored,
            secrets: TLSSamples.secrets
        )
        guard again.output != outcome.output else { return }
        try EventOracles.same(EventOracles.events(again.output), EventOracles.events(outcome.output), "as pcapng")
    }

    /// Returns the records, packets and frames.
    package func shape(of input: [UInt8]) -> Shape? { WireCapture(input)?.shape }

    /// Reorders, repeats, drops or splits packets, or replaces a payload.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        WireCapture.mutate(input, other: other, words: words, &random)
    }

    /// Returns a session of each form.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        (SampleSystems.sessions + [TLSSamples.session()]).map { $0.capture() }
    }
}

extension WireCapture {
    /// Creates a capture of the same packets, each as one run of bytes, so that no header is recalculated.
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
