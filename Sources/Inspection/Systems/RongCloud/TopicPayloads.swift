import RongCloud
import WireFormat
package import WireProtobuf

/// The message in the data of a WebSocket message, as far as the topic alone decides it.
///
/// Holds only the few tables for this look-up, so that it needs no decoder.
package final class TopicPayloads: Sendable {
    private let topics = PayloadMap.shared.topics
    /// The message that a request of each topic carries; `.none` if the topic does not decide it.
    private let requests: [MessageIndex]
    /// The generations of SDKs that have each topic.
    private let generations: [GenerationSet]
    /// The most bytes of a payload that decodes as with the default limits; -1 if no payload does.
    private let mostBytes: Int

    /// - Parameter limits: the limits with which payloads are decoded.
    package init(_ limits: ProtobufLimits) {
        let map = PayloadMap.shared
        requests = map.topics.indices.map { map.message(topic: $0, part: .request) ?? .none }
        generations = map.topics.map(\.generations)
        // A payload of so few bytes cannot have more fields than are kept one by one, and may nest as deep as by
        // default.
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
        // PUBACKs tell nothing about payloads, so the messages that they acknowledge are not remembered.
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
