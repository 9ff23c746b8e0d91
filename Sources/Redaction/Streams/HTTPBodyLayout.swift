/// The positions of an HTTP body's bytes in the sent bytes: contiguous, or in chunks.
struct HTTPBodyLayout {
    /// The size of each chunk.
    private(set) var sizes: [Int] = []
    /// The length of the line before each chunk, which has its size and perhaps extensions.
    private(set) var lineLengths: [Int] = []
    /// The start of each chunk in the body and in the sent bytes.
    private var starts: [(body: Int, sent: Int)] = []
    /// The index in the sent bytes of the last chunk, which is empty, with the trailers after it.
    private(set) var end = 0

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
                decoding: sent[position..<end].prefix { $0 != 13 && $0 != 59 && $0 != 32 && $0 != 9 },
                as: UTF8.self
            )
            guard end < sent.endIndex, let size = Int(digits, radix: 16), size > 0, size < sent.endIndex - end else {
                break
            }
            sizes.append(size)
            lineLengths.append(end + 1 - position)
            starts.append((body, end + 1 - sent.startIndex))
            body += size
            position = end + 1 + size
            while position < sent.endIndex, sent[position] == 13 || sent[position] == 10 { position += 1 }
        }
        end = position - sent.startIndex
    }

    /// The borders of chunks within the body.
    var borders: [Int] { starts.dropFirst().map(\.body) }

    /// The maximum number of chunks of a body that are mapped one by one.
    private static let mostMapped = 4096

    /// Splits units of two bodies where one chunk of each ends, so that each part lies in one chunk.
    ///
    /// - Parameters:
    ///   - units: the start and the end of each unit in both bodies, in order.
    ///   - old: the layout of the old body.
    ///   - new: the layout of the new body, whose chunks correspond to those of the old one.
    /// - Returns: the start and the end of each part; `units` if the chunks do not correspond.
    static func split(
        _ units: (old: [Int], new: [Int]),
        at old: HTTPBodyLayout,
        _ new: HTTPBodyLayout
    ) -> (old: [Int], new: [Int]) {
        guard old.starts.count == new.starts.count, 2...mostMapped ~= old.starts.count else { return units }
        var parts: (old: [Int], new: [Int]) = ([], [])
        var ends = zip(old.borders, new.borders).makeIterator()
        var end = ends.next()
        for unit in stride(from: 0, to: units.old.count, by: 2) {
            let range = (old: units.old[unit]..<units.old[unit + 1], new: units.new[unit]..<units.new[unit + 1])
            parts.old.append(range.old.lowerBound)
            parts.new.append(range.new.lowerBound)
            while let border = end, border.0 < range.old.upperBound {
                if border.0 > range.old.lowerBound, range.new.contains(border.1), border.1 > range.new.lowerBound {
                    parts.old += [border.0, border.0]
                    parts.new += [border.1, border.1]
                }
                end = ends.next()
            }
            parts.old.append(range.old.upperBound)
            parts.new.append(range.new.upperBound)
        }
        return parts
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
