package import Capture
package import Reporting
import Transport
import WireFormat

/// Works a capture through on the calling thread: for programs that do it thousands of times with small captures.
///
/// What comes out is what ``CaptureDecoder`` writes, and what `stats` and `check` count and find.
package struct CaptureProbe: Sendable {
    /// What is made of the events.
    package enum Output: Sendable {
        /// The lines of a format, in UTC, without colours.
        case lines(CaptureDecoder.Format)
        /// Counts by type, topic and object name: no lines.
        case statistics
        /// The findings of the rules, a line each.
        case check
    }

    /// What came of a capture.
    package struct Outcome: Sendable {
        /// The lines.
        package var output: [UInt8]
        /// What came of the capture.
        package var capture: CaptureOutcome
        /// What WebSocket's control frames said, a value for each connection in the order of their numbers.
        package var controls: [Controls] = []
    }

    /// The control frames of a WebSocket connection.
    package struct Controls: Hashable, Sendable {
        /// How many the client sent.
        package var fromClient: Int
        /// How many the server sent.
        package var fromServer: Int
        /// The code of the close frame; 1005 when it had none.
        package var closeCode: Int?

        /// Makes a value.
        package init(fromClient: Int, fromServer: Int, closeCode: Int?) {
            self.fromClient = fromClient
            self.fromServer = fromServer
            self.closeCode = closeCode
        }
    }

    /// What is made of the events.
    package var output = Output.lines(.jsonl)
    /// What stands for the time of an event in lines of text.
    package var time = TextStyle.Time.timeOfDay
    /// Columns of the terminal that lines of text are for; `nil` for none, where lines are as long as they need.
    package var width: Int?
    /// Whether JSON lines hold the frames' bytes.
    package var showsRaw = false
    /// The fields of the format of that name, and those whose values are counted in statistics.
    package var fields: [FieldPath] = []
    /// The condition for events to be written.
    package var filter: EventFilter?
    /// How the capture is read.
    package var options = CaptureOptions()
    /// Among how many workers the connections are shared, one working after the other; what comes out is the same.
    package var workers = 1

    /// Makes a probe.
    package init() {}

    /// Works a capture through.
    ///
    /// - Throws: what the reader throws in the middle of a capture.
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
            // A capture without end: everything that is due is missing.
            for finding in run.findings(until: .max) { run.outcome.output += Array(finding.line.utf8) + [10] }
            return run.outcome
        }
    }

    /// What the connections of a capture carry below the systems, in its order.
    ///
    /// - Throws: what the reader throws in the middle of a capture.
    package func transport(_ reader: consuming CaptureReader) throws(CaptureError) -> [TransportUnit] {
        try run(reader, TransportConsumer()).gathered.consumer.units
    }

    /// What the rules find in a capture.
    ///
    /// - Parameter end: when it ends; what is due until then and did not come is missing.
    /// - Throws: what the reader throws in the middle of a capture.
    package func findings(
        _ reader: consuming CaptureReader,
        until end: Int64
    ) throws(CaptureError) -> [Finding] {
        try run(reader, CheckConsumer(file: "capture")).findings(until: end)
    }

    /// What `stats` says of a capture.
    ///
    /// - Throws: what the reader throws in the middle of a capture.
    package func statistics(
        _ reader: consuming CaptureReader,
        _ format: StatisticsReport.Format = .json
    ) throws(CaptureError) -> String {
        let run = try run(reader, StatisticsConsumer(by: fields))
        return StatisticsReport(run.gathered.consumer, run.outcome.capture.summary).text(format)
    }

    /// What `flows` says of a capture.
    ///
    /// - Throws: what the reader throws in the middle of a capture.
    package func flows(
        _ reader: consuming CaptureReader,
        _ format: FlowsReport.Format = .json
    ) throws(CaptureError) -> String {
        let flows = try run(reader, StatisticsConsumer()).gathered.flows
        return FlowsReport(flows.sorted { $0.number < $1.number }).text(format)
    }

    /// What came of a capture, and what the consumer made of it.
    struct Run<Consumer: EventConsumer> {
        var outcome: Outcome
        var gathered: WorkerResults<Consumer>
        var numbers: EventNumbers?

        /// What the rules found, with what was due until a time.
        func findings(until end: Int64) -> [Finding] where Consumer == CheckConsumer {
            var consumer = gathered.consumer
            consumer.finish(at: end, numbers: numbers)
            return consumer.log.sorted
        }
    }

    /// A worker that works when it is told to.
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

    /// Works a capture through with any consumer.
    func run<Consumer: EventConsumer>(
        _ reader: consuming CaptureReader,
        _ consumer: Consumer,
        _ numbering: EventSequencer.Numbering = .none
    ) throws(CaptureError) -> Run<Consumer> {
        var pipeline = options.pipeline
        pipeline.filter = filter
        pipeline.showsRaw = showsRaw
        pipeline.reportsFlows = true
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
                notices: gathered.notices
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
