import Capture
import Synchronization
import WireFormat

/// The last stage of a worker: holds the current event, decodes it, filters it and passes it to the consumer.
///
/// Each worker has one emitter for all of its connections. It knows the consumer only as an ``EventReceiver``.
struct EventEmitter: ~Copyable {
    let systems: SystemDecoders
    let limits: Limits
    /// The memory for inflating messages.
    let inflation: InflationMemory
    /// The current event.
    var event: Event
    /// The slots for the numbers of events that answers will refer to.
    var slots: SlotPool
    /// The long-polling sessions; a session may use several connections.
    var pollingSessions: PollingSessions
    /// The requests of long polling that a client may send again.
    var lostRequests: LostRequests
    /// The counts of events and bytes.
    var summary: DecodingSummary
    /// The position of the current flow event.
    var order: Int
    /// The packets of the events that passed, if asked for.
    var selection: Optional<PacketSelection>
    private let receiver: any EventReceiver
    private let depth: DecodingDepth
    let watchesTransport: Bool
    private let watchesStreams: Bool
    /// The filter; `nil` if all events are wanted.
    private var evaluator: Optional<FilterEvaluator>
    private let onlyFlow: Int?
    /// The numbers of events that answers will refer to, by slot; filled only if `keepsRequestNumbers` is on.
    private var requestNumbers: [Int]
    private let keepsRequestNumbers: Bool
    private let firstNumber: Int
    /// The output of the receiver.
    private var output: JSONFieldSink
    /// The entries of the events, in order.
    private var entries: [OutputEntry]
    /// The parts of events that were spilled to the file.
    private var parts: [SpilledPart]
    private let budget: OutputBudget

    // Each member is set exactly once: if the initializer of a noncopyable type sets a member again, Swift 6.3 releases
    // the member's first value twice.
    init(_ receiver: any EventReceiver, _ options: PipelineOptions) {
        let depth = receiver.depth
        var decoding = options.decoding
        decoding.depth = options.filter?.depth ?? depth
        decoding.leavesContentOnTape = receiver.readsTapes && options.filter == nil
        systems = SystemDecoders(decoding)
        limits = options.limits
        inflation = InflationMemory(options.limits, workers: options.workers)
        event = Event(flow: .nobody)
        slots = SlotPool()
        pollingSessions = PollingSessions(limit: options.limits.pollingSessions)
        lostRequests = LostRequests(limit: options.limits.lostRequests)
        summary = DecodingSummary()
        order = 0
        selection = options.selects.map { PacketSelection(scope: $0, limit: options.limit) }
        self.receiver = receiver
        self.depth = depth
        watchesTransport = receiver.watchesTransport
        watchesStreams = receiver.watchesStreams
        evaluator = options.filter.map { FilterEvaluator($0, view: options.view) }
        onlyFlow = options.onlyFlow
        requestNumbers = []
        keepsRequestNumbers = options.filter?.needsNumbers == true || receiver.needsOrder
        firstNumber = options.firstNumber
        output = JSONFieldSink(capacity: 1 << 16, spill: receiver.mayLeave ? OutputSpill() : nil)
        entries = []
        parts = []
        budget = options.budget
    }

    /// Decodes a binary message, or a frame of a stream, and emits the event.
    @inline(__always)
    mutating func frame(_ bytes: Span<UInt8>, _ context: inout FlowContext) {
        guard bytes.count < OutputBudget.largeUnit else { return largeFrame(bytes, &context) }
        systems.decode(binary: bytes, &context.session, &slots, into: &event)
        emit(bytes)
    }

    @inline(never)
    private mutating func largeFrame(_ bytes: Span<UInt8>, _ context: inout FlowContext) {
        alone(withUnitOf: bytes.count) { emitter in
            emitter.systems.decode(binary: bytes, &context.session, &emitter.slots, into: &emitter.event)
            emitter.emit(bytes)
        }
    }

    /// Runs `work` on a unit of `length` bytes; on a large unit only while no other worker runs on one.
    ///
    /// The memory for a large unit is therefore needed only once, for any number of workers. A worker that works on a
    /// large unit waits for no other worker, so this cannot deadlock. `work` must not call this function again.
    mutating func alone(withUnitOf length: Int, _ work: (inout EventEmitter) -> Void) {
        guard length >= OutputBudget.largeUnit else { return work(&self) }
        let budget = budget
        budget.largeUnits.withLock { _ in
            work(&self)
            event.units.release(event.system)
        }
    }

    /// Numbers and filters the finished event and passes it to the receiver.
    mutating func emit(_ bytes: Span<UInt8>) {
        summary.events &+= 1
        event.number = firstNumber &+ summary.events &- 1
        if keepsRequestNumbers { noteRequestNumber() }
        let passed = (onlyFlow == nil || onlyFlow == event.flow.number) && judge(bytes)
        let start = output.writer.count
        var isSpilled = false
        var hasError = false
        if selection != nil { selection?.note(event, passed: passed) }
        if passed {
            summary.passed &+= 1
            if !depth.isSubset(of: systems.depth) { systems.deepen(to: depth, bytes, &event) }
            if !event.diagnostics.isEmpty { hasError = countDiagnostics() }
            if let undecoded = event.undecoded { summary.undecodedBytes += undecoded.count }
            output.beginEvent()
            receiver.consume(&event, bytes, systems, into: &output)
            if output.hasLeft || output.writer.count > OutputSpill.piece { isSpilled = leave(from: start) }
        }
        entries.append(
            OutputEntry(
                order: order,
                start: start,
                end: output.writer.count,
                requestSlot: event.requestSlot,
                replySlot: passed ? event.reply?.slot ?? -1 : -1,
                replyPosition: Int32(truncatingIfNeeded: event.replyNumberPosition - start),
                passed: passed,
                hasError: hasError,
                isSpilled: isSpilled
            )
        )
    }

    /// Spills output of the event that begins at `start` to the file if there is much output; returns whether a part of
    /// the event is not in memory.
    @inline(never)
    private mutating func leave(from start: Int) -> Bool {
        guard let spill = output.spill, output.headEnd >= start else { return false }
        let rest = output.writer.count - output.headEnd
        if rest > OutputSpill.piece || rest > 1 << 12 && budget.isExceeded(by: output.writer.count, limits) {
            output.leave()
        }
        let range = spill.endEvent()
        guard !range.isEmpty else { return false }
        parts.append(SpilledPart(place: output.headEnd, range: range))
        return true
    }

    /// Passes a transport unit to the receiver, if the receiver wants these.
    func tell(_ unit: @autoclosure () -> TransportUnit) {
        if watchesTransport { receiver.take(unit()) }
    }

    /// Passes the next bytes of a TCP stream to the receiver, if the receiver wants these.
    @inline(__always)
    func tell(stream bytes: Span<UInt8>, of flow: Flow, side: FlowSide) {
        if watchesStreams { receiver.take(stream: bytes, ofFlow: flow.number, side: side) }
    }

    /// Tells the receiver that a connection has ended.
    func end(_ connection: FlowEnd) { receiver.end(connection) }

    /// Tells the receiver that the server no longer has a session of long polling.
    func end(pollingSession key: PollingSessionKey, at time: Int64) { receiver.end(pollingSession: key, at: time) }

    /// Reserves space for the events of `count` flow events.
    mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

    /// Returns the output since the last call.
    ///
    /// - Parameter spent: an output that has been written; its memory is reused.
    mutating func takeOutput(reusing spent: WorkerOutput?) -> WorkerOutput {
        var writer = ByteWriter(capacity: 0)
        spent?.exchange(&writer)
        // The next block needs about as much memory, and growing in steps would copy the bytes each time.
        writer.reserve(max(1 << 16, min(output.writer.count, WorkerOutput.largest)))
        swap(&writer, &output.writer)
        var taken: [OutputEntry] = []
        swap(&taken, &entries)
        var spilled: [SpilledPart] = []
        swap(&spilled, &parts)
        return WorkerOutput(
            writer: writer,
            entries: taken,
            made: receiver.takeEvents(),
            parts: spilled,
            file: output.spill?.takeFile(),
            budget: budget
        )
    }

    /// Stores the event's number for its answer, and looks up the number of the event that it answers.
    private mutating func noteRequestNumber() {
        let answered = event.reply.map { Int($0.slot) } ?? -1
        event.requestNumber = requestNumbers.indices.contains(answered) ? requestNumbers[answered] : 0
        guard event.requestSlot >= 0 else { return }
        let slot = Int(event.requestSlot)
        while requestNumbers.count <= slot { requestNumbers.append(0) }
        requestNumbers[slot] = event.number
    }

    /// Whether the event passes the filter.
    private mutating func judge(_ bytes: Span<UInt8>) -> Bool {
        evaluator?.matches(&event, bytes, systems) ?? true
    }

    private mutating func countDiagnostics() -> Bool {
        let counts = event.diagnostics.counts
        summary.notes += counts.notes
        summary.warnings += counts.warnings
        summary.errors += counts.errors
        return counts.errors > 0
    }
}
