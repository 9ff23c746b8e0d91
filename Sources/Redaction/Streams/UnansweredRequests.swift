import Inspection

/// The requests of a connection without an answer, oldest first, as the inspector keeps them.
struct UnansweredRequests {
    private var queue = HeadedQueue<FlowRewriter.PendingRequest>()
    /// The requests that were given up because too many waited.
    private var givenUp = GivenUpRequests()

    /// Whether no request waits for an answer.
    var isEmpty: Bool { givenUp.isEmpty && queue.isEmpty }
    /// The request that the next answer belongs to; `nil` if none waits or it was given up.
    var next: FlowRewriter.PendingRequest? { givenUp.isEmpty ? queue.first : nil }
    /// The method of the request that the next answer belongs to, if known; it decides whether a body follows.
    var nextMethod: String? { givenUp.nextMethod ?? queue.first?.method }
    /// The newest request that asks for the switch to WebSocket.
    var lastUpgrade: FlowRewriter.PendingRequest? { queue.waiting.last { $0.isUpgrade } }

    /// Appends a request, and gives up the oldest one if more than `most` wait.
    mutating func append(_ request: FlowRewriter.PendingRequest, most: Int) {
        queue.append(request)
        guard queue.count > most, let oldest = queue.popFirst() else { return }
        givenUp.append(method: oldest.method)
    }

    /// Removes and returns the request that an answer belongs to; returns `nil` if none waited or it was given up.
    mutating func takeNext() -> FlowRewriter.PendingRequest? {
        givenUp.popFirst() ? nil : queue.popFirst()
    }

    /// Removes all requests, if it is unknown which of them the next answer belongs to.
    mutating func removeAll() { self = UnansweredRequests() }
}
