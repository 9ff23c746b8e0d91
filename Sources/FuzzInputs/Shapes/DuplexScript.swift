/// An input with the bytes that two ends send each other: parts in order.
///
/// A part is a byte (bit 7: the server sends; the target defines the other bits), a length of two bytes, and at most
/// that many bytes.
package struct DuplexScript: Sendable {
    /// A part.
    package struct Part: Hashable, Sendable {
        /// The first byte.
        package var kind: UInt8
        /// The sent bytes.
        package var bytes: [UInt8]

        /// Creates a part.
        package init(kind: UInt8, bytes: [UInt8]) {
            self.kind = kind
            self.bytes = bytes
        }

        /// Whether the client sends.
        package var fromClient: Bool { kind & 0x80 == 0 }
    }

    /// The parts, in order.
    package var parts: [Part]

    /// Creates a script.
    package init(_ parts: [Part]) { self.parts = parts }

    /// Parses a script; any bytes are one.
    @inlinable
    package init(_ bytes: some Collection<UInt8>) {
        parts = []
        var rest = Array(bytes)[...]
        while rest.count >= 3 {
            let kind = rest.removeFirst()
            let length = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
            parts.append(Part(kind: kind, bytes: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
    }

    /// The script as bytes.
    package var encoded: [UInt8] {
        var output: [UInt8] = []
        for part in parts {
            output.append(part.kind)
            Framing.bigEndian(bytes: 2).append(part.bytes, claiming: part.bytes.count, to: &output)
        }
        return output
    }

    /// Returns the script as a shape, with the shape of each part's bytes.
    package func shape(_ inner: (Part) -> Shape) -> Shape {
        Shape(
            "script",
            parts.map { part in
                Shape(
                    "part",
                    [
                        Shape("kind", .token, [part.kind]), Shape("part", framing: .bigEndian(bytes: 2), [inner(part)]),
                    ]
                )
            }
        )
    }

    /// Returns a mutation: parts reordered, repeated, removed, split, joined, or taken from another script.
    package func mutated(with other: DuplexScript, _ random: inout FuzzRandom) -> DuplexScript {
        var script = self
        for _ in 0..<(1 + random.below(3)) where !script.parts.isEmpty {
            let place = random.below(script.parts.count)
            switch random.below(8) {
            case 0: script.parts.swapAt(place, random.below(script.parts.count))
            case 1: script.parts.insert(script.parts[place], at: random.below(script.parts.count + 1))
            case 2: script.parts.remove(at: place)
            case 3: if let part = random.pick(other.parts) { script.parts.insert(part, at: place) }
            case 4:
                let cut = random.below(script.parts[place].bytes.count + 1)
                var rest = script.parts[place]
                rest.bytes.removeFirst(cut)
                script.parts[place].bytes.removeLast(script.parts[place].bytes.count - cut)
                script.parts.insert(rest, at: place + 1)
            case 5:
                guard place + 1 < script.parts.count else { break }
                script.parts[place].bytes += script.parts[place + 1].bytes
                script.parts.remove(at: place + 1)
            case 6: script.parts[place].kind ^= 1 << UInt8(random.below(8))
            default:
                // A splice of two sessions: the beginning of this one, and the end of the other.
                let from = random.below(other.parts.count + 1)
                script.parts.replaceSubrange(place..., with: other.parts[from...])
            }
        }
        return script
    }
}
