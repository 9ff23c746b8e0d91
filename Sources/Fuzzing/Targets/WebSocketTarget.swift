package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireFormat
import WireJSON

/// A session over WebSocket: the bytes of both directions after the upgrade, decoded to events and split into packets
/// in several ways.
///
/// In the first byte of an input, bit 0 means that permessage-deflate was agreed. The rest is a ``DuplexScript``.
package struct WebSocketTarget: FuzzTarget {
    /// `websocket`.
    package let name = "websocket"
    /// The purpose of the target, for lists of targets.
    package let summary = "WebSocket sessions with fragments and permessage-deflate, cut into packets in several ways"
    /// 6 KiB.
    package let maximumLength = 6 << 10
    /// The heads of frames.
    package var words: [[UInt8]] {
        [
            [0x82, 0x01, 0xD0], [0x82, 0x81, 0, 0, 0, 0, 0xC0], [0x89, 0], [0x8A, 0], [0x88, 2, 3, 0xE8], [0x02, 0],
            [0x80, 0],
            [0xC2, 0], [0x82, 0x7E, 0, 1], [0x82, 0x7F, 0, 0, 0, 0, 0, 0, 0, 1], [0x81, 0],
            [0xC2, 7, 0xAA, 0x56, 0x4A, 0x54, 0xB2, 2, 0],
        ]
    }

    /// Makes the target.
    package init() {}

    private static func session(_ isCompressed: Bool, _ parts: [DuplexScript.Part]) -> [UInt8] {
        var session = SampleSession()
        session.upgrade(compressed: isCompressed)
        for part in parts where !part.bytes.isEmpty { session.send(fromClient: part.fromClient, part.bytes) }
        session.close()
        return session.capture()
    }

    /// Runs one session.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let options = input.first else { return }
        let isCompressed = options & 1 != 0
        let script = DuplexScript(input.dropFirst())
        let plain = try EventOracles.decode(Self.session(isCompressed, script.parts), &features)
        let events = EventOracles.comparable(plain.output)
        for plan in [ChunkPlan.small, .large] {
            var cut: [DuplexScript.Part] = []
            for part in script.parts {
                var start = 0
                for end in plan.ends(of: part.bytes) {
                    cut.append(DuplexScript.Part(kind: part.kind, bytes: Array(part.bytes[start..<end])))
                    start = end
                }
            }
            if plan == .large {
                // Successive pieces of the same direction also share a packet.
                var joined: [DuplexScript.Part] = []
                for part in script.parts {
                    if let last = joined.last, last.fromClient == part.fromClient, last.bytes.count < 20_000 {
                        joined[joined.count - 1].bytes += part.bytes
                    } else {
                        joined.append(part)
                    }
                }
                cut = joined
            }
            var ignored = Features()
            let other = try EventOracles.comparable(
                EventOracles.decode(Self.session(isCompressed, cut), &ignored).output
            )
            try EventOracles.same(other, events, "cut into \(cut.count) segments instead of \(script.parts.count)")
        }
    }

    /// Returns the frames and their contents.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let options = input.first else { return nil }
        let script = DuplexScript(input.dropFirst())
        return Shape(
            "input",
            [
                Shape("options", .token, [options]),
                script.shape { StreamShape.webSocket($0.bytes) ?? Shape("part", .bytes, $0.bytes) },
            ]
        )
    }

    /// Changes the order of the pieces.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        guard let options = input.first else { return nil }
        return [options]
            + DuplexScript(input.dropFirst()).mutated(with: DuplexScript(other.dropFirst()), &random).encoded
    }

    /// Returns a conversation in separate pieces, in fragments, and compressed.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        func frame(_ fromClient: Bool, _ payload: [UInt8], _ first: UInt8 = 0x82) -> [UInt8] {
            var bytes: [UInt8] = []
            Framing.webSocket(first: first, mask: fromClient ? [1, 2, 3, 4] : nil)
                .append(payload, claiming: payload.count, to: &bytes)
            return bytes
        }
        func part(_ fromClient: Bool, _ bytes: [UInt8]) -> DuplexScript.Part {
            .init(kind: fromClient ? 0 : 0x80, bytes: bytes)
        }
        let frames = SampleSystems.usual.chat
        var seeds = [[0] + DuplexScript(frames.map { part($0.0 == .client, frame($0.0 == .client, $0.1)) }).encoded]
        for (sender, bytes) in frames.prefix(6) {
            let isClient = sender == .client
            seeds.append([0] + DuplexScript([part(isClient, frame(isClient, bytes))]).encoded)
            let half = bytes.count / 2
            let fragments =
                frame(isClient, Array(bytes[..<half]), 2) + frame(isClient, [1], 0x89)
                + frame(isClient, Array(bytes[half...]), 0x80)
            seeds.append([0] + DuplexScript([part(isClient, fragments)]).encoded)
            // A stored block of DEFLATE: a header, then the bytes unchanged.
            let count = UInt64(bytes.count)
            let stored =
                [0] + Framing.bigEndian(count, 2).reversed() + Framing.bigEndian(~count & 0xFFFF, 2).reversed() + bytes
                + [0]
            seeds.append([1] + DuplexScript([part(isClient, frame(isClient, stored, 0xC2))]).encoded)
        }
        return seeds
    }
}
