/// The positions of an HTTP body's bytes in the sent bytes: contiguous, or in chunks.
struct HTTPBodyLayout {
    /// The size of each chunk.
    private(set) var sizes: [Int] = []
    /// The start of each chunk in the body and in the sent bytes.
    private var starts: [(body: Int, sent: Int)] = []

    /// Finds the chunks of a body.
    ///
    /// - Parameter sent: the bytes after the head.
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

    /// Returns the positions in the sent bytes of stretches of the body.
    ///
    /// - Parameter borders: the start and the end of each stretch, in order.
    func places(of borders: [Int]) -> [Int] {
        guard !starts.isEmpty else { return borders }
        var chunk = 0
        return borders.enumerated().map { index, border in
            // A stretch starts at its first byte, and ends after its last byte.
            let isEnd = index % 2 == 1 && border > borders[index - 1]
            let byte = isEnd ? border - 1 : border
            while chunk + 1 < starts.count, starts[chunk + 1].body <= byte { chunk += 1 }
            return starts[chunk].sent + border - starts[chunk].body
        }
    }
}
