import WireFormat

/// One decoded unit: a frame, an HTTP exchange or a hole in a stream.
///
/// This is what all systems have in common; what a unit says is in ``units``. Made for reuse: a worker fills the same event
/// again and again. What is known of a unit lies in ``state``, which the next one replaces as a whole; beside it is only
/// what keeps its memory. Ranges are offsets in the unit's bytes, which are handed along with
/// the event.
struct Event: ~Copyable {
    /// What the unit is.
    enum Kind: Sendable {
        /// A frame of the system's protocol.
        case frame
        /// Bytes that the capture does not hold.
        case gap(offset: Int, length: Int)
        /// An HTTP exchange; apart, so that events of frames do not carry its room along.
        indirect case http(HTTPExchange)
        /// Bytes of a message whose frames can not be read.
        case undecoded
    }

    /// The request that an answer belongs to.
    struct Reply: Sendable {
        /// Where the sequencer finds the request's number.
        var slot: Int32
        /// The request's topic, as a number of its system; `-1` when it has none.
        var topic: Int
        /// Nanoseconds since the request.
        var latency: Int64
    }

    /// The connection.
    var flow: FlowIdentity
    /// What is known of this unit, but for what keeps memory.
    var state: State
    /// The packets that carried the unit.
    var packets: [Int] = []
    /// The unit as on the wire, where the decoded bytes differ from it; empty otherwise.
    var wire: [UInt8] = []
    /// What is to be said.
    var diagnostics = DiagnosticList()
    /// What the system has read of the unit.
    var units = SystemUnits()
    private let staysInMemory = StaysInMemory()

    init(flow: FlowIdentity) {
        self.flow = flow
        state = State(.frame, .first, sender: .client)
    }

    /// Begins another unit, with nothing of the last one but the memory.
    mutating func reset(_ kind: Kind, _ system: MessagingSystem, flow: FlowIdentity, sender: FrameSender) {
        if self.flow !== flow { self.flow = flow }
        state = State(kind, system, sender: sender)
        empty()
    }

    /// Empties what keeps its memory from unit to unit.
    private mutating func empty() {
        packets.clear()
        if !wire.isEmpty { wire = [] }
        diagnostics.removeAll()
        units.reset(state.system)
    }

    /// Makes a packet the only one that carried the unit.
    @inline(__always)
    mutating func setPacket(_ packet: Int) {
        packets.clear()
        packets.append(packet)
    }

    /// Adds a diagnostic.
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

    /// Says that not all chat messages of a payload are taken out of it.
    mutating func diagnoseMessagesLimit(_ most: Int, path: String) {
        let text = "the payload holds more than \(most) messages; the others are shown with it"
        diagnose(.warning, "messages-limit", path: path, text)
    }

    /// Adds an error of a decoder: code `stage-class`, its path and offset.
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
