package import Capture
package import Reporting
import WireFormat

/// Processes a capture on the calling thread, for programs that process thousands of small captures.
///
/// The output is that of ``CaptureDecoder``, `stats` and `check`.
package struct CaptureProbe: Sendable {
    /// The kind of output.
    package enum Output: Sendable {
        /// The lines of a format, in UTC, without colours.
        case lines(CaptureDecoder.Format)
        /// Counts by type, topic and object name: no lines.
        case statistics
        /// The findings of the rules, one line each.
        case check
    }

    /// The result of a run.
    package struct Outcome: Sendable {
        /// The output lines.
        package var output: [UInt8]
        /// The outcome of the capture.
        package var capture: CaptureOutcome
        /// The WebSocket control frames, one value per connection, in the order of the connections' numbers.
        package var controls: [Controls] = []
    }

    /// The control frames of a WebSocket connection.
    package struct Controls: Hashable, Sendable {
        /// The number of control frames that the client sent.
        package var fromClient: Int
        /// The number of control frames that the server sent.
        package var fromServer: Int
        /// The code of the close frame; 1005 if it had none, `nil` if there was no close frame.
        package var closeCode: Int?

        /// Makes a value.
        package init(fromClient: Int, fromServer: Int, closeCode: Int?) {
            self.fromClient = fromClient
            self.fromServer = fromServer
            self.closeCode = closeCode
        }
    }

    /// The kind of output.
    package var output = Output.lines(.jsonl)
    /// The time format in lines of text.
    package var time = TextStyle.Time.timeOfDay
    /// The number of columns for lines of text; `nil` for lines of any length.
    package var width: Int?
    /// Whether JSON lines include the bytes of the frames.
    package var showsRaw = false
    /// The fields that the format `fields` writes, and whose values statistics count.
    package var fields: [FieldPath] = []
    /// The condition that an event must pass to be written.
    package var filter: EventFilter?
    /// The options for reading the capture.
    package var options = CaptureOptions()
    /// The number of workers that share the connections; they run one after the other, and the output does not depend
    /// on it.
    package var workers = 1

    /// Makes a probe.
    package init() {}

    /// Processes a capture.
    ///
    /// - Throws: any error of the reader in the middle of the capture.
    package func run(_ reader: consuming CaptureReader) throws(CaptureError) -> Outcome {
        var style = TextStyle()
        style.isUTC = true
        style.time = time
        style.width = width
        switch output {
        case .lines(let format):
            var view = options.pipeline.view
            view.showsRaw = showsRaw
            let lines = LineWriting(format, view, fields: fields, layout: TextLayout(style))
            return try outcome(reader, lines.consumer, lines.numbering)
        case .statistics: return try outcome(reader, StatisticsConsumer())
        case .check:
            var run = try run(reader, CheckConsumer(file: "capture"))
            // The capture counts as endless: every answer that is due and did not arrive is missing.
            for finding in run.findings(until: .max) { run.outcome.output += Array(finding.line.utf8) + [10] }
            return run.outcome
        }
    }

    /// Returns the transport units of a capture, in its order.
    ///
    /// - Throws: any error of the reader in the middle of the capture.
    package func transport(_ reader: consuming CaptureReader) throws(CaptureError) -> [TransportUnit] {
        try run(reader, TransportConsumer()).gathered.consumer.units
    }

    /// Returns the findings of the rules.
    ///
    /// - Parameter end: the end of the capture; an answer that was due before it and did not arrive is missing.
    /// - Throws: any error of the reader in the middle of the capture.
    package func findings(
        _ reader: consuming CaptureReader,
        until end: Int64
    ) throws(CaptureError) -> [Finding] {
        try run(reader, CheckConsumer(file: "capture")).findings(until: end)
    }

    /// Returns the output of `stats`.
    ///
    /// - Throws: any error of the reader in the middle of the capture.
    package func statistics(
        _ reader: consuming CaptureReader,
        _ format: StatisticsReport.Format = .json
    ) throws(CaptureError) -> String {
        let run = try run(reader, StatisticsConsumer(by: fields))
        return StatisticsReport(run.gathered.consumer, run.outcome.capture.summary).text(format)
    }

    /// Returns the output of `flows`.
    ///
    /// - Throws: any error of the reader in the middle of the capture.
    package func flows(
        _ reader: consuming CaptureReader,
        _ format: FlowsReport.Format = .json
    ) throws(CaptureError) -> String {
        let flows = try run(reader, StatisticsConsumer()).gathered.flows
        return FlowsReport(flows.sorted { $0.number < $1.number }).text(format)
    }

    /// The result of a run with any consumer.
    struct Run<Consumer: EventConsumer> {
        var outcome: Outcome
        var gathered: WorkerResults<Consumer>
        var numbers: EventNumbers?

        /// Returns the findings of the rules, with answers that were due before `end` and did not arrive.
        func findings(until end: Int64) -> [Finding] where Consumer == CheckConsumer {
            var consumer = gathered.consumer
            consumer.finish(at: end, numbers: numbers)
            return consumer.log.sorted
        }
    }

    /// A worker that runs only when it is called.
    private final class Worker<Consumer: EventConsumer> {
        let box: ConsumerBox<Consumer>
        var state: FlowWorkerState

        init(_ index: Int, _ consumer: Consumer, _ options: PipelineOptions) {
            var consumer = consumer
            consumer.begin(worker: index)
            box = ConsumerBox(consumer)
            state = FlowWorkerState(box, options)
        }
    }

    private func outcome(
        _ reader: consuming CaptureReader,
        _ consumer: some EventConsumer,
        _ numbering: EventSequencer.Numbering = .none
    ) throws(CaptureError) -> Outcome {
        try run(reader, consumer, numbering).outcome
    }

    /// Processes a capture with any consumer.
    func run<Consumer: EventConsumer>(
        _ reader: consuming CaptureReader,
        _ consumer: Consumer,
        _ numbering: EventSequencer.Numbering = .none
    ) throws(CaptureError) -> Run<Consumer> {
        var pipeline = options.pipeline
        pipeline.filter = filter
        pipeline.showsRaw = showsRaw
        pipeline.flowReports = .all
        pipeline.explains = true
        pipeline.workers = workers
        pipeline.settleWorkers(consumer)
        pipeline.secrets.search(reader, limit: options.limits.tlsSecrets)
        let workers = pipeline.workers
        var dispatcher = FlowDispatcher(reader, workers: workers, keepsEmpty: true, limits: options.limits)
        let crew = (0..<workers).map { Worker($0, consumer, pipeline) }
        var sequencer = EventSequencer(
            numbering: numbering,
            workers: workers,
            firstNumber: 1,
            limit: nil,
            keepsNumbers: consumer.wantsNumbers
        )
        var bytes: [UInt8] = []
        while let block = try dispatcher.next() {
            if let time = block.firstTime { sequencer.begin(at: time) }
            var outputs: [WorkerOutput] = []
            for (index, worker) in crew.enumerated() {
                worker.state.take(block.secrets, saysDropped: index == 0)
                if index == 0, let flaws = block.keyLogFlaws { worker.state.note(flaws) }
                outputs.append(worker.state.process(block.items[index], block.bytes.span))
            }
            try? sequencer.write(outputs) { bytes.append(contentsOf: Array(copying: $0)) }
        }
        try? sequencer.finish { bytes.append(contentsOf: Array(copying: $0)) }
        var gathered = WorkerResults(consumer, limit: options.limits.connectionNotes)
        for worker in crew { gathered.merge(worker.state.results(worker.box.consumer)) }
        gathered.summary.packets = dispatcher.counts.packets
        gathered.summary.flows = dispatcher.counts.flows
        let outcome = Outcome(
            output: bytes,
            capture: CaptureOutcome(
                summary: gathered.summary,
                counts: dispatcher.counts,
                notes: dispatcher.notes,
                damage: dispatcher.damage,
                explanations: gathered.explanations,
                notices: gathered.notices,
                matchedRules: gathered.matchedRules
            ),
            controls: gathered.flows.sorted { $0.number < $1.number }.map { flow in
                Controls(
                    fromClient: flow.fromClient.controlFrames,
                    fromServer: flow.fromServer.controlFrames,
                    closeCode: flow.closeCode
                )
            }
        )
        return Run(outcome: outcome, gathered: gathered, numbers: sequencer.numbers)
    }
}
