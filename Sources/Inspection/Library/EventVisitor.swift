public import Capture

/// Visits the events of a capture inside the workers.
///
/// Each worker has its own copy of the visitor; at the end the copies are merged. A copy sees only the events of its
/// worker's connections; the events of one connection arrive in their order.
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
    /// Whether the visitor needs all events in the order of the capture and with their numbers; one worker then does
    /// all the work.
    var needsOrder: Bool { get }
    /// Visits an event.
    mutating func visit(_ event: borrowing EventView)
    /// Merges the result of another worker's visitor into this one.
    mutating func merge(_ other: Self)
}

extension EventVisitor {
    /// `false`: the visitor takes the events in any order.
    public var needsOrder: Bool { false }
}

extension CaptureEvents {
    /// Passes all events to a visitor, without making values of them.
    ///
    /// With a limit one worker does all the work, so that the visited events are the first ones.
    ///
    /// - Parameter visitor: the initial visitor of each worker. With several captures, the visitors of each capture are
    ///   merged into those of the captures before it.
    /// - Returns: the merged visitor and the outcome of each capture. In a cancelled task, the visitor holds what was
    ///   collected until then.
    /// - Throws: `CaptureError` when an input is not a capture or reading fails; the results of earlier captures are
    ///   then lost.
    public func visit<Visitor: EventVisitor>(
        with visitor: Visitor
    ) async throws(CaptureError) -> (visitor: Visitor, outcomes: [CaptureOutcome]) {
        var merged: Visitor?
        var outcomes: [CaptureOutcome] = []
        var lastNumber = 0
        var given = 0
        for source in sources where !Task.isCancelled {
            if let limit = selection.limit, given >= limit { break }
            let pipeline = pipeline(of: source, after: lastNumber, given: given)
            let consumer = VisitingConsumer(visitor, owner(of: pipeline), limit: pipeline.limit)
            let reader = try await source.reader(options.limits.capture)
            let run = PipelineRun(reader, consumer, pipeline)
            while !Task.isCancelled, await run.nextBlock() { while try run.nextEvent() != nil {} }
            let result = await run.result()
            lastNumber = run.lastNumber
            given += run.written
            outcomes.append(try result.outcome())
            if merged == nil { merged = result.consumer.visitor } else { merged?.merge(result.consumer.visitor) }
        }
        return (merged ?? visitor, outcomes)
    }
}

/// Passes events to a visitor.
private struct VisitingConsumer<Visitor: EventVisitor>: EventConsumer {
    var visitor: Visitor
    private let owner: EventOwner
    /// The number of events that may still be visited; `nil` for no limit.
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
