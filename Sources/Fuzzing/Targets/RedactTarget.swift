package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import Redaction
import Transport
import WireFormat
import WireJSON

/// A capture that is made anew with other values.
///
/// What comes out must decode to the same events whatever came in, which is asked of the lines of both here, and must
/// hold no token.
package struct RedactTarget: FuzzTarget {
    /// `redact`.
    package let name = "redact"
    /// What is attacked.
    package let summary = "redaction of a capture: the same events, other values, lengths and checksums that follow"
    /// 24 KiB.
    package let maximumLength = 24 << 10
    /// Topics.
    package var words: [[UInt8]] { SampleSystems.words }

    /// An input does the same whenever it is run.
    private static let key = [UInt8](repeating: 0x5A, count: 32)
    /// The members of events that no pseudonym stands in, beside the type of the frame and the codes of diagnostics.
    private static let kept = ["flow", "time", "sender", "transport", "system", "packets"]

    /// Makes the target.
    package init() {}

    /// Runs one capture.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let opened = (try? CaptureBytes.open(input)) != nil
        features.reach("redact.opened", opened ? 1 : 0)
        guard opened else { return }
        var probe = CaptureProbe()
        probe.options.secrets = TLSSamples.secrets
        probe.options.showsSecrets = true
        let before = try CaptureBytes.probe(probe, input)
        guard let made = try redact(input, probe.options, &features) else { return }
        probe.options.secrets = TLSSecrets()
        let after = try CaptureBytes.probe(probe, made.capture)
        let cut = Set(made.outcome.report.cutFlows.map { Int64($0.flow) })
        for (_, reason) in made.outcome.report.cutFlows {
            features.reach("redact.cut", String(reason.filter { !$0.isNumber }.prefix(40)))
        }
        for (leaf, fields) in made.outcome.report.replaced {
            features.reach("redact.replaced", leaf.rawValue, Features.bucket(fields.values.reduce(0, +)))
        }
        try compare(before.output, after.output, except: cut)
        let tokens = SecrecyOracle.tokens(in: before.output)
        try SecrecyOracle.check(after.output, hides: tokens, "the redacted capture")
        try SecrecyOracle.check(made.capture, hides: tokens, "the file")
    }

    /// - Returns: `nil` where the proof finds a value, for which there is no output.
    private func redact(
        _ input: [UInt8],
        _ reading: CaptureOptions,
        _ features: inout Features
    ) throws(Violation) -> (capture: [UInt8], outcome: CaptureRedactor.Outcome)? {
        var options = CaptureRedactor.Options()
        options.key = Self.key
        options.capture = reading
        do {
            return try CaptureRedactor(options).redactInMemory { try CaptureBytes.open(input) }
        } catch RedactionError.found {
            // Bytes that stand for a value in one place and for a length or a number in another one cannot be both.
            features.reach("redact.found")
            return nil
        } catch {
            throw Violation(.refusal, "the capture is not redacted: \(error)")
        }
    }

    /// Holds the events of connections that were not cut against each other.
    private func compare(_ before: [UInt8], _ after: [UInt8], except cut: Set<Int64>) throws(Violation) {
        let (one, two) = (Self.shapes(of: before, except: cut), Self.shapes(of: after, except: cut))
        guard one != two else { return }
        let place = zip(one, two).prefix { $0 == $1 }.count
        let (was, became) = (one.dropFirst(place).first, two.dropFirst(place).first)
        throw Violation(.meaning, "event \(place + 1) was \(was ?? "not there") and became \(became ?? "nothing")")
    }

    /// What each event says but for values.
    private static func shapes(of lines: [UInt8], except cut: Set<Int64>) -> [String] {
        lines.split(separator: 10).compactMap { line in
            guard let event = try? JSONValue(parsing: Array(line)), let flow = event["flow"]?.int64 else { return nil }
            if cut.contains(flow) { return nil }
            var words = kept.map { event[$0]?.description ?? "-" }
            words.append(event["frame"]?["type"]?.description ?? "-")
            words += (event["diagnostics"]?.elements ?? []).map { $0["code"]?.string ?? "-" }
            return words.joined(separator: " ")
        }
    }

    /// Records, packets, frames; packets with wrong checksums and the like would not be the same again.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let shape = WireCapture(input)?.shape, shape.encoded == input else { return nil }
        return shape
    }

    /// Packets in another order, twice, not at all, cut otherwise, with another payload.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        WireCapture.mutate(input, other: other, words: words, &random)
    }

    /// A session of each form, and what plans make.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        (SampleSystems.sessions + [TLSSamples.session()]).map { $0.capture() } + PlannedCaptures.some(&random)
    }
}
