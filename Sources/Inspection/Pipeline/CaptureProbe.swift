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
        /// What WebSocket's control frames said, a value for each connection in the order of their ends.
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
    /// The fields of the format of that name.
    package var fields: [FieldPath] = []
    /// The condition for events to be written.
    package var filter: EventFilter?
    /// How the capture is read.
    package var options = CaptureOptions()

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
            return try run(reader, lines.consumer, lines.numbering).outcome
        case .statistics: return try run(reader, StatisticsConsumer()).outcome
        case .check:
            var (outcome, consumer) = try run(reader, CheckConsumer(file: "capture"))
            // A capture without end: everything that is due is missing.
            for finding in consumer.judgedAlone(file: "capture", at: .max).sorted {
                outcome.output += Array(finding.line.utf8) + [10]
            }
            return outcome
        }
    }

    /// What the connections of a capture carry below the systems, in its order.
    ///
    /// - Throws: what the reader throws in the middle of a capture.
    package func transport(_ reader: consuming CaptureReader) throws(CaptureError) -> [TransportUnit] {
        try run(reader, TransportConsumer()).consumer.units
    }

    /// What the rules find in a capture.
    ///
    /// - Parameter end: when it ends; what is due until then and did not come is missing.
    /// - Throws: what the reader throws in the middle of a capture.
    package func findings(
        _ reader: consuming CaptureReader,
        until end: Int64
    ) throws(CaptureError) -> [Finding] {
        try run(reader, CheckConsumer(file: "capture")).consumer.judgedAlone(file: "capture", at: end).sorted
    }

    /// What `stats` says of a capture.
    ///
    /// - Throws: what the reader throws in the middle of a capture.
    package func statistics(
        _ reader: consuming CaptureReader,
        _ format: StatisticsReport.Format = .json
    ) throws(CaptureError) -> String {
        let (outcome, consumer) = try run(reader, StatisticsConsumer())
        return StatisticsReport(consumer, outcome.capture.summary).text(format)
    }

    /// What `flows` says of a capture.
    ///
    /// - Throws: what the reader throws in the middle of a capture.
    package func flows(
        _ reader: consuming CaptureReader,
        _ format: FlowsReport.Format = .json
    ) throws(CaptureError) -> String {
        var flows: [FlowReport] = []
        _ = try run(reader, StatisticsConsumer(), flows: &flows)
        return FlowsReport(flows.sorted { $0.number < $1.number }).text(format)
    }

    private func run<Consumer: EventConsumer>(
        _ reader: consuming CaptureReader,
        _ consumer: Consumer,
        _ numbering: EventSequencer.Numbering = .none
    ) throws(CaptureError) -> (outcome: Outcome, consumer: Consumer) {
        var flows: [FlowReport] = []
        return try run(reader, consumer, numbering, flows: &flows)
    }

    /// - Parameter flows: becomes a row a connection, in the order in which they ended.
    private func run<Consumer: EventConsumer>(
        _ reader: consuming CaptureReader,
        _ consumer: Consumer,
        _ numbering: EventSequencer.Numbering = .none,
        flows: inout [FlowReport]
    ) throws(CaptureError) -> (outcome: Outcome, consumer: Consumer) {
        var pipeline = options.pipeline
        pipeline.filter = filter
        pipeline.showsRaw = showsRaw
        pipeline.reportsFlows = true
        pipeline.explains = true
        pipeline.secrets.search(reader, limit: options.limits.tlsSecrets)
        var dispatcher = FlowDispatcher(reader, workers: 1, keepsEmpty: true, limits: options.limits)
        let box = ConsumerBox(consumer)
        var worker = FlowWorkerState(box, pipeline)
        var sequencer = EventSequencer(numbering: numbering, workers: 1, firstNumber: 1, limit: nil)
        var bytes: [UInt8] = []
        while let block = try dispatcher.next() {
            if let time = block.firstTime { sequencer.begin(at: time) }
            worker.take(block.secrets, saysDropped: true)
            let written = worker.process(block.items[0], block.bytes.span)
            try? sequencer.write([written]) { bytes.append(contentsOf: Array(copying: $0)) }
        }
        try? sequencer.finish { bytes.append(contentsOf: Array(copying: $0)) }
        var summary = worker.parts.emitter.summary
        summary.packets = dispatcher.counts.packets
        summary.flows = dispatcher.counts.flows
        flows = worker.parts.log.flows
        let outcome = Outcome(
            output: bytes,
            capture: CaptureOutcome(
                summary: summary,
                counts: dispatcher.counts,
                notes: dispatcher.notes,
                damage: dispatcher.damage,
                explanations: worker.parts.log.explanations,
                notices: worker.parts.log.notices
            ),
            controls: flows.map { flow in
                Controls(
                    fromClient: flow.fromClient.controlFrames,
                    fromServer: flow.fromServer.controlFrames,
                    closeCode: flow.closeCode
                )
            }
        )
        return (outcome, box.consumer)
    }
}
