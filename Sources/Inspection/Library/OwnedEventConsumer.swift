import WireFormat

/// A consumer that makes values of events, and where these are too many, writes down what they are to be made of.
struct OwnedEventConsumer: EventConsumer {
    let owner: EventOwner
    private let budget: OutputBudget
    private var made = MadeEvents()

    /// Bytes of memory that the values of one byte of JSON or protobuf may take, about: a list of numbers of one digit.
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

/// Values of events that a worker has made of a block.
struct MadeEvents: Sendable {
    /// The events that passed, in their order; `nil` once they were handed on.
    var events: [CaptureEvent?] = []
    /// Memory for them that was counted in the budget, in bytes.
    var weight = 0
}

extension Event {
    /// Bytes from which its values are made.
    fileprivate func length(_ bytes: Span<UInt8>) -> Int {
        if case .http(let exchange) = kind { exchange.body.count } else { bytes.count }
    }
}
