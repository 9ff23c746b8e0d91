package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import Redaction
import Transport
import WireFormat
import WireJSON

/// Redaction of any capture.
///
/// The redacted capture must decode to the same events, which this target checks on the JSON lines of both captures,
/// and must contain no token.
package struct RedactTarget: FuzzTarget {
    /// `redact`.
    package let name = "redact"
    /// The purpose of the target, for lists of targets.
    package let summary = "redaction of a capture: the same events, other values, lengths and checksums that follow"
    /// 24 KiB.
    package let maximumLength = 24 << 10
    /// The topics.
    package var words: [[UInt8]] { SampleSystems.words }

    /// The key is fixed, so that an input always gives the same result.
    private static let key = [UInt8](repeating: 0x5A, count: 32)
    /// The members of events that redaction keeps, besides the frame's type and the codes of diagnostics.
    private static let kept = ["flow", "sender", "transport", "system", "packets"]
    /// The length of a time up to the microseconds, with the quotation mark before it.
    private static let microseconds = "\"2026-01-01T00:00:00.000000".count

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
        let repacked = Set(made.outcome.report.joinedFlows.map { Int64($0) })
        try compare(before.output, after.output, except: cut, repacked: repacked)
        let tokens = SecrecyOracle.tokens(in: before.output)
        try SecrecyOracle.check(after.output, hides: tokens, "the redacted capture")
        try SecrecyOracle.check(made.capture, hides: tokens, "the file")
    }

    /// - Returns: `nil` if the proof still finds a value: redaction then has no output.
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
            // The same bytes cannot be a value to replace in one place and a length or number to keep in another.
            features.reach("redact.found")
            return nil
        } catch {
            throw Violation(.refusal, "the capture is not redacted: \(error)")
        }
    }

    /// Compares the events of the connections that were not cut; those that were repacked have other packets.
    private func compare(
        _ before: [UInt8],
        _ after: [UInt8],
        except cut: Set<Int64>,
        repacked: Set<Int64>
    ) throws(Violation) {
        let one = Self.shapes(of: before, except: cut, repacked: repacked)
        let two = Self.shapes(of: after, except: cut, repacked: repacked)
        guard one != two else { return }
        let place = zip(one, two).prefix { $0 == $1 }.count
        let (was, became) = (one.dropFirst(place).first, two.dropFirst(place).first)
        throw Violation(.meaning, "event \(place + 1) was \(was ?? "not there") and became \(became ?? "nothing")")
    }

    /// Returns each event without the values that redaction replaces.
    private static func shapes(of lines: [UInt8], except cut: Set<Int64>, repacked: Set<Int64>) -> [String] {
        lines.split(separator: 10).compactMap { line in
            guard let event = try? JSONValue(parsing: Array(line)), let flow = event["flow"]?.int64 else { return nil }
            if cut.contains(flow) { return nil }
            let members = repacked.contains(flow) ? kept.filter { $0 != "packets" } : kept
            var words = members.map { event[$0]?.description ?? "-" }
            // A time has the digits of the packet that arrived last, which may be another one in the output.
            words.append(String((event["time"]?.description ?? "-").prefix(Self.microseconds)))
            words.append(event["frame"]?["type"]?.description ?? "-")
            words += (event["diagnostics"]?.elements ?? []).map { $0["code"]?.string ?? "-" }
            return words.joined(separator: " ")
        }
    }

    /// Returns the records, packets and frames; `nil` if packets with wrong checksums and the like would be encoded
    /// differently.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let shape = WireCapture(input)?.shape, shape.encoded == input else { return nil }
        return shape
    }

    /// Reorders, repeats, drops or splits packets, or replaces a payload.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        WireCapture.mutate(input, other: other, words: words, &random)
    }

    /// Returns a session of each form, and captures of plans.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        (SampleSystems.sessions + [TLSSamples.session()]).map { $0.capture() } + PlannedCaptures.some(&random)
    }
}
