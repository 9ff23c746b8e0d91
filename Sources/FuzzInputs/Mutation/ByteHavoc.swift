/// Mutations that do not know the format.
package enum ByteHavoc {
    /// Applies one to eight small changes in a row.
    package static func mutate(
        _ input: [UInt8],
        other: [UInt8],
        words: [[UInt8]],
        limit: Int,
        _ random: inout FuzzRandom
    ) -> [UInt8] {
        var bytes = input
        for _ in 0..<(1 << random.below(4)) {
            change(&bytes, other: other, words: words, &random)
        }
        if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
        return bytes
    }

    private static func change(
        _ bytes: inout [UInt8],
        other: [UInt8],
        words: [[UInt8]],
        _ random: inout FuzzRandom
    ) {
        guard !bytes.isEmpty else {
            bytes = random.bytes(random.length(upTo: 16))
            return
        }
        let place = random.below(bytes.count)
        switch random.below(14) {
        case 0: bytes[place] ^= 1 << UInt8(random.below(8))
        case 1: bytes[place] = random.byte()
        case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0xFE][random.below(6)]
        case 3: bytes[place] &+= UInt8(random.below(16) + 1)
        case 4: bytes[place] &-= UInt8(random.below(16) + 1)
        case 5:
            let count = min(bytes.count - place, random.length(upTo: bytes.count))
            bytes.removeSubrange(place..<place + count)
        case 6: bytes.insert(contentsOf: random.bytes(random.length(upTo: 8)), at: place)
        case 7:
            let count = min(bytes.count - place, random.length(upTo: 256))
            let part = Array(bytes[place..<place + count])
            for _ in 0..<random.length(upTo: 16) { bytes.insert(contentsOf: part, at: place) }
        case 8:
            let width = min([1, 2, 4, 8][random.below(4)], bytes.count - place)
            let number = Framing.bigEndian(random.interesting(), width)
            bytes.replaceSubrange(place..<place + width, with: random.oneIn(2) ? number : number.reversed())
        case 9:
            guard let word = random.pick(words) else { return }
            bytes.insert(contentsOf: word, at: place)
        case 10:
            guard let word = random.pick(words) else { return }
            bytes.replaceSubrange(place..<min(bytes.count, place + word.count), with: word)
        case 11: bytes.removeSubrange(place...)
        case 12:
            guard !other.isEmpty else { return }
            bytes.replaceSubrange(place..., with: other[random.below(other.count)...])
        default:
            guard !other.isEmpty else { return }
            let start = random.below(other.count)
            let count = min(other.count - start, random.length(upTo: 64))
            bytes.insert(contentsOf: other[start..<start + count], at: place)
        }
    }
}
