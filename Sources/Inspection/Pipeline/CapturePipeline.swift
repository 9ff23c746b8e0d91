import Capture
import Transport

/// Options for processing a capture.
struct PipelineOptions: Sendable {
    /// The reports of connections that are kept.
    enum FlowReports: Sendable {
        case none
        /// Of each worker, the report of the connection with the latest packet, for a caller that needs no more than the
        /// time of that packet: a capture may have any number of connections.
        case latest
        case all
    }

    /// The condition that an event must pass to reach the consumer.
    var filter: EventFilter?
    /// The limits that protect against hostile input.
    var limits: Limits { decoding.limits }
    /// Whether tokens are shown in full.
    var showsSecrets: Bool { decoding.showsSecrets }
    /// The rendition of events that the filter sees.
    var view: EventRendition {
        EventRendition(file: file, showsRaw: showsRaw, showsSecrets: showsSecrets, limits: limits)
    }
    /// The capture's name, if there are several captures.
    var file: String?
    /// Whether the units' bytes are shown.
    var showsRaw = false
    /// The number of the only connection whose events are consumed; `nil` for all connections.
    var onlyFlow: Int?
    /// Options of the decoders, except the depth: the filter and the consumer determine it.
    var decoding = DecodingOptions()
    /// The secrets for decrypting TLS, in addition to those that the capture holds.
    var secrets = TLSSecrets()
    var numbering = EventSequencer.Numbering.none
    /// The number of the first event.
    var firstNumber = 1
    /// The number of written events after which processing stops; `nil` for no limit.
    var limit: Int?
    /// Rules that assign connections to a system, whatever the systems themselves claim.
    var decodeAs: [DecodeAs] = []
    /// Whether the reason for each connection's classification is recorded.
    var explains = false
    /// The reports that connections leave when they end.
    var flowReports = FlowReports.none
    /// The packets to select for the events that passed; `nil` to select none.
    var selects: PacketSelection.Scope?
    /// The number of threads that share the connections.
    var workers = 2
    /// The number of blocks that are processed at the same time; 1 for live input, so that no event waits for the next
    /// block.
    var depth = 4
    /// The memory that all workers hold together.
    let budget = OutputBudget()

    /// Reduces the number of workers to the number that the filter, the consumer and the other options allow.
    mutating func settleWorkers(_ consumer: some EventConsumer) {
        // Only a single worker knows an event's number when it makes the event, and which events are the first ones.
        let needsOrder = filter?.needsNumbers == true || consumer.needsOrder || selects != nil && limit != nil
        if needsOrder { workers = 1 }
        if consumer.wantsNumbers { workers = min(workers, EventNumbers.mostWorkers) }
    }
}

/// Processes a capture to its end, or until the limit of written events is reached.
struct CapturePipeline<Consumer: EventConsumer> {
    /// The result of processing a capture.
    struct Result {
        var consumer: Consumer
        /// The outcome of the capture.
        var capture: CaptureOutcome
        /// The error that ended the reading; everything before it was processed.
        var failure: CaptureError?
        /// The packets of the events that passed, if asked for.
        var selection: PacketSelection?
        /// The reports of the connections, if asked for.
        var flows: [FlowReport]
        /// The layout state of text output at the end.
        var layout: TextLayout?
        /// The number of the last event.
        var lastNumber: Int
        /// The number of events written.
        var written: Int
        /// The number of written events that have a diagnostic of severity error.
        var writtenErrors: Int
        /// The event numbers for the workers' own counts, if the consumer wants them.
        var numbers: EventNumbers?

        /// Returns the outcome of a capture whose results were used.
        ///
        /// - Throws: the error that ended the reading.
        func outcome() throws(CaptureError) -> CaptureOutcome {
            if let failure { throw failure }
            return capture
        }
    }

    var consumer: Consumer
    var options = PipelineOptions()

    /// Passes the consumer's output to a sink, in the order of the capture.
    ///
    /// - Returns: the result, also of a capture whose reading failed.
    /// - Throws: any error that `sink` throws, and the error of a temporary file.
    func run(
        _ reader: consuming sending CaptureReader,
        to sink: (Span<UInt8>) throws -> Void
    ) async throws -> Result {
        let run = PipelineRun(reader, consumer, options)
        while try await run.write(to: sink) {}
        return await run.result()
    }

    /// Processes the capture for what the consumer gathers; what it writes is dropped.
    ///
    /// - Returns: the result, also of a capture whose reading failed.
    func run(_ reader: consuming sending CaptureReader) async -> Result {
        let run = PipelineRun(reader, consumer, options)
        while await run.passBlock() {}
        return await run.result()
    }
}
