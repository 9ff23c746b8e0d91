import Capture
import Transport

/// Processes a capture block by block through dispatcher, workers and sequencer.
///
/// The dispatcher reads one block ahead, the workers share the connections, and the sequencer restores the order of the
/// capture. The output is therefore the same for every number of workers. At most ``PipelineOptions/depth`` blocks are
/// processed at a time, and no more are read until their output is asked for: a slow receiver slows the reading down.
///
/// A run may be dropped at any time: pending work ends by itself and releases the threads and the capture.
final class PipelineRun<Consumer: EventConsumer> {
    private let consumer: Consumer
    private let options: PipelineOptions
    private let source: FlowSource
    private let crew: [FlowWorker<Consumer>]
    private var sequencer: EventSequencer
    /// The last task of each worker; the worker's next task waits for it.
    private var latest: [Task<WorkerOutput, Never>?]
    /// Outputs that have been written; their memory is reused.
    private var spent: [WorkerOutput?]
    /// Outputs whose events are being returned.
    private var handedOut: [WorkerOutput] = []
    private var underWay: [[Task<WorkerOutput, Never>]] = []
    /// The task that reads the next block.
    private var upcoming: Task<Result<FlowBlock?, CaptureError>, Never>?
    private var hasReadAll = false
    /// The error that ended the reading.
    private var failure: CaptureError?

    init(_ reader: consuming sending CaptureReader, _ consumer: Consumer, _ options: PipelineOptions) {
        self.consumer = consumer
        var options = options
        options.settleWorkers(consumer)
        // Live input is not read ahead, so that no event waits for the next block.
        if reader.isLive { options.depth = 1 }
        options.secrets.search(reader, limit: options.limits.tlsSecrets)
        self.options = options
        source = FlowSource(
            FlowDispatcher(
                reader,
                workers: options.workers,
                keepsEmpty: options.flowReports != .none,
                limits: options.limits
            )
        )
        let settled = options
        crew = (0..<options.workers).map { FlowWorker(index: $0, consumer: consumer, options: settled) }
        latest = Array(repeating: nil, count: options.workers)
        spent = Array(repeating: nil, count: options.workers)
        sequencer = EventSequencer(
            numbering: options.numbering,
            workers: options.workers,
            firstNumber: options.firstNumber,
            limit: options.limit,
            keepsNumbers: consumer.wantsNumbers
        )
    }

    deinit { options.secrets.late?.abandon() }

    /// The number of the last event.
    var lastNumber: Int { sequencer.number }
    /// The number of events written or returned.
    var written: Int { sequencer.written }

    /// Writes the lines of the next block; returns `false` if there is no block, or the limit is reached.
    nonisolated(nonsending)
        func write(to sink: (Span<UInt8>) throws -> Void) async throws -> Bool
    {
        guard let outputs = await next() else {
            try sequencer.finish(to: sink)
            return false
        }
        try sequencer.write(outputs, to: sink)
        spent = outputs.map { $0 }
        return true
    }

    /// Passes over the next block, whose output is dropped; returns `false` if there is no block, or the limit is
    /// reached.
    nonisolated(nonsending)
        func passBlock() async -> Bool
    {
        guard let outputs = await next() else { return false }
        sequencer.pass(outputs)
        spent = outputs.map { $0 }
        return true
    }

    /// Moves on to the events of the next block, which may have none; returns `false` if there is no block, or the
    /// limit is reached.
    nonisolated(nonsending)
        func nextBlock() async -> Bool
    {
        guard let outputs = await next() else { return false }
        sequencer.begin(outputs)
        handedOut = outputs
        return true
    }

    /// Returns the next event of the block; `nil` at the end of the block, or if the limit is reached.
    func nextEvent() throws(CaptureError) -> CaptureEvent? {
        if let event = try sequencer.nextEvent(limits: options.limits) { return event }
        if !handedOut.isEmpty {
            sequencer.end(handedOut)
            spent = handedOut.map { $0 }
            handedOut = []
        }
        return nil
    }

    /// Returns the workers' outputs of the next block.
    nonisolated(nonsending)
        private func next() async -> [WorkerOutput]?
    {
        while !sequencer.isDone, !hasReadAll, underWay.count < options.depth {
            let reading = upcoming ?? read()
            let block: FlowBlock?
            switch await reading.value {
            case .success(let next): block = next
            case .failure(let error):
                // The blocks that were read before the error are still processed; ``result()`` tells it.
                failure = error
                hasReadAll = true
                continue
            }
            // Live input is not read ahead: the next packet may arrive hours later.
            upcoming = block != nil && options.depth > 1 ? read() : nil
            if let block { start(block) } else { hasReadAll = true }
        }
        guard !sequencer.isDone, !underWay.isEmpty else { return nil }
        var outputs: [WorkerOutput] = []
        for task in underWay.removeFirst() { outputs.append(await task.value) }
        return outputs
    }

    private func read() -> Task<Result<FlowBlock?, CaptureError>, Never> {
        Task { [source] in await source.next() }
    }

    private func start(_ block: FlowBlock) {
        if let time = block.firstTime { sequencer.begin(at: time) }
        var tasks: [Task<WorkerOutput, Never>] = []
        for (index, worker) in crew.enumerated() {
            let previous = latest[index]
            let reusable = spent[index].take()
            let task = Task { await worker.process(block, after: previous, reusing: reusable) }
            latest[index] = task
            tasks.append(task)
        }
        underWay.append(tasks)
    }

    /// Returns the result of the capture, as far as it was read.
    nonisolated(nonsending)
        func result() async -> CapturePipeline<Consumer>.Result
    {
        for task in latest { _ = await task?.value }
        var gathered = WorkerResults(consumer, limit: options.limits.connectionNotes)
        for worker in crew { gathered.merge(await worker.results()) }
        let counts = await source.counts
        gathered.summary.packets = counts.packets
        gathered.summary.flows = counts.flows
        return CapturePipeline<Consumer>.Result(
            consumer: gathered.consumer,
            capture: CaptureOutcome(
                summary: gathered.summary,
                counts: counts,
                notes: await source.notes,
                damage: await source.damage,
                explanations: gathered.explanations,
                notices: gathered.notices,
                matchedRules: gathered.matchedRules
            ),
            failure: sequencer.isDone ? nil : failure,
            selection: gathered.selection,
            flows: gathered.flows,
            layout: sequencer.layout,
            lastNumber: sequencer.number,
            written: sequencer.written,
            writtenErrors: sequencer.writtenErrors,
            numbers: sequencer.numbers
        )
    }
}

/// The dispatcher as an actor, so that it can read ahead of the workers.
actor FlowSource {
    private var dispatcher: FlowDispatcher

    init(_ dispatcher: consuming sending FlowDispatcher) {
        self.dispatcher = dispatcher
    }

    func next() -> Result<FlowBlock?, CaptureError> {
        do throws(CaptureError) {
            return .success(try dispatcher.next())
        } catch {
            return .failure(error)
        }
    }

    var counts: PacketCounts { dispatcher.counts }
    var damage: CaptureDamage? { dispatcher.damage }
    var notes: CaptureNotes { dispatcher.notes }
}
