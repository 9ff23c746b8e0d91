/// Which worker made each event of a capture, so that a worker's own count leads to the event's number.
///
/// A byte an event: an event's packet is many times as long.
struct EventNumbers: Sendable {
    /// Workers that can be told apart.
    static let mostWorkers = 256

    private let first: Int
    /// By event, in the order of the capture: its worker.
    private var makers: [UInt8] = []
    /// By worker: how many events it has made.
    private var counts: [Int]
    /// By worker: the place of every 128th of its events.
    private var marks: [[Int]]
    private static let stride = 128

    /// - Parameter first: the number of the first event.
    init(workers: Int, first: Int) {
        self.first = first
        counts = Array(repeating: 0, count: workers)
        marks = Array(repeating: [], count: workers)
    }

    /// Notes that the next event is a worker's.
    @inline(__always)
    mutating func note(_ worker: Int) {
        // One worker counts as everybody does.
        guard counts.count > 1 else { return }
        if counts[worker] % Self.stride == 0 { marks[worker].append(makers.count) }
        counts[worker] &+= 1
        makers.append(UInt8(truncatingIfNeeded: worker))
    }

    /// The number of the event that a worker has counted with `own`, from the number of the first event on.
    func number(_ own: Int, of worker: Int) -> Int {
        guard counts.count > 1 else { return own }
        let index = own - first
        guard counts.indices.contains(worker), (0..<counts[worker]).contains(index) else { return own }
        var place = marks[worker][index / Self.stride]
        var left = index % Self.stride
        while left > 0 {
            place += 1
            if Int(makers[place]) == worker { left -= 1 }
        }
        return first + place
    }
}
