import Capture
import Transport

/// Reads a capture and distributes its connections to workers.
struct FlowDispatcher: ~Copyable {
    private var reader: CaptureReader
    private var segments: SegmentReader
    private let workers: Int
    private var order = 0
    private var isFinished = false
    /// The error that ended the reading, until it is thrown.
    private var failure: CaptureError?
    /// The number of each open connection, by its place.
    private var open: [Int: Int] = [:]
    private var router: FlowRouter

    init(_ reader: consuming CaptureReader, workers: Int, keepsEmpty: Bool, limits: Limits) {
        self.reader = reader
        self.workers = workers
        router = FlowRouter(workers: workers, keepsEmpty: keepsEmpty)
        segments = SegmentReader(limits: limits.capture)
    }

    /// The place where the capture is damaged, if it is.
    var damage: CaptureDamage? { reader.damage }
    /// Information in the file besides packets.
    var notes: CaptureNotes { reader.notes }
    /// Packet counts by kind.
    var counts: PacketCounts { segments.counts }

    /// Returns the next block; after the last packets, it returns one more block that ends all connections, in the
    /// order of their numbers.
    ///
    /// - Throws: the error that ended the reading, after that block: what was read before it is not lost.
    mutating func next() throws(CaptureError) -> FlowBlock? {
        if let failure = failure.take() { throw failure }
        guard !isFinished, let block = read() else { return end() }
        var items = Array(repeating: [FlowBlock.Item](), count: workers)
        for worker in items.indices { items[worker].reserveCapacity(block.packets.count / workers + 16) }
        var position = order
        let bytes = segments.read(block) { event, payload in
            position &+= 1
            switch event {
            case .segment, .conflict: break
            case .begin(let place, let flow): open[place] = flow.number
            case .end(let place): open[place] = nil
            }
            router.route(FlowBlock.Item(order: position, event: event), payload, to: &items)
        }
        router.endBlock(&items)
        order = position + 1
        let (secrets, flaws) = TLSSecrets.reading(keyLogs: block.keyLogs)
        return FlowBlock(
            bytes: bytes,
            items: items,
            secrets: secrets,
            keyLogFlaws: flaws,
            waitingTime: reader.waitingTime,
            firstTime: block.packets.first { !$0.isOtherRecord }?.time,
            end: order
        )
    }

    /// Returns the next packets; `nil` at the end of the capture, and when reading fails.
    private mutating func read() -> PacketBlock? {
        do throws(CaptureError) {
            return try reader.next()
        } catch {
            failure = error
            return nil
        }
    }

    /// Returns the block that ends all connections, and `nil` after it.
    private mutating func end() -> FlowBlock? {
        if isFinished { return nil }
        isFinished = true
        var items = Array(repeating: [FlowBlock.Item](), count: workers)
        for (place, _) in open.sorted(by: { $0.value < $1.value }) {
            order += 1
            router.route(FlowBlock.Item(order: order, event: .end(place: place)), Span(), to: &items)
        }
        return FlowBlock(bytes: [], items: items, waitingTime: reader.waitingTime, end: order)
    }
}
