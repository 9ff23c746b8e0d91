import Capture
import Transport
import WireFormat

/// A part of a capture as the workers receive it: its bytes, and the items of each worker's connections.
struct FlowBlock: Sendable {
    /// A flow event and its position among all flow events of the capture.
    struct Item: Sendable {
        var order: Int
        var event: FlowEvent
    }

    let bytes: [UInt8]
    /// The items of each worker.
    let items: [[Item]]
    /// The TLS secrets that this part of the capture holds.
    var secrets = TLSSecrets()
    /// The TLS secrets that cannot be read.
    var keyLogFlaws: KeyLogFlaws?
    /// Nanoseconds spent waiting for live input so far; 0 for files.
    var waitingTime: Int64
    /// The time of the first packet.
    var firstTime: Int64?
    /// The position after all items, for data that is delivered because it has waited for long enough.
    var end = 0
}

/// Follows a worker's share of the connections, block by block.
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

    /// Processes a block after `previous` is done.
    ///
    /// - Parameter spent: an output that has been written; its memory is reused.
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

    /// The results over all blocks.
    func results() -> WorkerResults<Consumer> { state.results(box.consumer) }
}

/// A worker's connections and their shared parts.
struct FlowWorkerState: ~Copyable {
    var parts: WorkerParts
    /// Rules that assign connections to a system, whatever the systems themselves claim.
    private let decodeAs: [DecodeAs]
    /// The rules that match a connection.
    private var matchedRules: Set<DecodeAs> = []
    /// The connections by place; each is in a box, so that the array stays small and growing it moves no connections.
    private var conversations: [ConversationBox?] = []
    /// The payload of the current frame without its mask.
    private var scratch = ByteWriter(capacity: 1 << 14)
    /// The places of connections that hold data back; used only for live input.
    private var waiting: Set<Int> = []

    init(_ receiver: any EventReceiver, _ options: PipelineOptions) {
        parts = WorkerParts(receiver, options)
        decodeAs = options.decodeAs
    }

    /// Merges the secrets that a part of the capture holds.
    mutating func take(_ secrets: TLSSecrets, saysDropped: Bool) {
        parts.keys.take(secrets, saysDropped: saysDropped, &parts.log)
    }

    /// Records secrets that cannot be read.
    mutating func note(_ flaws: KeyLogFlaws) { parts.keys.note(flaws, &parts.log) }

    /// Returns the results over all blocks.
    func results<Consumer>(_ consumer: Consumer) -> WorkerResults<Consumer> {
        var summary = parts.emitter.summary
        summary.cutSegments = parts.reassembly.cutSegments
        summary.cutBytes = parts.reassembly.cutBytes
        return WorkerResults(
            consumer: consumer,
            summary: summary,
            explanations: parts.log.explanations,
            notices: parts.log.allNotices,
            flows: parts.log.flows,
            selection: parts.emitter.selection,
            matchedRules: matchedRules
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
                conversations[place] = ConversationBox(flow, as: assignedSystem(of: flow))
            case .end(let place):
                conversations[place]?.conversation.finish(&parts, &scratch)
                conversations[place] = nil
            }
        }
        if isLive { releaseWaiting(end) }
        return parts.emitter.takeOutput(reusing: spent)
    }

    /// Returns the system to which the first matching rule assigns a connection; `nil` if no rule matches.
    private mutating func assignedSystem(of flow: Flow) -> MessagingSystem? {
        guard !decodeAs.isEmpty else { return nil }
        let matching = decodeAs.filter { $0.matches(flow) }
        matchedRules.formUnion(matching)
        return matching.first?.system
    }

    /// Records whether a connection holds data back.
    private mutating func noteWaiting(_ place: Int) {
        if conversations[place]?.conversation.connection.mayDeliver == true { waiting.insert(place) }
    }

    /// Delivers data that has waited for long enough, although no packet of its connection arrived.
    private mutating func releaseWaiting(_ order: Int) {
        guard !waiting.isEmpty else { return }
        parts.emitter.order = order
        for place in waiting.sorted() {
            conversations[place]?.conversation.release(&parts, &scratch)
            if conversations[place]?.conversation.connection.mayDeliver != true { waiting.remove(place) }
        }
    }

    /// Gives up the holes of the connections that hold the most data back, until there is room again.
    private mutating func relieve() {
        let holders = conversations.indices
            .map { (place: $0, cost: conversations[$0]?.conversation.connection.heldCost ?? 0) }
            .filter { $0.cost > 0 }
            .sorted { ($1.cost, $0.place) < ($0.cost, $1.place) }
        for holder in holders where !parts.reassembly.isRelieved {
            conversations[holder.place]?.conversation.relieve(&parts, &scratch)
        }
    }

    /// Gives up the incomplete messages of the connections that hold the most of them, until there is room again.
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

/// A reference to a connection.
private final class ConversationBox {
    @exclusivity(unchecked) var conversation: Conversation

    init(_ flow: Flow, as system: MessagingSystem?) {
        conversation = Conversation(flow, as: system)
    }
}
