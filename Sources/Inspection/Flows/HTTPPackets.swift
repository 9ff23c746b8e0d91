import WireFormat

/// The packets that brought an HTTP message, in their order; of a message without end the first.
struct HTTPPackets: Sendable {
    private(set) var numbers: [Int] = []
    /// Whether there were more than are kept.
    private(set) var isCut = false

    /// Adds those that brought a range of a stream.
    mutating func add(_ range: Range<Int>, of buffer: borrowing StreamBuffer, limit: Int) {
        guard !isCut else { return }
        _ = buffer.packets(of: range, into: &numbers)
        guard numbers.count > limit else { return }
        numbers.removeLast(numbers.count - limit)
        isCut = true
    }

    /// Adds those of the answer to a request.
    static func + (request: HTTPPackets, answer: HTTPPackets) -> HTTPPackets {
        var both = request
        both.numbers += answer.numbers
        both.isCut = request.isCut || answer.isCut
        return both
    }

    /// Says in an event which packets they are.
    func tell(_ event: inout Event) {
        event.packets = numbers
        if isCut {
            event.diagnose(.note, "http-packets", "of the packets that brought it only the first are named")
        }
    }
}
