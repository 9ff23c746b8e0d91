public import Capture
import Synchronization

/// The events of captures, in the order of the capture, as they are decoded.
///
/// ```swift
/// let events = CaptureEvents(.file("chat.pcap"))
/// for try await event in events {
///     print(event.number, event.frame?.type ?? "", event.messages.map { $0.objectName ?? "" })
/// }
/// if let damage = events.outcomes.last?.damage { print("damaged:", damage.reason) }
/// ```
///
/// Connections are shared among ``CaptureOptions/workers`` threads that work ahead of the loop, but only by some blocks of the
/// capture: a loop that is slow holds the reading back. Events that wait for it take at most about
/// ``Limits/outputBytesInAll`` of memory; what is beyond that waits in a temporary file. A loop that ends early, or whose task is cancelled, ends the work:
/// within a tenth of a second no thread is busy with it and the capture is closed. A cancelled loop just ends, as if there
/// were no more events.
///
/// A sequence may be read more than once, where its sources may (``CaptureSource``).
public final class CaptureEvents: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = CaptureEvent
    /// What it throws: the input is no capture, or reading fails.
    ///
    /// A capture that is damaged further on ends there, and ``CaptureOutcome/damage`` says where.
    public typealias Failure = CaptureError

    let sources: [CaptureSource]
    let options: CaptureOptions
    let selection: EventSelection
    private let ended = Mutex<[CaptureOutcome]>([])

    /// The events of one capture.
    ///
    /// - Parameters:
    ///   - source: the capture.
    ///   - options: how it is read.
    ///   - selection: which events are given.
    public convenience init(
        _ source: CaptureSource,
        options: CaptureOptions = CaptureOptions(),
        selecting selection: EventSelection = EventSelection()
    ) {
        self.init([source], options: options, selecting: selection)
    }

    /// The events of several captures, one after the other; their numbers go on, and each has the name of its capture.
    public init(
        _ sources: [CaptureSource],
        options: CaptureOptions = CaptureOptions(),
        selecting selection: EventSelection = EventSelection()
    ) {
        self.sources = sources
        self.options = options
        self.selection = selection
    }

    /// What came of the captures that have been read to their end, in their order: figures, damage, what a user should know of
    /// connections that could not be followed.
    ///
    /// They are those of the loop that began last: of loops at the same time each needs a sequence of its own.
    public var outcomes: [CaptureOutcome] { ended.withLock { $0 } }

    func note(_ outcome: CaptureOutcome?) {
        ended.withLock { outcomes in
            if let outcome { outcomes.append(outcome) } else { outcomes = [] }
        }
    }

    /// Begins to read; what earlier readings told in ``outcomes`` is forgotten.
    public func makeAsyncIterator() -> AsyncIterator {
        note(nil)
        return AsyncIterator(self)
    }

    /// Goes through the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reading: EventReading

        init(_ events: CaptureEvents) { reading = EventReading(events) }

        /// The next event; `nil` after the last one, and in a task that is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CaptureError) -> CaptureEvent? {
            try await reading.next()
        }

        /// The next event; `nil` after the last one, and in a task that is cancelled.
        public mutating func next() async throws(CaptureError) -> CaptureEvent? {
            try await reading.next()
        }
    }
}

/// Which events are given, and what comes with them.
public struct EventSelection: Sendable {
    /// The condition for an event.
    public var filter: EventFilter?
    /// Only events of the connection with this number.
    public var flow: Int?
    /// Only so many events.
    public var limit: Int?
    /// Whether events hold their units' bytes, in which tokens are in full.
    public var keepsBytes = false

    /// Selects the events that pass all conditions.
    ///
    /// - Parameters:
    ///   - filter: the condition for an event.
    ///   - flow: the number of the only connection.
    ///   - limit: after how many events the sequence ends; nothing is read beyond.
    public init(filter: EventFilter? = nil, flow: Int? = nil, limit: Int? = nil) {
        self.filter = filter
        self.flow = flow
        self.limit = limit
    }
}
