package import RongCloud
package import WireFormat
package import WireProtobuf

extension SystemReader {
    /// Returns the frame in a text message of old SDKs; `nil` if the text is no list of byte values.
    package static func frame(ofRongCloudText message: Span<UInt8>) -> [UInt8]? {
        RongCloudDecoder.byteValues(message)
    }

    /// Returns the message that the data of a RongCloud frame is, or should be; `.none` if unknown.
    ///
    /// - Parameter frame: a WebSocket message, or a frame of the TCP form in the clear with its envelope.
    package func payload(ofRongCloud frame: Span<UInt8>, form: FrameForm, sender: FrameSender) -> MessageIndex {
        reading.event.reset(.frame, .rongCloud, flow: .nobody, sender: sender)
        reading.event.transport = form == .tcp ? .tcp : .websocket
        reading.decoders.decode(binary: frame, &session, &slots, into: &reading.event)
        guard reading.event.undecoded == nil else { return reading.event.units.rongCloud.refusedPayload }
        return reading.event.units.rongCloud.payload
    }

    /// Returns the message in the data of a WebSocket message, provided that the data can be decoded, if the topic
    /// alone decides it.
    ///
    /// Returns `nil` if only decoding can tell; the session is then unchanged.
    ///
    /// - Parameters:
    ///   - layout: the layout of the WebSocket message, read without an error.
    ///   - topics: the table by topic. The decoder has the table, too, but would be copied by the call.
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
