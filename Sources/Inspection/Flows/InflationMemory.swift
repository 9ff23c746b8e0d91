import Capture
import Transport

/// The memory of all connections of a worker for inflating WebSocket messages.
///
/// An inflater takes some 40 KiB, mostly for the last 32 KiB that it inflated, to which the next message may refer. There
/// may be two for each of very many connections. Beyond the limit, the inflaters used longest ago are freed, and their
/// windows wait in a file without a name.
package final class InflationMemory {
    /// The inflater of all messages that refer to no other message.
    private(set) lazy var shared = Inflater(.raw)
    let uses: RecentUses<WindowInflater>
    private var file: TemporaryFile?
    /// The free places in the file, and the number of places so far.
    private var free: [Int] = []
    private(set) var places = 0

    /// The number of bytes of a place in the file: the longest window.
    private static let placeSize = 1 << 15

    /// - Parameter workers: the number of workers that share the limit.
    package init(_ limits: Limits, workers: Int = 1) {
        uses = RecentUses(limit: limits.inflatersInAll / max(1, workers))
    }

    /// The number of windows in the file.
    var stored: Int { places - free.count }

    /// Writes a window to the file and returns its range there; `nil` if there is no room for temporary files.
    func store(_ window: [UInt8]) -> Range<Int>? {
        if file == nil { file = TemporaryFile() }
        guard let file else { return nil }
        let place = free.popLast() ?? places
        places = max(places, place + 1)
        let start = place * Self.placeSize
        guard window.count <= Self.placeSize, file.write(window.span, at: start) else {
            free.append(place)
            return nil
        }
        return start..<start + window.count
    }

    /// Returns a window from the file; `nil` if it cannot be read.
    func load(_ range: Range<Int>) -> [UInt8]? { try? file?.read(range) }

    /// Frees the place of a window.
    func release(_ range: Range<Int>) { free.append(range.lowerBound / Self.placeSize) }
}

/// The inflater of a direction whose messages may refer to earlier ones; without memory while its window is in the file.
final class WindowInflater: Evictable {
    var lastUse = 0
    private let memory: InflationMemory
    private var inflater: Inflater?
    /// The place of the window in the file.
    private var stored: Range<Int>?
    /// Whether the window was given up.
    private var isLost = false

    init(_ memory: InflationMemory) { self.memory = memory }

    deinit { if let stored { memory.release(stored) } }

    /// Returns the inflater for the next message, and whether it has the window of the earlier ones.
    func take() -> (inflater: Inflater, hasWindow: Bool) {
        if let inflater {
            memory.uses.note(self, isNew: false)
            return (inflater, true)
        }
        let new = Inflater(.raw)
        inflater = new
        memory.uses.note(self, isNew: true)
        defer { isLost = false }
        guard let range = stored else { return (new, !isLost) }
        stored = nil
        memory.release(range)
        guard let window = memory.load(range) else { return (new, false) }
        return (new, new.begin(after: window))
    }

    func evict() -> Bool {
        guard let inflater else { return true }
        if let window = inflater.window {
            guard let range = memory.store(window) else { return false }
            stored = range
        } else {
            // Inside a block, where no message may end (RFC 7692 section 7.2.1), a window is not enough to continue.
            isLost = true
        }
        self.inflater = nil
        return true
    }
}
