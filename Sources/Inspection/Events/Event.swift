import WireFormat

/// One decoded unit: a frame, an HTTP exchange or a gap in a stream.
///
/// It holds the properties that all systems have in common; ``units`` holds the decoded content. A worker reuses one
/// event for all units. ``state`` holds the properties of the current unit, and the next unit replaces it as a whole;
/// the other properties are stored here so that their memory is reused. Ranges are offsets in the unit's bytes, which
/// are passed along with the event.
struct Event: ~Copyable {
    enum Kind: Sendable {
        /// A frame of the system's protocol.
        case frame
        /// Bytes that are missing from the capture.
        case gap(offset: Int, length: Int)
        /// An HTTP exchange; indirect, so that frame events do not reserve space for it.
        indirect case http(HTTPExchange)
        /// Bytes of a message whose frames cannot be read.
        case undecoded
    }

    /// The request that an answer belongs to.
    struct Reply: Sendable {
        /// The slot in which the sequencer finds the request's number.
        var slot: Int32
        /// The request's topic, as a number of the system; `-1` if it has none.
        var topic: Int
        /// Nanoseconds since the request.
        var latency: Int64
    }

    var flow: FlowIdentity
    /// The properties of the current unit, except those with reused memory.
    var state: State
    /// The packets that carried the unit.
    var packets: [Int] = []
    /// The unit's bytes on the wire, if they differ from the decoded bytes; otherwise empty.
    var wire: [UInt8] = []
    var diagnostics = DiagnosticList()
    /// The content that the system has decoded.
    var units = SystemUnits()
    private let staysInMemory = StaysInMemory()

    init(flow: FlowIdentity) {
        self.flow = flow
        state = State(.frame, .first, sender: .client)
    }

    /// Prepares the event for another unit; only memory is kept.
    mutating func reset(_ kind: Kind, _ system: MessagingSystem, flow: FlowIdentity, sender: FrameSender) {
        if self.flow !== flow { self.flow = flow }
        state = State(kind, system, sender: sender)
        empty()
    }

    /// Empties the properties whose memory is reused.
    private mutating func empty() {
        packets.clear()
        if !wire.isEmpty { wire = [] }
        diagnostics.removeAll()
        units.reset(state.system)
    }

    /// Sets the packet that carried the unit, as the only one.
    @inline(__always)
    mutating func setPacket(_ packet: Int) {
        packets.clear()
        packets.append(packet)
    }

    mutating func diagnose(
        _ severity: Severity,
        _ code: String,
        path: @autoclosure () -> String = "",
        offset: Int = 0,
        _ text: @autoclosure () -> String
    ) {
        diagnostics.append(severity) {
            Diagnostic(severity: severity, code: code, path: path(), offset: offset, text: text())
        }
    }

    /// Adds a warning that not all chat messages of a payload are extracted.
    mutating func diagnoseMessagesLimit(_ most: Int, path: String) {
        let text = "the payload holds more than \(most) messages; the others are shown with it"
        diagnose(.warning, "messages-limit", path: path, text)
    }

    /// Adds the error of a decoder: its code is `stage-class`, its path and offset are those of the error.
    mutating func diagnose(_ error: WireError, stage: String) {
        diagnose(
            .error,
            "\(stage)-\(error.code.rawValue)",
            path: error.path.joined(separator: "."),
            offset: error.offset,
            error.description
        )
    }
}
