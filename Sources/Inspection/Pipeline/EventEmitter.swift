import Capture
import Synchronization
import WireFormat

/// The end of the way to events: the event that is being made, what decodes it, judges it and writes it.
///
/// Each worker has one for all of its connections. It does not know what is made of the events; that stands behind
/// ``EventReceiver``.
struct EventEmitter: ~Copyable {
    let systems: SystemDecoders
    let limits: Limits
    /// The event that is being made.
    var event: Event
    /// Numbers for events whose answers will name them.
    var slots: SlotPool
    /// Long-polling sessions, which may use several connections.
    var pollingSessions: PollingSessions
    /// What is counted of events and of bytes.
    var summary: DecodingSummary
    /// Position of the flow event that is being worked on.
    var order: Int
    /// The packets of the events that passed, when asked for.
    var selection: Optional<PacketSelection>
    private let receiver: any EventReceiver
    private let depth: DecodingDepth
    let watchesTransport: Bool
    private let watchesStreams: Bool
    /// Judges events, when not all are wanted.
    private var evaluator: Optional<FilterEvaluator>
    private let onlyFlow: Int?
    /// Numbers of the events that answers will name, by slot; kept only where somebody asks.
    private var requestNumbers: [Int]
    private let keepsRequestNumbers: Bool
    private let firstNumber: Int
    /// What the receiver has written.
    private var output: JSONFieldSink
    /// The events, in order.
    private var entries: [OutputEntry]
    /// Where parts of events are that are not in memory.
    private var parts: [SpilledPart]
    private let budget: OutputBudget

    // Each member is set once, here: Swift 6.3 releases the value that a member began with twice where it is set again in
    // the initializer of a type that cannot be copied.
    init(_ receiver: any EventReceiver, _ options: PipelineOptions) {
        let depth = receiver.depth
        var decoding = options.decoding
        decoding.depth = options.filter?.depth ?? depth
        decoding.leavesContentOnTape = receiver.readsTapes && options.filter == nil
        systems = SystemDecoders(decoding)
        limits = options.limits
        event = Event(flow: .nobody)
        slots = SlotPool()
        pollingSessions = PollingSessions(limit: options.limits.pollingSessions)
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

    /// Decodes a binary message, or a frame of a stream, and hands it on.
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

    /// Does the work on a unit of a length in bytes; on a large one, while no other worker does.
    ///
    /// So what such a unit takes is there once, however many workers there are. Who waits, waits for one who works and
    /// waits for nobody: `work` must not come here again.
    mutating func alone(withUnitOf length: Int, _ work: (inout EventEmitter) -> Void) {
        guard length >= OutputBudget.largeUnit else { return work(&self) }
        let budget = budget
        budget.largeUnits.withLock { _ in
            work(&self)
            event.units.release(event.system)
        }
    }

    /// Hands the finished event on.
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

    /// Leaves output of the event that begins at `start` where others wait too, when there is much of it; answers whether
    /// a part of it is not in memory.
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

    /// Tells the receiver what a connection carries below the systems, where it looks at that.
    func tell(_ unit: @autoclosure () -> TransportUnit) {
        if watchesTransport { receiver.take(unit()) }
    }

    /// Tells the receiver which bytes come next in a stream of TCP, where it looks at that.
    @inline(__always)
    func tell(stream bytes: Span<UInt8>, of flow: Flow, side: FlowSide) {
        if watchesStreams { receiver.take(stream: bytes, ofFlow: flow.number, side: side) }
    }

    /// Tells the receiver that a connection is over.
    func end(_ connection: FlowEnd) { receiver.end(connection) }

    /// Makes room for the events of so many flow events.
    mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

    /// Hands out what was written since the last call.
    ///
    /// - Parameter spent: an output that has been written out, whose memory serves again.
    mutating func takeOutput(reusing spent: WorkerOutput?) -> WorkerOutput {
        var writer = ByteWriter(capacity: 0)
        spent?.exchange(&writer)
        // The next stretch will take about as much, and what grows bit by bit is copied each time.
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

    /// Keeps the event's number for its answer, and looks up that of the event that it answers.
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
