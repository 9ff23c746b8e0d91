import Capture
import Transport
import WireFormat

/// What a worker's connections share: decoder, filter, consumer and output.
struct WorkerCore<Consumer: EventConsumer>: ~Copyable {
    let systems: SystemDecoders
    /// Numbers for events whose answers will name them.
    var slots = SlotPool()
    var consumer: Consumer
    /// Judges events, when not all are wanted.
    private var evaluator: FilterEvaluator?
    let limits: Limits
    let onlyFlow: Int?
    /// Numbers of the events that answers will name, by slot; kept only where somebody asks.
    private var requestNumbers: [Int] = []
    private let keepsRequestNumbers: Bool
    private let firstNumber: Int
    /// Long-polling sessions, which may use several connections.
    var pollingSessions = PollingSessions()
    /// What the connections' streams have in common while they are put in order.
    var reassembly: ReassemblyContext
    /// Bytes of connections that are not recognised yet, of all together.
    var unrecognisedBytes = 0
    /// The event that is being made.
    var event: Event
    /// What the consumer has written.
    var output = JSONFieldSink(capacity: 1 << 16)
    /// The events, in order.
    var entries: [OutputEntry] = []
    var summary = DecodingSummary()
    /// Whether connections leave a row when they end.
    let reportsFlows: Bool
    /// The rows of connections that have ended.
    var flows: [FlowReport] = []
    /// The packets of the events that passed, when asked for.
    var selection: PacketSelection?
    /// What TLS is decrypted with.
    private(set) var secrets: TLSSecrets
    /// The part of it that does not come from the capture.
    private let given: TLSSecrets
    private var hasDroppedSecrets = false
    /// Sessions that are not decrypted for want of a secret, and the place of what is said of that in ``notices``.
    private var lacking: [TLSClientRandom: Int] = [:]
    /// The packets that carried the record whose plaintext is being read.
    var recordPackets: [Int] = []
    /// Holds the plaintext of a record while it is read.
    var plaintext = ByteWriter(capacity: 0)
    /// What a user should know of connections that could not be followed.
    var notices: NoteList
    /// What connections are taken for, whatever anybody claims.
    let decodeAs: [DecodeAs]
    /// Whether it is noted why connections are taken for what they are.
    let explains: Bool
    /// Why connections were taken for what they are.
    var explanations: NoteList
    /// Position of the flow event that is being worked on.
    var order = 0

    init(consumer: Consumer, options: PipelineOptions) {
        self.consumer = consumer
        firstNumber = options.firstNumber
        secrets = options.secrets
        given = options.secrets
        reportsFlows = options.reportsFlows
        explains = options.explains
        decodeAs = options.decodeAs
        selection = options.selects.map { PacketSelection(scope: $0, limit: options.limit) }
        limits = options.limits
        notices = NoteList(limit: options.limits.connectionNotes)
        explanations = NoteList(limit: options.limits.connectionNotes)
        reassembly = ReassemblyContext(limits: options.limits, workers: options.workers)
        onlyFlow = options.onlyFlow
        keepsRequestNumbers = options.filter?.needsNumbers == true || consumer.needsOrder
        evaluator = options.filter.map { FilterEvaluator($0, view: options.view) }
        var decoding = options.decoding
        decoding.depth = options.filter?.depth ?? consumer.depth
        systems = SystemDecoders(decoding)
        event = Event(flow: .nobody)
    }

    /// Decodes a binary message, or a frame of a stream, and hands it on.
    @inline(__always)
    mutating func frame(_ bytes: Span<UInt8>, _ context: inout FlowContext) {
        systems.decode(binary: bytes, &context.session, &slots, into: &event)
        emit(bytes)
    }

    /// Takes in secrets that the capture holds in a stretch.
    ///
    /// All workers hold the same ones. Where there would be too many, those of earlier stretches go.
    ///
    /// - Parameter saysDropped: whether it is for this worker to tell the user of that.
    mutating func take(_ more: TLSSecrets, saysDropped: Bool) {
        guard !more.isEmpty else { return }
        secrets.merge(more)
        // Those of one stretch stay together, however many they are.
        if secrets.count - given.count > max(limits.tlsSecrets, more.count) {
            secrets = given
            secrets.merge(more)
            if saysDropped, !hasDroppedSecrets {
                let text =
                    "the capture holds more than \(limits.tlsSecrets) secrets of TLS, the older ones were dropped: "
                    + "give those that are missing with --keys"
                notices.append(FlowNote(flow: nil, text: text))
            }
            hasDroppedSecrets = true
        }
        for (random, place) in lacking where more.hasSecrets(for: random) {
            notices.extend(place, "; it came later: decode the capture from a file")
            lacking[random] = nil
        }
    }

    /// Notes why a connection is not decrypted.
    mutating func note(_ status: TLSStatus, _ note: FlowNote) {
        guard let place = notices.append(note) else { return }
        switch status {
        case .noSecrets(let random), .noSecret(_, let random): lacking[random] = place
        default: break
        }
    }

    /// Hands the finished event on.
    mutating func emit(_ bytes: Span<UInt8>) {
        summary.events &+= 1
        event.number = firstNumber &+ summary.events &- 1
        if keepsRequestNumbers { noteRequestNumber() }
        let passed = (onlyFlow == nil || onlyFlow == event.flow.number) && judge(bytes)
        let start = output.writer.count
        if selection != nil { selection?.note(event, passed: passed) }
        if passed {
            summary.passed &+= 1
            if !consumer.depth.isSubset(of: systems.depth) { systems.deepen(to: consumer.depth, bytes, &event) }
            if !event.diagnostics.isEmpty { countDiagnostics() }
            if let undecoded = event.undecoded { summary.undecodedBytes += undecoded.count }
            consumer.consume(&event, bytes, systems, into: &output)
        }
        entries.append(
            OutputEntry(
                order: order,
                start: start,
                end: output.writer.count,
                requestSlot: event.requestSlot,
                replySlot: passed ? event.reply?.slot ?? -1 : -1,
                replyPosition: Int32(truncatingIfNeeded: event.replyNumberPosition - start),
                passed: passed
            )
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

    private mutating func countDiagnostics() {
        let counts = event.diagnostics.counts
        summary.notes += counts.notes
        summary.warnings += counts.warnings
        summary.errors += counts.errors
    }
}
