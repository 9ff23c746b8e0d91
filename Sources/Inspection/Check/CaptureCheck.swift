package import Capture
package import RongCloud
package import WireFormat

/// Judges the recorded behaviour of both ends of a capture: what `imwire check` does.
package struct CaptureCheck: Sendable {
    /// What came of a capture.
    package struct Outcome: Sendable {
        /// The findings.
        package var report: FindingReport
        /// Figures about the capture.
        package var summary: DecodingSummary
        /// Where it is damaged.
        package var damage: CaptureDamage?
    }

    /// Every rule of the check.
    package static var rules: [FindingRule] { CheckConsumer.rules }

    /// Protection against hostile input.
    package var limits = Limits()
    /// The key of the TCP form's bodies; without it, it is recovered.
    package var obfuscationKey: ObfuscationKey?

    /// Makes a check.
    package init() {}

    /// Judges a capture.
    ///
    /// - Parameters:
    ///   - reader: the capture.
    ///   - name: its name in the findings.
    package func run(_ reader: consuming sending CaptureReader, name: String) async throws -> Outcome {
        let options = PipelineOptions(limits: limits, obfuscationKey: obfuscationKey)
        let pipeline = CapturePipeline(consumer: CheckConsumer(file: name), options: options)
        var result = try await pipeline.run(reader) { _ in }
        result.consumer.finish()
        let report = FindingReport(
            command: "check",
            rules: Self.rules,
            findings: result.consumer.log.sorted,
            omitted: result.consumer.log.omitted,
            subject: ("events", result.summary.events)
        )
        return Outcome(report: report, summary: result.summary, damage: result.damage)
    }
}
