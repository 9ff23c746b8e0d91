public import Capture
public import Reporting

/// The engine of `imwire check`: judges the recorded behaviour of both ends of captures.
public struct CaptureCheck: Sendable {
    /// Every rule of the check.
    public static var rules: [FindingRule] { CheckConsumer.rules }

    /// The options for reading captures.
    public var options = CaptureOptions()
    /// The choice of rules and of their severities.
    public var choice = RuleChoice(of: Self.rules)
    /// The findings so far, over all captures.
    public private(set) var report = FindingReport(
        command: "check",
        rules: Self.rules,
        findings: [],
        subject: ("events", 0)
    )

    /// Makes a check.
    public init() {}

    /// Judges a capture and adds its findings to the ``report``, with the name of the source.
    ///
    /// - Returns: the outcome of the capture. Its notices name every connection that carried data and was not followed.
    /// - Throws: the error of a capture that cannot be opened or read. If reading fails in the middle, the report has the
    ///   findings up to there.
    public mutating func add(_ source: CaptureSource) async throws(CaptureError) -> CaptureOutcome {
        try await add(source.reader(options.limits.capture), name: source.name)
    }

    /// Judges a capture that was opened before.
    package mutating func add(
        _ reader: consuming sending CaptureReader,
        name: String
    ) async throws(CaptureError) -> CaptureOutcome {
        var pipeline = options.pipeline
        // Their rows tell the time of the last packet, also of connections without events.
        pipeline.flowReports = .latest
        // Event numbers continue over all captures, as in `decode`.
        pipeline.firstNumber = report.subject.count + 1
        let consumer = CheckConsumer(file: name, choice: choice)
        var result = await CapturePipeline(consumer: consumer, options: pipeline).run(reader)
        let lastTime = result.flows.reduce(Int64.min) { max($0, $1.lastTime) }
        result.consumer.finish(at: lastTime, numbers: result.numbers)
        report.rules = choice.rules
        report.findings += result.consumer.log.sorted
        report.omitted += result.consumer.log.omitted
        report.subject.count += result.capture.summary.events
        report.addNotices(of: result.capture, name: name)
        return try result.outcome()
    }

    /// Judges captures one after the other, without a change of this check.
    ///
    /// The check may be a constant, or the property of an actor.
    /// - Parameter sources: the captures in their order.
    /// - Returns: the findings over all captures, after those of ``report``, and the outcome of each capture.
    /// - Throws: the error of a capture that cannot be opened or read; the findings are then lost.
    public func report(
        on sources: [CaptureSource]
    ) async throws(CaptureError) -> (report: FindingReport, outcomes: [CaptureOutcome]) {
        var check = self
        var outcomes: [CaptureOutcome] = []
        for source in sources { outcomes.append(try await check.add(source)) }
        return (check.report, outcomes)
    }

    /// Removes the findings that a baseline lists.
    public mutating func omit(_ baseline: FindingBaseline) { report.omit(baseline) }
}
