import Capture
import Transport
import WireFormat

/// A stretch of a capture as the workers get it: its bytes, and what happens on each worker's connections.
struct FlowBlock: Sendable {
    /// A flow event and its position among all of the capture.
    struct Item: Sendable {
        var order: Int
        var event: FlowEvent
    }

    let bytes: [UInt8]
    /// One list a worker.
    let items: [[Item]]
    /// Secrets of TLS that the capture holds in this stretch.
    var secrets = TLSSecrets()
    /// What of them can not be read.
    var keyLogFlaws: KeyLogFlaws?
    /// Nanoseconds that were spent waiting for live input so far; 0 for files.
    var waitingTime: Int64
    /// The time of its first packet.
    var firstTime: Int64?
    /// The position behind all items, for what comes up because it has waited for long enough.
    var end = 0
}

/// Follows its share of the connections through the blocks, one after the other.
actor FlowWorker<Consumer: EventConsumer> {
    private let index: Int
    private let box: ConsumerBox<Consumer>
    private var state: FlowWorkerState

    init(index: Int, consumer: Consumer, options: PipelineOptions) {
        self.index = index
        var consumer = consumer
        consumer.begin(worker: index)
        box = ConsumerBox(consumer)
        state = FlowWorkerState(box, options)
    }

    /// Works through a block, after `previous` is done.
    ///
    /// - Parameter spent: an output that has been written out, whose memory serves again.
    func process(
        _ block: FlowBlock,
        after previous: Task<WorkerOutput, Never>?,
        reusing spent: WorkerOutput?
    ) async -> WorkerOutput {
        _ = await previous?.value
        state.take(block.secrets, saysDropped: index == 0)
        if index == 0, let flaws = block.keyLogFlaws { state.note(flaws) }
        state.parts.reassembly.waitingTime = block.waitingTime
        return state.process(block.items[index], block.bytes.span, end: block.end, reusing: spent)
    }

    /// What the worker has gathered over all blocks.
    func results() -> WorkerResults<Consumer> { state.results(box.consumer) }
}

/// A worker's connections and what they share.
struct FlowWorkerState: ~Copyable {
    var parts: WorkerParts
    /// What connections are taken for, whatever anybody claims.
    private let decodeAs: [DecodeAs]
    /// The connections by place; each in a box, so that the list stays small and grows without moving them.
    private var conversations: [ConversationBox?] = []
    /// Holds a frame without its mask while it is decoded.
    private var scratch = ByteWriter(capacity: 1 << 14)
    /// The places of connections that hold something back, noted while input is live.
    private var waiting: Set<Int> = []

    init(_ receiver: any EventReceiver, _ options: PipelineOptions) {
        parts = WorkerParts(receiver, options)
        decodeAs = options.decodeAs
    }

    /// Takes in secrets that the capture holds in a stretch.
    mutating func take(_ secrets: TLSSecrets, saysDropped: Bool) {
        parts.keys.take(secrets, saysDropped: saysDropped, &parts.log)
    }

    /// Takes notice of secrets that can not be read.
    mutating func note(_ flaws: KeyLogFlaws) { parts.keys.note(flaws, &parts.log) }

    /// What was gathered over all blocks.
    func results<Consumer>(_ consumer: Consumer) -> WorkerResults<Consumer> {
        WorkerResults(
            consumer: consumer,
            summary: parts.emitter.summary,
            explanations: parts.log.explanations,
            notices: parts.log.allNotices,
            flows: parts.log.flows,
            selection: parts.emitter.selection
        )
    }

    mutating func process(
        _ items: [FlowBlock.Item],
        _ block: Span<UInt8>,
        end: Int = 0,
        reusing spent: WorkerOutput? = nil
    ) -> WorkerOutput {
        parts.emitter.reserve(items.count)
        let isLive = parts.reassembly.waitingTime > 0
        for item in items {
            parts.emitter.order = item.order
            switch item.event {
            case .segment(let segment):
                conversations[segment.place]?.conversation.receive(segment, block, &parts, &scratch)
                if parts.unfinished.isExceeded { giveUpUnfinished() }
                if isLive { noteWaiting(segment.place) }
                if parts.reassembly.isOverLimit { relieve() }
            case .conflict(let conflict):
                conversations[conflict.place]?.conversation.note(conflict)
            case .begin(let place, let flow):
                while conversations.count <= place { conversations.append(nil) }
                conversations[place] = ConversationBox(flow, as: decodeAs.first { $0.matches(flow) }?.system)
            case .end(let place):
                conversations[place]?.conversation.finish(&parts, &scratch)
                conversations[place] = nil
            }
        }
        if isLive { releaseWaiting(end) }
        return parts.emitter.takeOutput(reusing: spent)
    }

    /// Notes whether a connection holds something back.
    private mutating func noteWaiting(_ place: Int) {
        if conversations[place]?.conversation.connection.mayDeliver == true { waiting.insert(place) }
    }

    /// What has waited for long enough comes up, though no packet of its connection came.
    private mutating func releaseWaiting(_ order: Int) {
        guard !waiting.isEmpty else { return }
        parts.emitter.order = order
        for place in waiting.sorted() {
            conversations[place]?.conversation.release(&parts, &scratch)
            if conversations[place]?.conversation.connection.mayDeliver != true { waiting.remove(place) }
        }
    }

    /// The connections that hold most back give their holes up, until there is room again.
    private mutating func relieve() {
        let holders = conversations.indices
            .map { (place: $0, cost: conversations[$0]?.conversation.connection.heldCost ?? 0) }
            .filter { $0.cost > 0 }
            .sorted { ($1.cost, $0.place) < ($0.cost, $1.place) }
        for holder in holders where !parts.reassembly.isRelieved {
            conversations[holder.place]?.conversation.relieve(&parts, &scratch)
        }
    }

    /// The connections that hold most of what is not whole give it up, until there is room again.
    private mutating func giveUpUnfinished() {
        let holders = conversations.indices
            .map { (place: $0, bytes: conversations[$0]?.conversation.unfinishedBytes ?? 0) }
            .filter { $0.bytes > 0 }
            .sorted { ($1.bytes, $0.place) < ($0.bytes, $1.place) }
        for holder in holders where !parts.unfinished.isRelieved {
            conversations[holder.place]?.conversation.giveUpUnfinished(&parts, &scratch)
        }
        parts.unfinished.noteRelief()
    }
}

/// Holds a connection.
private final class ConversationBox {
    @exclusivity(unchecked) var conversation: Conversation

    init(_ flow: Flow, as system: MessagingSystem?) {
        conversation = Conversation(flow, as: system)
    }
}
