public import Capture
public import WireFormat

/// An event while it is being looked at: what a worker has read, without a copy of it.
///
/// For programs that count or search: values are made only of what is asked for. The fields come to a ``FieldSink``, in the
/// order and with the values of a JSON line. A view cannot be kept; ``owned()`` makes a ``CaptureEvent`` of it.
@safe public struct EventView: ~Copyable, ~Escapable {
    private let event: UnsafeMutablePointer<Event>
    /// The unit's bytes as they were decoded; they hold tokens in full.
    ///
    /// A WebSocket message is unmasked and inflated, a TCP frame without obfuscation.
    public let bytes: Span<UInt8>
    private let systems: SystemDecoders
    private let owner: EventOwner

    /// A view for as long as the event stays as it is.
    @_lifetime(copy bytes)
    init(_ event: UnsafeMutablePointer<Event>, _ bytes: Span<UInt8>, _ systems: SystemDecoders, _ owner: EventOwner) {
        unsafe self.event = event
        self.bytes = bytes
        self.systems = systems
        self.owner = owner
    }

    /// The event's number, from 1; right only where ``EventVisitor/needsOrder`` asks for it.
    public var number: Int { unsafe event.pointee.number }
    /// Nanoseconds since 1970, of the packet that completed the unit.
    public var time: Int64 { unsafe event.pointee.time }
    /// The TCP connection.
    public var flow: FlowIdentity { unsafe event.pointee.flow }
    /// Which end wrote the unit.
    public var sender: FrameSender { unsafe event.pointee.sender }
    /// How the unit came.
    public var transport: EventTransport { unsafe event.pointee.transport }
    /// Whether the unit was decrypted.
    public var isTLS: Bool { unsafe event.pointee.isTLS }
    /// The system whose unit this is.
    public var system: MessagingSystem { unsafe event.pointee.system }
    /// Whether this is a frame, and neither a hole nor an HTTP exchange.
    public var isFrame: Bool {
        if case .frame = unsafe event.pointee.kind { true } else { false }
    }
    /// The time since the request that this answers, where that was seen.
    public var latency: Duration? { unsafe event.pointee.reply.map { .nanoseconds($0.latency) } }
    /// The worst of what is to be said about the unit; `nil` when there is nothing.
    public var worstSeverity: Severity? { unsafe event.pointee.diagnostics.worst }
    /// How many packets carried the unit.
    public var packetCount: Int { unsafe event.pointee.packets.count }

    /// Hands the fields of the frame to a sink; nothing for a hole or an HTTP exchange.
    public func describeFrame<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        if isFrame { unsafe systems.describeFrame(&event.pointee, bytes, to: &sink) }
    }

    /// Hands the fields of the chat messages to a sink, each between its beginning and its end.
    public func describeMessages<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        if isFrame { unsafe systems.describeMessages(&event.pointee, bytes, to: &sink) }
    }

    /// The event as a value of its own.
    public func owned() -> CaptureEvent {
        var owned = unsafe owner.own(&event.pointee, bytes, systems).event
        owned.number = number
        return owned
    }
}

/// Looks at the events of a capture where they are made.
///
/// Each worker has a visitor of its own, a copy of the one that was given; at the end they are merged. So a visitor sees the
/// events of its worker's connections only, each connection's in their order.
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
    /// Whether all events are wanted in the order of the capture and with their numbers: one worker then does all.
    var needsOrder: Bool { get }
    /// Looks at an event.
    mutating func visit(_ event: borrowing EventView)
    /// Takes in what another worker's visitor has gathered.
    mutating func merge(_ other: Self)
}

extension EventVisitor {
    /// A visitor that takes the events as they come.
    public var needsOrder: Bool { false }
}

extension CaptureEvents {
    /// Lets a visitor look at all events, without making values of them.
    ///
    /// With a limit one worker does all, so that the events that count are the first ones.
    ///
    /// - Parameter visitor: what each worker begins with. Of several captures each one's visitors are merged into those of the
    ///   one before.
    /// - Returns: the visitor with what it has gathered, and what came of each capture. In a task that is cancelled that is
    ///   what was gathered until then.
    /// - Throws: `CaptureError` when an input is no capture or reading fails; what earlier captures gave is lost then.
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

/// Hands events to a visitor.
private struct VisitingConsumer<Visitor: EventVisitor>: EventConsumer {
    var visitor: Visitor
    private let owner: EventOwner
    /// How many events it is still to see; `nil` for all.
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
