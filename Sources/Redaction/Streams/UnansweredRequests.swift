import Inspection

/// The requests of a connection whose answers have not come, oldest first, as the inspector keeps them.
struct UnansweredRequests {
    private var queue = HeadedQueue<FlowRewriter.PendingRequest>()
    /// Those that were given up because too many waited.
    private var givenUp = GivenUpRequests()

    /// Whether no answer is awaited.
    var isEmpty: Bool { givenUp.isEmpty && queue.isEmpty }
    /// The request that the next answer belongs to; `nil` when none waits, or when that one was given up.
    var next: FlowRewriter.PendingRequest? { givenUp.isEmpty ? queue.first : nil }
    /// The method that the next answer belongs to, as far as it tells whether a body follows.
    var nextMethod: String? { givenUp.nextMethod ?? queue.first?.method }
    /// The newest one that asks for the switch to WebSocket.
    var lastUpgrade: FlowRewriter.PendingRequest? { queue.waiting.last { $0.isUpgrade } }

    /// Appends a request, and gives up the oldest one where more than `most` wait.
    mutating func append(_ request: FlowRewriter.PendingRequest, most: Int) {
        queue.append(request)
        guard queue.count > most, let oldest = queue.popFirst() else { return }
        givenUp.append(method: oldest.method)
    }

    /// Takes out the request that an answer belongs to; `nil` when none waited, or when that one was given up.
    mutating func takeNext() -> FlowRewriter.PendingRequest? {
        givenUp.popFirst() ? nil : queue.popFirst()
    }

    /// Forgets all requests, where it is not known any more which of them the next answer belongs to.
    mutating func removeAll() { self = UnansweredRequests() }
}
