import WireFormat

/// The packets that carried an HTTP message, in their order; only the first ones of a long message.
struct HTTPPackets: Sendable {
    private(set) var numbers: [Int] = []
    /// Whether packets were left out.
    private(set) var isCut = false

    /// Adds the packets that carried a range of a stream.
    mutating func add(_ range: Range<Int>, of buffer: borrowing StreamBuffer, limit: Int) {
        guard !isCut else { return }
        _ = buffer.packets(of: range, into: &numbers)
        guard numbers.count > limit else { return }
        numbers.removeLast(numbers.count - limit)
        isCut = true
    }

    /// Joins the packets of a request and of its answer.
    static func + (request: HTTPPackets, answer: HTTPPackets) -> HTTPPackets {
        var both = request
        both.numbers += answer.numbers
        both.isCut = request.isCut || answer.isCut
        return both
    }

    /// Sets the packets of an event, with a note if some were left out.
    func tell(_ event: inout Event) {
        event.packets = numbers
        if isCut {
            event.diagnose(.note, "http-packets", "of the packets that brought it only the first are named")
        }
    }
}
