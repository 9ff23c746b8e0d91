package import FuzzInputs
import Fuzzer

extension WireCapture {
    /// Returns a capture with reordered and changed packets; `nil` if the input has no packets.
    ///
    /// - Parameters:
    ///   - other: another capture, whose payloads may be used.
    ///   - words: the words that have a meaning for the decoders of payloads.
    package static func mutate(
        _ input: [UInt8],
        other: [UInt8],
        words: [[UInt8]],
        _ random: inout FuzzRandom
    ) -> [UInt8]? {
        guard var capture = WireCapture(input), !capture.packets.isEmpty else { return nil }
        for _ in 0..<(1 + random.below(4)) where !capture.packets.isEmpty {
            let place = random.below(capture.packets.count)
            switch random.below(10) {
            case 0: capture.packets.swapAt(place, random.below(capture.packets.count))
            case 1: capture.packets.insert(capture.packets[place], at: random.below(capture.packets.count + 1))
            case 2: capture.packets.remove(at: place)
            case 3: capture.split(place, at: 1 + random.below(max(1, capture.packets[place].payload.count)))
            case 4:
                capture.packets[place].cut(random.below(capture.packets[place].bytes.count + 1))
            case 5:
                if let donor = WireCapture(other), let packet = random.pick(donor.packets), packet.tcp > 0 {
                    capture.replacePayload(of: place, with: packet.payload)
                }
            case 6:
                guard capture.packets[place].tcp > 0 else { break }
                capture.packets[place].sequence &+= UInt32(truncatingIfNeeded: random.interesting())
            case 7: capture.fragment(place, at: 8 * (1 + random.below(8)))
            default:
                guard capture.packets[place].tcp > 0 else { break }
                let shape = StreamShape.stream(capture.packets[place].payload)
                let changed = ShapeMutator.mutate(shape, other: nil, words: words, &random).encoded
                capture.replacePayload(of: place, with: Array(changed.prefix(4000)))
            }
        }
        return capture.bytes
    }
}
