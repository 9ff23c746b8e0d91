/// Splits pcapng files into blocks.
package enum BlockShape {
    /// Returns the blocks of a file; `nil` if the bytes are not whole blocks.
    package static func blocks(_ bytes: [UInt8]) -> Shape? {
        guard bytes.count >= 12, bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) else { return nil }
        let isBigEndian = bytes[8] == 0x1A
        func number(_ place: Int) -> Int {
            let part = bytes[place..<place + 4]
            return isBigEndian ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        var shapes: [Shape] = []
        var place = 0
        while place < bytes.count {
            guard bytes.count - place >= 12 else { return nil }
            let length = number(place + 4)
            guard length >= 12, length % 4 == 0, length <= bytes.count - place else { return nil }
            let type = UInt32(truncatingIfNeeded: number(place))
            let body = Array(bytes[place + 8..<place + length - 4])
            let fixed = [0x0A0D_0D0A: 16, 1: 8, 2: 20, 3: 4, 6: 20, 10: 8][Int(type)] ?? 0
            let numbers = stride(from: 0, to: min(fixed, body.count), by: 4).map {
                Shape("number", .integer, body[$0..<min($0 + 4, body.count)])
            }
            shapes.append(
                Shape(
                    "block",
                    framing: .pcapngBlock(type: type, bigEndian: isBigEndian),
                    numbers + [Shape("rest", .bytes, body.dropFirst(fixed))]
                )
            )
            place += length
        }
        return Shape("file", shapes)
    }
}
