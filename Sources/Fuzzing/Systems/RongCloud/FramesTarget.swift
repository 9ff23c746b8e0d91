import Conformance
package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import RongCloud
import WireFormat
import WireJSON

/// RongCloud's frames in each form and direction.
///
/// In the first byte of an input, bit 0 means that the server sends the frame; bits 1 and 2 choose WebSocket, TCP
/// without envelope, long polling, or TCP with its envelope. The rest is the frame.
package struct FramesTarget: FuzzTarget, AdapterSubject {
    /// `frames`.
    package let name = "frames"
    /// The purpose of the target, for lists of targets.
    package let summary = "frames of every form and direction, and their frame objects"
    /// Topics, and the type numbers of frames.
    package var words: [[UInt8]] { RongCloudSamples.words + [Array("RCloud".utf8)] }

    /// Makes the target.
    package init() {}

    private enum Kind: UInt8 {
        case websocket, tcp, polling, envelope
    }

    private static func kind(_ selector: UInt8) -> (Kind, FrameSender) {
        (Kind(rawValue: selector >> 1 & 3) ?? .websocket, selector & 1 == 0 ? .client : .server)
    }

    /// Runs one frame.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let selector = input.first else { return }
        let (kind, sender) = Self.kind(selector)
        let bytes = Array(input.dropFirst())
        switch kind {
        case .websocket:
            try Self.codec(bytes, .websocket, sender, &features)
            try Self.object(bytes, .websocket, sender, topic: nil, &features)
        case .tcp: try Self.codec(bytes, .tcp, sender, &features)
        case .polling:
            try Self.object(bytes, .polling, sender, topic: Self.topic(of: bytes, sender), &features)
        case .envelope: try Self.envelope(bytes, sender, &features)
        }
    }

    /// Returns a topic for a long-polling unit, whose own bytes do not name one; the unit's length chooses it.
    private static func topic(of bytes: [UInt8], _ sender: FrameSender) -> String? {
        let topics = TopicTable.shared
        let hasNone = bytes.first == UInt8(ascii: "/") || sender == .server && bytes.count % 3 != 0
        return hasNone ? nil : topics[bytes.count % topics.count].name
    }

    /// Returns the protocol version that a CONNACK's bytes imply; an adapter assumes 3 unless the question says
    /// otherwise.
    private static func protocolVersion(of bytes: [UInt8], _ sender: FrameSender) -> Int64? {
        var layout = FrameLayout()
        var reader = ByteReader(bytes.span)
        try? layout.read(&reader, form: .websocket, sender: sender)
        return layout.header.type == .connack && layout.flags != nil ? 4 : nil
    }

    /// Returns a question that decodes the frame; a frame of the TCP form without an envelope gets a correct one.
    package func question(of input: [UInt8]) -> AdapterQuestion? {
        guard let selector = input.first else { return nil }
        let (kind, sender) = Self.kind(selector)
        var bytes = Array(input.dropFirst())
        var form = FrameForm.tcp
        var topic: String?
        let version = kind == .websocket || kind == .tcp ? Self.protocolVersion(of: bytes, sender) : nil
        switch kind {
        case .websocket: form = .websocket
        case .polling:
            form = .polling
            topic = Self.topic(of: bytes, sender)
        case .tcp:
            guard let header = bytes.first else { return nil }
            var wire: [UInt8] = []
            Framing.checked(header: header, key: Array(repeating: 0, count: 8))
                .append(Array(bytes.dropFirst()), claiming: bytes.count - 1, to: &wire)
            bytes = wire
        case .envelope: break
        }
        var members: JSONValue = ["form": JSONValue(form.rawValue), "sender": JSONValue(sender.rawValue)]
        if let topic { members["topic"] = JSONValue(topic) }
        if let version { members["protocolVersion"] = JSONValue(version) }
        return AdapterQuestion(.decodeFrame, bytes, members)
    }

    /// Checks that the layout, the typed frame and the tree agree, and that encoding restores the bytes.
    static func codec(
        _ bytes: [UInt8],
        _ form: FrameForm,
        _ sender: FrameSender,
        _ features: inout Features
    ) throws(Violation) {
        let tree = FieldTree()
        var layout = FrameLayout()
        var reader = ByteReader(bytes.span, trace: tree)
        let read = attempt { () throws(WireError) in
            try layout.read(&reader, form: form, sender: sender)
        }
        features.reach("frame", tree)
        features.reach(
            "frame.type",
            Int(layout.header.rawValue >> 4),
            form.rawValue.utf8.count * 2 + (sender == .client ? 0 : 1)
        )
        try Oracles.coverage(tree, of: 0..<reader.offset, "frame")
        try Oracles.cost(tree.nodes.count, of: bytes.count, factor: 2, "frame")
        let frame = attempt { () throws(WireError) in
            try Frame(decoding: bytes.span, form: form, sender: sender)
        }
        switch (read, frame) {
        case (.failure(let one), .failure(let other)):
            features.reach("frame", one)
            try Oracles.same(one, other, .disagreement, "the layout says \(one), the frame \(other)")
            try Oracles.place(one, in: bytes.count, "frame")
        case (.success, .success(let frame)):
            guard reader.isAtEnd else { throw Violation(.coverage, "\(reader.remaining) bytes were not read") }
            let again = attempt { () throws(WireError) in try frame.encoded(form: form, sender: sender) }
            guard case .success(let encoded) = again else {
                throw Violation(.roundtrip, "what was decoded cannot be encoded: \(again)")
            }
            try Oracles.same(encoded, bytes, .roundtrip, "\(Oracles.hex(bytes)) became \(Oracles.hex(encoded))")
        case (.success, .failure(let error)):
            throw Violation(.disagreement, "the layout is read, the frame says \(error)")
        case (.failure(let error), .success):
            throw Violation(.disagreement, "the frame is read, the layout says \(error)")
        }
    }

    /// Checks that the frame object is JSON, and that encoding it restores the bytes.
    static func object(
        _ bytes: [UInt8],
        _ form: FrameForm,
        _ sender: FrameSender,
        topic: String?,
        _ features: inout Features
    ) throws(Violation) {
        let text: String
        do throws(WireError) {
            text = try FrameObject.decode(bytes, form: form, sender: sender, topic: topic)
        } catch {
            features.reach("object", error)
            try Oracles.place(error, in: bytes.count, "frame object")
            return
        }
        let object = Array(text.utf8)
        do throws(WireError) {
            let value = try JSONValue(parsing: object)
            for member in value.members ?? [] { features.reach("object.member", member.key.text) }
            features.reach("object.payload", value["payload"]?["message"]?.string ?? "")
        } catch {
            throw Violation(.json, "the frame object is not JSON: \(error)")
        }
        // Encoding refuses a `date` from a client. A QUERYACK (type 6) implies the server, so its sender is left out.
        let isAnswer = form != .polling && bytes.first.map { $0 >> 4 == 6 } ?? false
        let again = attempt { () throws(WireError) in
            try FrameObject.encode(object, form: form, sender: isAnswer ? nil : sender)
        }
        guard case .success(let encoded) = again else {
            throw Violation(.roundtrip, "the frame object cannot be encoded: \(again) of \(text.prefix(300))")
        }
        try Oracles.same(
            encoded,
            bytes,
            .roundtrip,
            "\(Oracles.hex(bytes)) became \(Oracles.hex(encoded)) over the frame object"
        )
    }

    /// Checks the checksum and length of the TCP form, then the frame inside.
    static func envelope(_ bytes: [UInt8], _ sender: FrameSender, _ features: inout Features) throws(Violation) {
        let whole = attempt { () throws(WireError) in try TCPEnvelope(bytes.span, at: 0) }
        switch whole {
        case .failure(let error):
            features.reach("envelope", error)
            try Oracles.place(error, in: bytes.count, "envelope")
        case .success(nil): features.reach("envelope.short", Features.bucket(bytes.count))
        case .success(let envelope?):
            features.reach("envelope", envelope.lengthBytes, bytes.count < envelope.totalLength ? 1 : 0)
            var writer = ByteWriter()
            envelope.encode(into: &writer)
            try Oracles.same(
                writer.array,
                Array(bytes.prefix(envelope.prefixLength)),
                .roundtrip,
                "the envelope of \(Oracles.hex(bytes)) became \(Oracles.hex(writer.array))"
            )
            for count in 0..<envelope.prefixLength {
                let part = attempt { () throws(WireError) in
                    try TCPEnvelope(bytes.span.extracting(first: count), at: 0)
                }
                guard case .success(nil) = part else {
                    throw Violation(
                        .chunking,
                        "\(count) bytes of an envelope of \(envelope.prefixLength) give \(part)"
                    )
                }
            }
        }
        let recovered = ObfuscationKey.recover(from: bytes.span, sender: sender)
        features.reach("envelope.key", recovered == nil ? 0 : recovered == ObfuscationKey.none ? 1 : 2)
        guard case .success(let envelope?) = whole, bytes.count == envelope.totalLength else { return }
        try object(bytes, .tcp, sender, topic: nil, &features)
    }

    /// Returns the frame with its fields.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let selector = input.first else { return nil }
        let (kind, sender) = Self.kind(selector)
        let bytes = Array(input.dropFirst())
        let head = Shape("selector", .token, [selector])
        switch kind {
        case .websocket: return Shape("input", [head, FrameShape.frame(bytes, form: .websocket, sender: sender)])
        case .tcp: return Shape("input", [head, FrameShape.frame(bytes, form: .tcp, sender: sender)])
        case .polling: return JSONShape.json(bytes).map { Shape("input", [head, $0]) }
        case .envelope:
            guard let envelope = try? TCPEnvelope(bytes.span, at: 0) else { return nil }
            let plain = [envelope.header.rawValue] + bytes.dropFirst(envelope.prefixLength)
            let inner = FrameShape.frame(Array(plain), form: .tcp, sender: sender)
            let framing = Framing.checked(header: envelope.header.rawValue, key: Array(repeating: 0, count: 8))
            return Shape("input", [head, Shape("frame", framing: framing, Array(inner.children.dropFirst()))])
        }
    }

    /// Returns an input with a wrong envelope: a changed bit in the header, the checksum or the length.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        guard input.count > 4, Self.kind(input[0]).0 == .envelope, random.oneIn(3) else { return nil }
        var wrong = input
        wrong[1 + random.below(4)] ^= 1 << UInt8(random.below(8))
        return wrong
    }

    /// Returns a frame of every type, form and direction, and publishes and queries of every topic.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for sender in [FrameSender.client, .server] {
            let bit: UInt8 = sender == .client ? 0 : 1
            for frame in FrameSamples.everyType(sender, form: .websocket) + FrameSamples.everyTopic(sender, &random) {
                if let bytes = try? frame.encoded(form: .websocket, sender: sender) { seeds.append([bit] + bytes) }
            }
            for frame in FrameSamples.everyType(sender, form: .tcp) {
                guard let bytes = try? frame.encoded(form: .tcp, sender: sender) else { continue }
                seeds.append([2 | bit] + bytes)
                var wire: [UInt8] = []
                Framing.checked(header: bytes[0], key: Array(repeating: 0, count: 8))
                    .append(Array(bytes.dropFirst()), claiming: bytes.count - 1, to: &wire)
                seeds.append([6 | bit] + wire)
            }
        }
        seeds += FrameSamples.pollingAnswers.map { [5] + Array($0.utf8) }
        seeds += FrameSamples.pollingRequests.map { [4] + Array($0.utf8) }
        return seeds
    }
}
