import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("Trees of frames")
struct TreeTests {
    @Test("every byte of a recorded frame is in exactly one leaf", arguments: Bundled.allCases)
    func recordedFrames(_ capture: Bundled) throws {
        let decoder = RongCloudDecoder(DecodingOptions(showsSecrets: true))
        var session = RongCloudSession()
        for frame in try capture.frames() {
            let bytes = try frame.bytes()
            #expect(fault(bytes, frame.sender, decoder, &session) == nil, "\(frame.type) \(frame.hex.prefix(60))")
        }
    }

    @Test("every byte of a damaged frame is in exactly one leaf", arguments: Bundled.allCases, 1...4)
    func damagedFrames(_ capture: Bundled, seed: Int) throws {
        var random = Seeded(seed)
        for frame in try capture.frames() {
            let decoder = RongCloudDecoder(DecodingOptions(showsSecrets: true))
            var session = RongCloudSession()
            if let topic = frame.answersTopic, let id = frame.json["messageId"]?.uint64 {
                session.expect(answerTo: topic, UInt16(id), decoder.map.topics)
            }
            var bytes = try frame.bytes()
            Damage.apply(to: &bytes, &random)
            guard !bytes.isEmpty else { continue }
            #expect(fault(bytes, frame.sender, decoder, &session) == nil, "\(Hex.encode(bytes).prefix(200))")
        }
    }

    @Test("a tree goes down to the fields of the message and the members of its content")
    func depth() throws {
        let decoder = RongCloudDecoder(DecodingOptions(showsSecrets: true))
        var session = RongCloudSession()
        let bytes = Bytes.publish("ppMsgP", to: "bob", id: 7, Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#))
        let tree = self.tree(bytes, .client, decoder, &session)
        let leaves = tree.leaves
        func text(_ node: FieldTree.Node) -> String { String(decoding: bytes[node.range], as: UTF8.self) }
        let texts = leaves.map(text)
        for part in ["ppMsgP", "bob", "RC:TxtMsg"] { #expect(texts.contains(part)) }
        #expect(leaves.contains { text($0).contains("hi") && !text($0).contains("content") })
        let names = tree.nodes.map(\.name)
        for name in ["topic", "targetId", "messageId", "data: UpStreamMessage"] { #expect(names.contains(name)) }
    }

    private func tree(
        _ bytes: [UInt8],
        _ sender: FrameSender,
        _ decoder: RongCloudDecoder,
        _ session: inout RongCloudSession
    ) -> FieldTree {
        var event = Event(flow: .nobody)
        event.sender = sender
        var slots = SlotPool()
        decoder.decode(bytes.span, form: .websocket, session: &session, slots: &slots, into: &event)
        return decoder.tree(of: event, bytes.span).fields
    }

    /// What is wrong with the frame's tree.
    private func fault(
        _ bytes: [UInt8],
        _ sender: FrameSender,
        _ decoder: RongCloudDecoder,
        _ session: inout RongCloudSession
    ) -> String? {
        let tree = tree(bytes, sender, decoder, &session)
        var position = 0
        for leaf in tree.leaves {
            guard leaf.range.lowerBound == position else {
                return "\(leaf.name) begins at \(leaf.range.lowerBound) instead of \(position)"
            }
            position = leaf.range.upperBound
        }
        guard position == bytes.count else { return "the leaves end at \(position) of \(bytes.count)" }
        var open: [FieldTree.Node] = []
        for node in tree.nodes {
            open.removeSubrange(min(node.depth, open.count)...)
            if let parent = open.last, !(parent.range.lowerBound...parent.range.upperBound).contains(node.range) {
                return "\(node.name) \(node.range) is not inside \(parent.name) \(parent.range)"
            }
            open.append(node)
        }
        return nil
    }
}

extension ClosedRange<Int> {
    fileprivate func contains(_ range: Range<Int>) -> Bool { contains(range.lowerBound) && contains(range.upperBound) }
}
