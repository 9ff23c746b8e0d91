public import Capture
public import WireFormat

/// A temporary view of an event in a worker, without a copy.
///
/// For programs that count or search: only the values that are asked for are made. A ``FieldSink`` receives the fields
/// in the order and with the values of a JSON line. A view cannot be stored; ``owned()`` returns a ``CaptureEvent``.
@safe public struct EventView: ~Copyable, ~Escapable {
    private let event: UnsafeMutablePointer<Event>
    /// The decoded bytes of the unit; they contain tokens in full.
    ///
    /// A WebSocket message is unmasked and inflated, a TCP frame is without obfuscation.
    public let bytes: Span<UInt8>
    private let systems: SystemDecoders
    private let owner: EventOwner

    /// Creates a view; the event must not change while the view exists.
    @_lifetime(copy bytes)
    init(_ event: UnsafeMutablePointer<Event>, _ bytes: Span<UInt8>, _ systems: SystemDecoders, _ owner: EventOwner) {
        unsafe self.event = event
        self.bytes = bytes
        self.systems = systems
        self.owner = owner
    }

    /// The event's number, from 1; correct only if ``EventVisitor/needsOrder`` is on.
    public var number: Int { unsafe event.pointee.number }
    /// The time of the packet that completed the unit, in nanoseconds since 1970.
    public var time: Int64 { unsafe event.pointee.time }
    /// The TCP connection.
    public var flow: FlowIdentity { unsafe event.pointee.flow }
    /// The end that sent the unit.
    public var sender: FrameSender { unsafe event.pointee.sender }
    /// The transport that carried the unit.
    public var transport: EventTransport { unsafe event.pointee.transport }
    /// Whether the unit was decrypted.
    public var isTLS: Bool { unsafe event.pointee.isTLS }
    /// The system that the unit belongs to.
    public var system: MessagingSystem { unsafe event.pointee.system }
    /// Whether this is a frame, and neither a gap nor an HTTP exchange.
    public var isFrame: Bool {
        if case .frame = unsafe event.pointee.kind { true } else { false }
    }
    /// The time since the request that this event answers; `nil` if the request was not seen.
    public var latency: Duration? { unsafe event.pointee.reply.map { .nanoseconds($0.latency) } }
    /// The worst severity of the unit's diagnostics; `nil` if there are none.
    public var worstSeverity: Severity? { unsafe event.pointee.diagnostics.worst }
    /// The number of packets that carried the unit.
    public var packetCount: Int { unsafe event.pointee.packets.count }

    /// Passes the fields of the frame to a sink; does nothing for a gap or an HTTP exchange.
    public func describeFrame<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        if isFrame { unsafe systems.describeFrame(&event.pointee, bytes, to: &sink) }
    }

    /// Passes the fields of the chat messages to a sink, each message between its beginning and its end.
    public func describeMessages<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        if isFrame { unsafe systems.describeMessages(&event.pointee, bytes, to: &sink) }
    }

    /// Returns the event as an independent value.
    public func owned() -> CaptureEvent {
        var owned = unsafe owner.own(&event.pointee, bytes, systems).event
        owned.number = number
        return owned
    }
}

/// Visits the events of a capture inside the workers.
///
/// Each worker has its own copy of the visitor; at the end the copies are merged. A copy sees only the events of its
/// worker's connections; the events of one connection arrive in their order.
///
/// ```swift
/// struct Pushes: EventVisitor {
///     var count = 0
///     mutating func visit(_ event: borrowing EventView) { if event.sender == .server { count += 1 } }
///     mutating func merge(_ other: Pushes) { count += other.count }
/// }
/// let (pushes, outcome) = try await CaptureEvents(.file("chat.pcap")).visit(with: Pushes())
/// ```
public protocol EventVisitor: Sendable {
    /// Whether the visitor needs all events in the order of the capture and with their numbers; one worker then does
    /// all the work.
    var needsOrder: Bool { get }
    /// Visits an event.
    mutating func visit(_ event: borrowing EventView)
    /// Merges the result of another worker's visitor into this one.
    mutating func merge(_ other: Self)
}

extension EventVisitor {
    /// `false`: the visitor takes the events in any order.
    public var needsOrder: Bool { false }
}

extension CaptureEvents {
    /// Passes all events to a visitor, without making values of them.
    ///
    /// With a limit one worker does all the work, so that the visited events are the first ones.
    ///
    /// - Parameter visitor: the initial visitor of each worker. With several captures, the visitors of each capture are
    ///   merged into those of the captures before it.
    /// - Returns: the merged visitor and the outcome of each capture. In a cancelled task, the visitor holds what was
    ///   collected until then.
    /// - Throws: `CaptureError` when an input is not a capture or reading fails; the results of earlier captures are
    ///   then lost.
    public func visit<Visitor: EventVisitor>(
        with visitor: Visitor
    ) async throws(CaptureError) -> (visitor: Visitor, outcomes: [CaptureOutcome]) {
        var merged: Visitor?
        var outcomes: [CaptureOutcome] = []
        var lastNumber = 0
        var given = 0
        for source in sources where !Task.isCancelled {
            if let limit = selection.limit, given >= limit { break }
            var pipeline = options.pipeline
            pipeline.filter = selection.filter
            pipeline.onlyFlow = selection.flow
            pipeline.limit = selection.limit.map { $0 - given }
            pipeline.firstNumber = lastNumber + 1
            pipeline.file = sources.count > 1 ? source.name : nil
            pipeline.showsRaw = selection.keepsBytes
            let owner = EventOwner(
                file: pipeline.file,
                keepsBytes: selection.keepsBytes,
                showsSecrets: options.showsSecrets,
                limits: options.limits
            )
            let reader = try await source.reader(options.limits.capture)
            let run = PipelineRun(reader, VisitingConsumer(visitor, owner, limit: pipeline.limit), pipeline)
            while !Task.isCancelled, try await run.nextBlock() { while try run.nextEvent() != nil {} }
            let result = await run.result()
            lastNumber = run.lastNumber
            given += run.written
            outcomes.append(result.capture)
            if merged == nil { merged = result.consumer.visitor } else { merged?.merge(result.consumer.visitor) }
        }
        return (merged ?? visitor, outcomes)
    }
}

/// Passes events to a visitor.
private struct VisitingConsumer<Visitor: EventVisitor>: EventConsumer {
    var visitor: Visitor
    private let owner: EventOwner
    /// The number of events that may still be visited; `nil` for no limit.
    private var left: Int?

    init(_ visitor: Visitor, _ owner: EventOwner, limit: Int?) {
        self.visitor = visitor
        self.owner = owner
        left = limit
    }

    var depth: DecodingDepth { .all }
    var needsOrder: Bool { left != nil || visitor.needsOrder }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        if let left {
            guard left > 0 else { return }
            self.left = left - 1
        }
        withUnsafeMutablePointer(to: &event) { pointer in
            visitor.visit(EventView(pointer, bytes, systems, owner))
        }
    }

    mutating func merge(_ other: Self) { visitor.merge(other.visitor) }
}
