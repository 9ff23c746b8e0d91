public import Capture
import Synchronization

/// The events of one or more captures, in the order of the capture, decoded while they are read.
///
/// ```swift
/// let events = CaptureEvents(.file("chat.pcap"))
/// for try await event in events {
///     print(event.number, event.frame?.type ?? "", event.messages.map { $0.objectName ?? "" })
/// }
/// if let damage = events.outcomes.last?.damage { print("damaged:", damage.reason) }
/// ```
///
/// Connections are shared among ``CaptureOptions/workers`` threads. These work ahead of the loop, but only by a few
/// blocks of the capture: a slow loop slows the reading down. Events that wait for the loop take at most about
/// ``Limits/outputBytesInAll`` of memory; further events wait in a temporary file.
///
/// The work ends when the loop ends early or its task is cancelled: within a tenth of a second no thread is busy with
/// it and the capture is closed. A cancelled loop just ends, as if there were no more events.
///
/// A sequence may be read more than once if its sources allow it (``CaptureSource``).
public final class CaptureEvents: AsyncSequence, Sendable {
    /// The type of the events.
    public typealias Element = CaptureEvent
    /// The error type: the input is not a capture, or reading or capturing fails.
    ///
    /// Reading that fails in the middle throws after the last event that was read.
    /// A capture with damage after its beginning ends there; ``CaptureOutcome/damage`` gives the place.
    public typealias Failure = CaptureError

    let sources: [CaptureSource]
    let options: CaptureOptions
    let selection: EventSelection
    private let ended = Mutex<[CaptureOutcome]>([])

    /// Creates a sequence of the events of one capture.
    ///
    /// - Parameters:
    ///   - source: the capture.
    ///   - options: options for reading the capture.
    ///   - selection: the events to return.
    public convenience init(
        _ source: CaptureSource,
        options: CaptureOptions = CaptureOptions(),
        selecting selection: EventSelection = EventSelection()
    ) {
        self.init([source], options: options, selecting: selection)
    }

    /// Creates a sequence of the events of several captures, one after the other; event numbers continue, and each
    /// event has the name of its capture.
    public init(
        _ sources: [CaptureSource],
        options: CaptureOptions = CaptureOptions(),
        selecting selection: EventSelection = EventSelection()
    ) {
        self.sources = sources
        self.options = options
        self.selection = selection
    }

    /// The outcomes of the captures that were read to their end, to the limit, or until reading failed, in their order:
    /// totals, damage, and notices about connections that could not be followed.
    ///
    /// They belong to the loop that began last. Loops that run at the same time need a sequence each.
    public var outcomes: [CaptureOutcome] { ended.withLock { $0 } }

    func note(_ outcome: CaptureOutcome?) {
        ended.withLock { outcomes in
            if let outcome { outcomes.append(outcome) } else { outcomes = [] }
        }
    }

    /// Starts reading and clears the ``outcomes`` of earlier readings.
    public func makeAsyncIterator() -> AsyncIterator {
        note(nil)
        return AsyncIterator(self)
    }

    /// Iterates over the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reading: EventReading

        init(_ events: CaptureEvents) { reading = EventReading(events) }

        /// Returns the next event, or `nil` after the last one and in a cancelled task.
        ///
        /// - Throws: the error of a capture that cannot be opened or read; afterwards the sequence is over.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CaptureError) -> CaptureEvent? {
            try await reading.next()
        }

        /// Returns the next event, or `nil` after the last one and in a cancelled task.
        ///
        /// - Throws: the error of a capture that cannot be opened or read; afterwards the sequence is over.
        public mutating func next() async throws(CaptureError) -> CaptureEvent? {
            try await reading.next()
        }
    }
}

extension CaptureEvents {
    /// Returns the options for processing one of the captures.
    ///
    /// - Parameters:
    ///   - number: the number of the last event of the captures before it.
    ///   - given: the number of events of these captures that passed.
    func pipeline(of source: CaptureSource, after number: Int, given: Int) -> PipelineOptions {
        var pipeline = options.pipeline
        pipeline.filter = selection.filter
        pipeline.onlyFlow = selection.flow
        pipeline.limit = selection.limit.map { $0 - given }
        pipeline.firstNumber = number + 1
        // The filter compares with the shown event, so it needs the same name and bytes.
        pipeline.file = sources.count > 1 ? source.name : nil
        pipeline.showsRaw = selection.keepsBytes
        return pipeline
    }

    /// Returns what makes values of the events of a capture.
    func owner(of pipeline: PipelineOptions) -> EventOwner {
        EventOwner(
            file: pipeline.file,
            keepsBytes: selection.keepsBytes,
            showsSecrets: options.showsSecrets,
            limits: options.limits
        )
    }
}

/// The events to return, and the parts that they include.
public struct EventSelection: Sendable {
    /// The condition that an event must pass; one that uses the field `hex` needs ``keepsBytes``.
    public var filter: EventFilter?
    /// The number of the only connection whose events are returned; `nil` for all connections.
    public var flow: Int?
    /// The largest number of events to return; `nil` for no limit.
    public var limit: Int?
    /// Whether events include the bytes of their units, which contain tokens in full.
    public var keepsBytes: Bool

    /// Selects the events that pass all conditions.
    ///
    /// - Parameters:
    ///   - filter: the condition that an event must pass.
    ///   - flow: the number of the only connection.
    ///   - limit: the number of events after which the sequence ends without reading further.
    ///   - keepsBytes: whether events include the bytes of their units, which contain tokens in full.
    public init(filter: EventFilter? = nil, flow: Int? = nil, limit: Int? = nil, keepsBytes: Bool = false) {
        self.filter = filter
        self.flow = flow
        self.limit = limit
        self.keepsBytes = keepsBytes
    }
}
