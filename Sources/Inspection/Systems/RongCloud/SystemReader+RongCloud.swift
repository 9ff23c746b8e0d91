package import RongCloud
package import WireFormat
package import WireProtobuf

extension SystemReader {
    /// The frame that a text message of old SDKs stands for; `nil` when it is no list of byte values.
    package static func frame(ofRongCloudText message: Span<UInt8>) -> [UInt8]? {
        RongCloudDecoder.byteValues(message)
    }

    /// What the data of a RongCloud frame is, or should be; `.none` where that is not known.
    ///
    /// - Parameter frame: a WebSocket message, or a frame of the TCP form in the clear with its envelope.
    package func payload(ofRongCloud frame: Span<UInt8>, form: FrameForm, sender: FrameSender) -> MessageIndex {
        reading.event.reset(.frame, .rongCloud, flow: .nobody, sender: sender)
        reading.event.transport = form == .tcp ? .tcp : .websocket
        reading.decoders.decode(binary: frame, &session, &slots, into: &reading.event)
        guard reading.event.undecoded == nil else { return reading.event.units.rongCloud.refusedPayload }
        return reading.event.units.rongCloud.payload
    }

    /// What the data of a WebSocket message is if it can be decoded, where its topic alone tells; `nil` where it has to be
    /// decoded for that, and nothing was taken notice of.
    ///
    /// - Parameters:
    ///   - layout: the message's, which was read without an error.
    ///   - topics: what topics alone tell. The decoder knows it too, but is copied when it is asked.
    package func payload(
        ofRongCloud frame: Span<UInt8>,
        byTopicOf layout: borrowing FrameLayout,
        sender: FrameSender,
        _ topics: TopicPayloads
    ) -> MessageIndex? {
        guard case .rongCloud(let box) = session else { return nil }
        return topics.payload(frame, layout, sender, &box.state)
    }
}
