import Capture
import Transport
import WireFormat

/// How a capture is worked through.
struct PipelineOptions: Sendable {
    /// Which events are consumed.
    var filter: EventFilter?
    /// Protection against hostile input.
    var limits: Limits { decoding.limits }
    /// Whether tokens are kept in full.
    var showsSecrets: Bool { decoding.showsSecrets }
    /// Only events of this connection are consumed.
    var onlyFlow: Int?
    /// What decoders are told; how deep they read is settled by filter and consumer.
    var decoding = DecodingOptions()
    /// What TLS is decrypted with, besides what the capture itself holds.
    var secrets = TLSSecrets()
    var numbering = EventSequencer.Numbering.none
    /// The number of the first event.
    var firstNumber = 1
    /// Ends after so many events were written.
    var limit: Int?
    /// What connections are taken for, whatever anybody claims.
    var decodeAs: [DecodeAs] = []
    /// Whether it is noted why connections are taken for what they are.
    var explains = false
    /// Whether connections leave a row when they end.
    var reportsFlows = false
    /// What is noted of the packets that carried the events that passed.
    var selects: PacketSelection.Scope?
    /// Threads that share the connections.
    var workers = 2
    /// Blocks under way at the same time; 1 for input that comes slowly, so that nothing waits for the next block.
    var depth = 4
}

/// Runs a capture through dispatcher, workers and sequencer.
///
/// The dispatcher is a block ahead, the workers share the connections, and the sequencer writes in the order of the
/// capture, so the output is the same for every number of workers. At most ``PipelineOptions/depth`` blocks are under way at a time.
struct CapturePipeline<Consumer: EventConsumer> {
    /// What came of a capture.
    struct Result {
        var consumer: Consumer
        /// What came of the capture.
        var capture: CaptureOutcome
        /// The packets of the events that passed, when asked for.
        var selection: PacketSelection?
        /// The connections' rows, when asked for.
        var flows: [FlowReport]
        /// The number of the last event.
        var lastNumber: Int
        /// Events written.
        var written: Int
        /// Which events the workers' own counts stand for, when the consumer wants to know.
        var numbers: EventNumbers?
    }

    var consumer: Consumer
    var options = PipelineOptions()

    /// Runs to the end of the capture, or until enough events were written.
    func run(
        _ reader: consuming sending CaptureReader,
        to sink: (Span<UInt8>) throws -> Void
    ) async throws -> Result {
        // Only a single worker knows the events' numbers while it makes them, and which are the first ones.
        let needsOrder =
            options.filter?.needsNumbers == true || consumer.needsOrder
            || options.selects != nil && options.limit != nil
        let workers =
            needsOrder ? 1 : consumer.wantsNumbers ? min(options.workers, EventNumbers.mostWorkers) : options.workers
        var shared = options
        shared.workers = workers
        shared.secrets.search(reader, limit: options.limits.tlsSecrets)
        let source = FlowSource(
            FlowDispatcher(reader, workers: workers, keepsEmpty: options.reportsFlows, limits: options.limits)
        )
        let crew = (0..<workers).map { FlowWorker(index: $0, consumer: consumer, options: shared) }
        var sequencer = EventSequencer(
            numbering: options.numbering,
            workers: workers,
            firstNumber: options.firstNumber,
            limit: options.limit,
            keepsNumbers: consumer.wantsNumbers
        )
        var latest: [Task<WorkerOutput, Never>?] = Array(repeating: nil, count: workers)
        var spent: [WorkerOutput?] = Array(repeating: nil, count: workers)
        var underWay: [[Task<WorkerOutput, Never>]] = []
        var upcoming = Task { try await source.next() }
        while !sequencer.isDone, let block = try await upcoming.value {
            if options.depth > 1 { upcoming = Task { try await source.next() } }
            var tasks: [Task<WorkerOutput, Never>] = []
            for (index, worker) in crew.enumerated() {
                let previous = latest[index]
                let reusable = spent[index].take()
                let task = Task { await worker.process(block, after: previous, reusing: reusable) }
                latest[index] = task
                tasks.append(task)
            }
            underWay.append(tasks)
            while underWay.count >= options.depth, !sequencer.isDone {
                spent = try await finish(underWay.removeFirst(), &sequencer, sink)
            }
            // What is enough is not read beyond: slow input may not bring more for hours.
            if options.depth == 1, !sequencer.isDone { upcoming = Task { try await source.next() } }
        }
        while !underWay.isEmpty, !sequencer.isDone {
            _ = try await finish(underWay.removeFirst(), &sequencer, sink)
        }
        for task in latest { _ = await task?.value }
        var result = await result(crew, source, sequencer.number, sequencer.written)
        result.numbers = sequencer.numbers
        return result
    }

    /// Waits for the outputs of a block and writes them out.
    private func finish(
        _ tasks: [Task<WorkerOutput, Never>],
        _ sequencer: inout EventSequencer,
        _ sink: (Span<UInt8>) throws -> Void
    ) async throws -> [WorkerOutput] {
        var outputs: [WorkerOutput] = []
        for task in tasks { outputs.append(await task.value) }
        try sequencer.write(outputs, to: sink)
        return outputs
    }

    private func result(
        _ crew: [FlowWorker<Consumer>],
        _ source: FlowSource,
        _ lastNumber: Int,
        _ written: Int
    ) async -> Result {
        var merged = consumer
        var summary = DecodingSummary()
        var explanations = NoteList(limit: 0)
        var notices = NoteList(limit: 0)
        var flows: [FlowReport] = []
        var selection: PacketSelection?
        for worker in crew {
            let part = await worker.results()
            if let chosen = part.selection {
                if selection == nil { selection = chosen } else { selection?.merge(chosen) }
            }
            merged.merge(part.consumer)
            summary.add(part.summary)
            explanations.merge(part.explanations)
            notices.merge(part.notices)
            flows += part.flows
        }
        let counts = await source.counts
        summary.packets = counts.packets
        summary.flows = counts.flows
        return Result(
            consumer: merged,
            capture: CaptureOutcome(
                summary: summary,
                counts: counts,
                notes: await source.notes,
                damage: await source.damage,
                explanations: explanations,
                notices: notices
            ),
            selection: selection,
            flows: flows,
            lastNumber: lastNumber,
            written: written
        )
    }
}

/// The dispatcher, read ahead of the workers.
actor FlowSource {
    private var dispatcher: FlowDispatcher

    init(_ dispatcher: consuming sending FlowDispatcher) {
        self.dispatcher = dispatcher
    }

    func next() throws -> FlowBlock? { try dispatcher.next() }
    var counts: PacketCounts { dispatcher.counts }
    var damage: CaptureDamage? { dispatcher.damage }
    var notes: CaptureNotes { dispatcher.notes }
}
