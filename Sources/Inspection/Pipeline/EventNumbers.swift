/// Maps a worker's own event count to the number of the event in the capture.
///
/// It takes one byte per event; the packet of an event is many times as long.
struct EventNumbers: Sendable {
    /// The largest number of workers; a worker's index must fit into a byte.
    static let mostWorkers = 256

    private let first: Int
    /// The worker of each event, in the order of the capture.
    private var makers: [UInt8] = []
    /// The number of events that each worker has made.
    private var counts: [Int]
    /// The index in `makers` of every 128th event of each worker.
    private var marks: [[Int]]
    private static let stride = 128

    /// - Parameter first: the number of the first event.
    init(workers: Int, first: Int) {
        self.first = first
        counts = Array(repeating: 0, count: workers)
        marks = Array(repeating: [], count: workers)
    }

    /// Records that `worker` made the next event.
    @inline(__always)
    mutating func note(_ worker: Int) {
        // With one worker, its own count is the event's number.
        guard counts.count > 1 else { return }
        if counts[worker] % Self.stride == 0 { marks[worker].append(makers.count) }
        counts[worker] &+= 1
        makers.append(UInt8(truncatingIfNeeded: worker))
    }

    /// Returns the number of the event that `worker` counted as `own`; both count from the number of the first event.
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
