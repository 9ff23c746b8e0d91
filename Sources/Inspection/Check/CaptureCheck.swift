public import Capture
public import Reporting
import WireFormat

/// Judges the recorded behaviour of both ends of captures: what `imwire check` does.
public struct CaptureCheck: Sendable {
    /// Every rule of the check.
    public static var rules: [FindingRule] { CheckConsumer.rules }

    /// How captures are read.
    public var options = CaptureOptions()
    /// Which rules count, and how much.
    public var choice = RuleChoice()
    /// The findings so far, over all captures.
    public private(set) var report = FindingReport(
        command: "check",
        rules: Self.rules,
        findings: [],
        subject: ("events", 0)
    )

    /// Makes a check.
    public init() {}

    /// Judges a capture; what is found comes to the ``report``.
    ///
    /// - Parameters:
    ///   - reader: the capture.
    ///   - name: its name in the findings.
    /// - Returns: what came of the capture. Its notices name every connection that carried something and was not followed.
    public mutating func run(
        _ reader: consuming sending CaptureReader,
        name: String
    ) async throws -> CaptureOutcome {
        var pipeline = options.pipeline
        // The rows tell which connections have no events, and when the last packet came.
        pipeline.reportsFlows = true
        // Events are counted over all captures, as `decode` counts them.
        pipeline.firstNumber = report.subject.count + 1
        let consumer = CheckConsumer(file: name, choice: choice)
        var result = try await CapturePipeline(consumer: consumer, options: pipeline).run(reader) { _ in }
        let lastTime = result.flows.reduce(Int64.min) { max($0, $1.lastTime) }
        result.consumer.finish(at: lastTime, numbers: result.numbers)
        report.rules = choice.applied(to: Self.rules)
        report.findings += result.consumer.log.sorted
        report.omitted += result.consumer.log.omitted
        report.subject.count += result.capture.summary.events
        report.addNotices(of: result.capture, name: name)
        return result.capture
    }

    /// Takes the findings out that a baseline knows.
    public mutating func omit(_ baseline: FindingBaseline) { report.omit(baseline) }
}
