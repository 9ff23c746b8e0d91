package import RongCloud
package import WireFormat
package import WireProtobuf

extension SystemReader {
    /// The frame that a text message of old SDKs stands for; `nil` when it is no list of byte values.
    package static func frame(ofRongCloudText message: Span<UInt8>) -> [UInt8]? {
        RongCloudDecoder.byteValues(message)
    }

    /// What the data of a RongCloud frame is; `.none` where that is not known.
    ///
    /// - Parameter frame: a WebSocket message, or a frame of the TCP form in the clear with its envelope.
    package func payload(ofRongCloud frame: Span<UInt8>, form: FrameForm, sender: FrameSender) -> MessageIndex {
        reading.event.reset(.frame, .rongCloud, flow: .nobody, sender: sender)
        reading.event.transport = form == .tcp ? .tcp : .websocket
        reading.decoders.decode(binary: frame, &session, &slots, into: &reading.event)
        guard reading.event.undecoded == nil else { return .none }
        return reading.event.units.rongCloud.payload
    }

    /// What the data of a WebSocket message is if it can be decoded, where its topic alone tells; `nil` where it has to be
    /// decoded for that, and nothing was taken notice of.
    ///
    /// - Parameter layout: the message's, which was read without an error.
    package func payload(
        ofRongCloud frame: Span<UInt8>,
        byTopicOf layout: borrowing FrameLayout,
        sender: FrameSender
    ) -> MessageIndex? {
        guard case .rongCloud(let box) = session else { return nil }
        return reading.decoders.rongCloud.payload(frame, byTopicOf: layout, sender, &box.state)
    }
}

extension RongCloudDecoder {
    /// See ``SystemReader/payload(ofRongCloud:byTopicOf:sender:)``.
    fileprivate func payload(
        _ frame: Span<UInt8>,
        byTopicOf layout: borrowing FrameLayout,
        _ sender: FrameSender,
        _ session: inout RongCloudSession
    ) -> MessageIndex? {
        switch layout.header.type {
        case .publish: break
        // The receipts say nothing of any payload; so the messages that they are for are not remembered.
        case .puback: return MessageIndex.none
        default: return nil
        }
        guard let topic = layout.topic, let data = layout.data, !data.isEmpty,
            limits.protobuf.takesAll(bytes: data.count)
        else { return nil }
        let isClient = sender == .client
        guard let index = map.topics.index(of: frame.extracting(topic), kind: isClient ? .publish : .push),
            let message = map.message(topic: index, part: .request)
        else { return nil }
        if isClient { noteGeneration(&session, index) }
        return message
    }
}

extension ProtobufLimits {
    /// Whether a message of so many bytes can have no more fields than are kept, each by itself, and nests as deep as by
    /// default: then it is decoded as with the default limits.
    fileprivate func takesAll(bytes count: Int) -> Bool {
        count <= min(fields, compactBeyond) && depth == ProtobufLimits().depth
    }
}
