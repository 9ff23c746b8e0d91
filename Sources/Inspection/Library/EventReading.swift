import Capture

/// One iteration over the captures of a sequence.
final class EventReading {
    private let events: CaptureEvents
    /// The sources that have not been opened.
    private var sources: ArraySlice<CaptureSource>
    private var run: PipelineRun<OwnedEventConsumer>?
    private var lastNumber = 0
    private var given = 0

    init(_ events: CaptureEvents) {
        self.events = events
        sources = events.sources[...]
    }

    /// Returns the next event, or `nil` after the last one and in a cancelled task.
    nonisolated(nonsending)
        func next() async throws(CaptureError) -> CaptureEvent?
    {
        while !Task.isCancelled {
            do throws(CaptureError) {
                if run == nil { run = try await open() }
                guard let run else { return nil }
                if let event = try run.nextEvent() {
                    given += 1
                    return event
                }
                if await !run.nextBlock() { try await close(run) }
            } catch {
                end()
                throw error
            }
        }
        end()
        return nil
    }

    /// Opens the next capture; returns `nil` when there is none, or the limit is reached.
    nonisolated(nonsending)
        private func open() async throws(CaptureError) -> PipelineRun<OwnedEventConsumer>?
    {
        if let limit = events.selection.limit, given >= limit { return nil }
        guard let source = sources.popFirst() else { return nil }
        let options = events.pipeline(of: source, after: lastNumber, given: given)
        let owner = events.owner(of: options)
        let reader = try await source.reader(events.options.limits.capture)
        return PipelineRun(reader, OwnedEventConsumer(owner, options.budget), options)
    }

    nonisolated(nonsending)
        private func close(_ run: PipelineRun<OwnedEventConsumer>) async throws(CaptureError)
    {
        lastNumber = run.lastNumber
        let result = await run.result()
        events.note(result.capture)
        self.run = nil
        if let failure = result.failure { throw failure }
    }

    private func end() {
        run = nil
        sources = []
    }
}
