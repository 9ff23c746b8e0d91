public import Capture
public import Reporting

/// The engine of `imwire check`: judges the recorded behaviour of both ends of captures.
public struct CaptureCheck: Sendable {
    /// Every rule of the check.
    public static var rules: [FindingRule] { CheckConsumer.rules }

    /// The options for reading captures.
    public var options = CaptureOptions()
    /// The choice of rules and of their severities.
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

    /// Judges a capture and adds its findings to the ``report``.
    ///
    /// - Parameters:
    ///   - reader: the capture.
    ///   - name: its name in the findings.
    /// - Returns: the outcome of the capture. Its notices name every connection that carried data and was not followed.
    /// - Throws: the error for which the input cannot be read as a capture.
    public mutating func add(
        _ reader: consuming sending CaptureReader,
        name: String
    ) async throws(CaptureError) -> CaptureOutcome {
        var pipeline = options.pipeline
        // Their rows tell the time of the last packet, also of connections without events.
        pipeline.flowReports = .latest
        // Event numbers continue over all captures, as in `decode`.
        pipeline.firstNumber = report.subject.count + 1
        let consumer = CheckConsumer(file: name, choice: choice)
        var result = try await CapturePipeline(consumer: consumer, options: pipeline).run(reader)
        let lastTime = result.flows.reduce(Int64.min) { max($0, $1.lastTime) }
        result.consumer.finish(at: lastTime, numbers: result.numbers)
        report.rules = choice.applied(to: Self.rules)
        report.findings += result.consumer.log.sorted
        report.omitted += result.consumer.log.omitted
        report.subject.count += result.capture.summary.events
        report.addNotices(of: result.capture, name: name)
        return result.capture
    }

    /// Judges captures one after the other, without a change of this check.
    ///
    /// The check may be a constant, or the property of an actor.
    /// - Parameter sources: the captures in their order.
    /// - Returns: the findings over all captures, after those of ``report``, and the outcome of each capture.
    /// - Throws: the error for which a capture cannot be opened or read.
    public func report(
        on sources: [CaptureSource]
    ) async throws(CaptureError) -> (report: FindingReport, outcomes: [CaptureOutcome]) {
        var check = self
        var outcomes: [CaptureOutcome] = []
        for source in sources {
            let reader = try await source.reader(options.limits.capture)
            outcomes.append(try await check.add(reader, name: source.name))
        }
        return (check.report, outcomes)
    }

    /// Removes the findings that a baseline lists.
    public mutating func omit(_ baseline: FindingBaseline) { report.omit(baseline) }
}
