import WireFormat

/// Makes values of events; if these would take too much memory, it stores their parts instead.
struct OwnedEventConsumer: EventConsumer {
    let owner: EventOwner
    private let budget: OutputBudget
    private var made = MadeEvents()

    /// The approximate number of bytes of memory per byte of JSON or protobuf, in the worst case: a list of one-digit
    /// numbers.
    private static let amplification = 16

    init(_ owner: EventOwner, _ budget: OutputBudget) {
        self.owner = owner
        self.budget = budget
    }

    var depth: DecodingDepth { .all }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        let expected = event.length(bytes).multipliedSaturated(by: Self.amplification)
        let owned: (event: CaptureEvent, weight: Int)
        if budget.isExceeded(by: expected, owner.limits) {
            output.markHead()
            owned = owner.record(&event, bytes, systems, to: &output.writer)
        } else {
            owned = owner.own(&event, bytes, systems)
        }
        budget.add(owned.weight)
        made.weight += owned.weight
        made.events.append(owned.event)
    }

    mutating func takeEvents() -> MadeEvents {
        defer { made = MadeEvents() }
        return made
    }
}

/// The event values that a worker has made from a block.
struct MadeEvents: Sendable {
    /// The events that passed, in their order; an element is `nil` after it was handed out.
    var events: [CaptureEvent?] = []
    /// The memory for the events that was counted in the budget, in bytes.
    var weight = 0
}

extension Event {
    /// The number of bytes that the event's values are made from.
    fileprivate func length(_ bytes: Span<UInt8>) -> Int {
        if case .http(let exchange) = kind { exchange.body.count } else { bytes.count }
    }
}
