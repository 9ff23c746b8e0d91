/// Where the bytes of an HTTP body lie in what was sent: one behind the other, or in chunks.
struct HTTPBodyLayout {
    /// How long each chunk is.
    private(set) var sizes: [Int] = []
    /// Where each begins, in the body and in what was sent.
    private var starts: [(body: Int, sent: Int)] = []

    /// Finds the chunks of a body.
    ///
    /// - Parameter sent: the bytes behind the head.
    init(_ sent: ArraySlice<UInt8>, isChunked: Bool) {
        guard isChunked else { return }
        var position = sent.startIndex
        var body = 0
        while position < sent.endIndex {
            let end = sent[position...].firstIndex(of: 10) ?? sent.endIndex
            let digits = String(
                decoding: sent[position..<end].prefix { $0 != 13 && $0 != 59 && $0 != 32 },
                as: UTF8.self
            )
            guard end < sent.endIndex, let size = Int(digits, radix: 16), size > 0, size < sent.endIndex - end else {
                break
            }
            sizes.append(size)
            starts.append((body, end + 1 - sent.startIndex))
            body += size
            position = end + 1 + size
            while position < sent.endIndex, sent[position] == 13 || sent[position] == 10 { position += 1 }
        }
    }

    /// Where stretches of the body are in what was sent.
    ///
    /// - Parameter borders: where each begins and ends, in their order.
    func places(of borders: [Int]) -> [Int] {
        guard !starts.isEmpty else { return borders }
        var chunk = 0
        return borders.enumerated().map { index, border in
            // A stretch begins where its first byte is, and ends behind its last one.
            let isEnd = index % 2 == 1 && border > borders[index - 1]
            let byte = isEnd ? border - 1 : border
            while chunk + 1 < starts.count, starts[chunk + 1].body <= byte { chunk += 1 }
            return starts[chunk].sent + border - starts[chunk].body
        }
    }
}
