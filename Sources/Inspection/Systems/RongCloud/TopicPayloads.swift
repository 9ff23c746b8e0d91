import RongCloud
import WireFormat
package import WireProtobuf

/// What the data of WebSocket messages is, as far as a message's topic alone tells.
///
/// It holds the few tables that this takes, so that no decoder is needed for it.
package final class TopicPayloads: Sendable {
    private let topics = PayloadMap.shared.topics
    /// What a request of each topic carries; `.none` where the topic does not tell.
    private let requests: [MessageIndex]
    /// The generations of SDKs that have each topic.
    private let generations: [GenerationSet]
    /// A payload of so many bytes is decoded as with the default limits; -1 where none is.
    private let mostBytes: Int

    /// - Parameter limits: those with which payloads are decoded.
    package init(_ limits: ProtobufLimits) {
        let map = PayloadMap.shared
        requests = map.topics.indices.map { map.message(topic: $0, part: .request) ?? .none }
        generations = map.topics.map(\.generations)
        // It can have no more fields than are kept, each by itself, and nests as deep as by default.
        let isUsual = limits.depth == ProtobufLimits().depth
        mostBytes = isUsual ? min(limits.fields, limits.compactBeyond) : -1
    }

    /// See ``SystemReader/payload(ofRongCloud:byTopicOf:sender:_:)``.
    func payload(
        _ frame: Span<UInt8>,
        _ layout: borrowing FrameLayout,
        _ sender: FrameSender,
        _ session: inout RongCloudSession
    ) -> MessageIndex? {
        switch layout.header.type {
        case .publish: break
        // The receipts say nothing of any payload; so the messages that they are for are not remembered.
        case .puback: return MessageIndex.none
        default: return nil
        }
        guard let topic = layout.topic, let data = layout.data, !data.isEmpty, data.count <= mostBytes else {
            return nil
        }
        let isClient = sender == .client
        guard let index = topics.index(of: frame.extracting(topic), kind: isClient ? .publish : .push) else {
            return nil
        }
        let message = requests[index]
        guard message != .none else { return nil }
        if isClient, session.generation == nil { session.note(generations[index]) }
        return message
    }
}
