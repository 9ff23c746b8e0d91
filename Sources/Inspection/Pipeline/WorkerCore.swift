import Capture
import RongCloud
import WireFormat

/// What a worker's connections share: decoder, filter, consumer and output.
struct WorkerCore<Consumer: EventConsumer>: ~Copyable {
    var decoder: RongCloudDecoder
    var consumer: Consumer
    let filter: EventFilter?
    let limits: Limits
    let onlyFlow: Int?
    /// The event that is being made.
    var event: Event
    /// What the consumer has written.
    var writer = ByteWriter(capacity: 1 << 16)
    /// The events, in order.
    var entries: [OutputEntry] = []
    var summary = DecodingSummary()
    /// Why connections were taken for what they are.
    var explanations: [String] = []
    /// Position of the flow event that is being worked on.
    var order = 0

    init(consumer: Consumer, filter: EventFilter?, limits: Limits, onlyFlow: Int?) {
        self.consumer = consumer
        self.filter = filter
        self.limits = limits
        self.onlyFlow = onlyFlow
        decoder = RongCloudDecoder(limits: limits, depth: consumer.depth.union(filter?.depth ?? []))
        event = Event(flow: .nobody)
    }

    /// Decodes a RongCloud frame and hands it on.
    @inline(__always)
    mutating func frame(_ bytes: Span<UInt8>, _ session: inout RongCloudSession) {
        decoder.decode(bytes, form: .websocket, session: &session, into: &event)
        emit(bytes)
    }

    /// Hands the finished event on.
    mutating func emit(_ bytes: Span<UInt8>) {
        summary.events &+= 1
        if !event.diagnostics.isEmpty { countDiagnostics() }
        if let undecoded = event.undecoded { summary.undecodedBytes += undecoded.count }
        let start = writer.count
        let passed = (onlyFlow == nil || onlyFlow == event.flow.number) && (filter?.matches(event, bytes) ?? true)
        if passed {
            summary.passed &+= 1
            consumer.consume(&event, bytes, into: &writer)
        }
        entries.append(
            OutputEntry(
                order: order,
                start: start,
                end: writer.count,
                requestSlot: event.requestSlot,
                replySlot: event.replyNumberPosition >= 0 ? event.reply?.slot ?? -1 : -1,
                replyPosition: Int32(truncatingIfNeeded: event.replyNumberPosition - start),
                passed: passed
            )
        )
    }

    private mutating func countDiagnostics() {
        for diagnostic in event.diagnostics {
            switch diagnostic.severity {
            case .note: summary.notes += 1
            case .warning: summary.warnings += 1
            case .error: summary.errors += 1
            }
        }
    }
}
