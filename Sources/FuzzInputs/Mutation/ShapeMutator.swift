/// Mutations of a decoded input: values, parts, their order and number, and wrong lengths.
package enum ShapeMutator {
    /// Applies one to four changes in a row.
    package static func mutate(
        _ shape: Shape,
        other: Shape?,
        words: [[UInt8]],
        _ random: inout FuzzRandom
    ) -> Shape {
        var shape = shape
        for _ in 0..<(1 << random.below(3)) { change(&shape, other: other, words: words, &random) }
        return shape
    }

    private static func change(_ shape: inout Shape, other: Shape?, words: [[UInt8]], _ random: inout FuzzRandom) {
        // Nodes of 200 kB would be copied again and again, without any gain.
        let count = shape.count
        guard count < 20_000 else { return }
        let place = random.below(count)
        let choice = random.below(10)
        let donors = choice == 9 ? other?.nodes ?? [] : []
        let whole = choice == 8 ? shape : nil
        var inner = random
        shape.update(place) { node in
            switch choice {
            case 0..<5: changeValue(&node, words, &inner)
            case 5: lie(&node, &inner)
            case 6: changeParts(&node, &inner)
            case 7: changeParts(&node, &inner)
            case 8:
                // A copy of any node inside a part: nesting.
                if node.framing != nil, let whole, !whole.children.isEmpty {
                    node.children = [whole.nodes[inner.below(whole.count)]]
                } else {
                    changeValue(&node, words, &inner)
                }
            default:
                let fitting = donors.filter { $0.name == node.name }
                if let donor = inner.pick(fitting.isEmpty ? donors : fitting) { node = donor }
            }
        }
        random = inner
    }

    /// Changes the value of a leaf, or the parts of an inner node.
    private static func changeValue(_ node: inout Shape, _ words: [[UInt8]], _ random: inout FuzzRandom) {
        switch node.role {
        case .group: changeParts(&node, &random)
        case .integer:
            var number = node.bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            number = changed(number, &random)
            node.bytes = Framing.bigEndian(number, node.bytes.count)
        case .varint:
            var number: UInt64 = 0
            for (place, byte) in node.bytes.prefix(10).enumerated() {
                number |= UInt64(byte & 0x7F) &<< UInt64(7 * place)
            }
            node.bytes = Framing.varint(changed(number, &random))
            if random.oneIn(8), let last = node.bytes.popLast() {
                // Longer than needed, up to more bytes than allowed.
                node.bytes.append(last | 0x80)
                node.bytes += Array(repeating: 0x80, count: random.below(11)) + [0]
            }
        case .literal:
            let literals = [
                "0", "-0", "1", "-1", "1e400", "1E-400", "9223372036854775807", "9223372036854775808",
                "-9223372036854775809", "18446744073709551616", "0.1", "123456789012345678901234567890", "true",
                "false", "null", "\"\"", "\"1\"", "[]", "{}", "\"{\\\"content\\\":1}\"", "1.0", "01", "+1",
            ]
            node.bytes = Array(literals[random.below(literals.count)].utf8)
        case .text: changeText(&node.bytes, words, &random)
        case .bytes, .token:
            if node.role == .token, !random.oneIn(8) { return }
            node.bytes = ByteHavoc.mutate(node.bytes, other: [], words: words, limit: 1 << 16, &random)
        }
    }

    private static func changed(_ number: UInt64, _ random: inout FuzzRandom) -> UInt64 {
        switch random.below(6) {
        case 0: number &+ 1
        case 1: number &- 1
        case 2: number ^ (1 &<< UInt64(random.below(64)))
        case 3: UInt64(random.below(300))
        default: random.interesting()
        }
    }

    /// Pieces of text that readers often misread: NUL, overlong forms, surrogates, four bytes, invalid UTF-8, escapes.
    private static let pieces: [[UInt8]] = [
        [0], [0xC0, 0x80], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xED, 0xA0, 0xBD], [0xED, 0xB8, 0x80],
        [0xF0, 0x9F, 0x98, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE4, 0xB8], [0xEF, 0xBB, 0xBF], [0xC3, 0xA9],
        Array("\\u0000".utf8), Array("\\ud83d\\ude00".utf8), Array("\\ud83d".utf8), Array("\\\"".utf8),
        Array("\\n".utf8),
        [0x65, 0xCC, 0x81], [0xE2, 0x80, 0xAE], [0x1B], [0x0A], [0x7F], [0xEF, 0xBF, 0xBD], [0xC1, 0xBF],
    ]

    private static func changeText(_ bytes: inout [UInt8], _ words: [[UInt8]], _ random: inout FuzzRandom) {
        let place = random.below(bytes.count + 1)
        switch random.below(8) {
        case 0: if let word = random.pick(words) { bytes = word }
        case 1: if let word = random.pick(words) { bytes.insert(contentsOf: word, at: place) }
        case 2: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
        case 3: bytes = pieces[random.below(pieces.count)]
        case 4: bytes = Array(bytes.prefix(place))
        case 5: bytes += Array(repeating: 0x61, count: [1, 125, 126, 127, 128, 253, 256, 65533][random.below(8)])
        case 6: bytes = Array(String(Int64(bitPattern: random.interesting())).utf8)
        default: bytes = ByteHavoc.mutate(bytes, other: [], words: words, limit: 1 << 16, &random)
        }
    }

    /// Sets a wrong length.
    private static func lie(_ node: inout Shape, _ random: inout FuzzRandom) {
        guard node.framing != nil else {
            changeParts(&node, &random)
            return
        }
        let length = node.children.reduce(0) { $0 + $1.encoded.count }
        node.claim =
            switch random.below(7) {
            case 0: length + 1
            case 1: max(0, length - 1)
            case 2: 0
            case 3: random.below(300)
            case 4: Int(truncatingIfNeeded: random.interesting())
            // A length that overflows when the header's length is added.
            case 5: Int.max - random.below(16)
            default: length * 2 + random.below(9)
            }
    }

    /// Removes, repeats or reorders parts.
    private static func changeParts(_ node: inout Shape, _ random: inout FuzzRandom) {
        guard !node.children.isEmpty else { return }
        let place = random.below(node.children.count)
        switch random.below(5) {
        case 0: node.children.remove(at: place)
        case 1:
            let part = node.children[place]
            let copies = part.count > 500 ? 1 : random.length(upTo: random.oneIn(20) ? 300 : 8)
            node.children.insert(contentsOf: repeatElement(part, count: copies), at: place)
        case 2: node.children.swapAt(place, random.below(node.children.count))
        case 3:
            let end = place + random.below(node.children.count - place) + 1
            node.children[place..<end].reverse()
        default: node.children.removeSubrange(place...)
        }
    }
}
