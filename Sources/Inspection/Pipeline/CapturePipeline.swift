import Capture
import Transport
import WireFormat

/// How a capture is worked through.
struct PipelineOptions: Sendable {
    /// Which events are consumed.
    var filter: EventFilter?
    /// Protection against hostile input.
    var limits: Limits { decoding.limits }
    /// Whether tokens are kept in full.
    var showsSecrets: Bool { decoding.showsSecrets }
    /// How events are shown, which is what the filter sees.
    var view: EventRendition {
        EventRendition(file: file, showsRaw: showsRaw, showsSecrets: showsSecrets, limits: limits)
    }
    /// The capture's name, with several of them.
    var file: String?
    /// Whether the units' bytes are shown.
    var showsRaw = false
    /// Only events of this connection are consumed.
    var onlyFlow: Int?
    /// What decoders are told; how deep they read is settled by filter and consumer.
    var decoding = DecodingOptions()
    /// What TLS is decrypted with, besides what the capture itself holds.
    var secrets = TLSSecrets()
    var numbering = EventSequencer.Numbering.none
    /// The number of the first event.
    var firstNumber = 1
    /// Ends after so many events were written.
    var limit: Int?
    /// What connections are taken for, whatever anybody claims.
    var decodeAs: [DecodeAs] = []
    /// Whether it is noted why connections are taken for what they are.
    var explains = false
    /// Whether connections leave a row when they end.
    var reportsFlows = false
    /// What is noted of the packets that carried the events that passed.
    var selects: PacketSelection.Scope?
    /// Threads that share the connections.
    var workers = 2
    /// Blocks under way at the same time; 1 for input that comes slowly, so that nothing waits for the next block.
    var depth = 4
    /// What all workers hold together.
    let budget = OutputBudget()

    /// Uses no more workers than filter, consumer and what else is asked for allow.
    mutating func settleWorkers(_ consumer: some EventConsumer) {
        // Only a single worker knows the events' numbers while it makes them, and which are the first ones.
        let needsOrder = filter?.needsNumbers == true || consumer.needsOrder || selects != nil && limit != nil
        if needsOrder { workers = 1 }
        if consumer.wantsNumbers { workers = min(workers, EventNumbers.mostWorkers) }
    }
}

/// Runs a capture through to its end, or until enough events were written.
struct CapturePipeline<Consumer: EventConsumer> {
    /// What came of a capture.
    struct Result {
        var consumer: Consumer
        /// What came of the capture.
        var capture: CaptureOutcome
        /// The packets of the events that passed, when asked for.
        var selection: PacketSelection?
        /// The connections' rows, when asked for.
        var flows: [FlowReport]
        /// What the lines of text looked like at the end.
        var layout: TextLayout?
        /// The number of the last event.
        var lastNumber: Int
        /// Events written.
        var written: Int
        /// How many of them have a diagnostic of severity error.
        var writtenErrors: Int
        /// Which events the workers' own counts stand for, when the consumer wants to know.
        var numbers: EventNumbers?
    }

    var consumer: Consumer
    var options = PipelineOptions()

    /// Hands what the consumer writes to a sink, in the order of the capture.
    func run(
        _ reader: consuming sending CaptureReader,
        to sink: (Span<UInt8>) throws -> Void
    ) async throws -> Result {
        let run = PipelineRun(reader, consumer, options)
        while try await run.write(to: sink) {}
        return await run.result()
    }
}
