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
    /// Whether this is a frame; if not, it is a gap, an HTTP exchange, or bytes that could not be read.
    public var isFrame: Bool {
        if case .frame = unsafe event.pointee.kind { true } else { false }
    }
    /// The time since the request that this event answers; `nil` if the request was not seen.
    public var latency: Duration? { unsafe event.pointee.reply.map { .nanoseconds($0.latency) } }
    /// The worst severity of the unit's diagnostics; `nil` if there are none.
    public var worstSeverity: Severity? { unsafe event.pointee.diagnostics.worst }
    /// The number of packets that carried the unit.
    public var packetCount: Int { unsafe event.pointee.packets.count }

    /// Passes the fields of the frame to a sink; does nothing for other units.
    public func describeFrame<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        if isFrame { unsafe systems.describeFrame(&event.pointee, bytes, to: &sink) }
    }

    /// Passes the fields of the chat messages to a sink, each message between its beginning and its end; does nothing
    /// for units other than frames.
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
