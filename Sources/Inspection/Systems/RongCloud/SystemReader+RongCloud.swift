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
        event.reset(.frame, .rongCloud, flow: .nobody, sender: sender)
        event.transport = form == .tcp ? .tcp : .websocket
        decoders.decode(binary: frame, &session, &slots, into: &event)
        guard event.undecoded == nil else { return .none }
        return event.units.rongCloud.payload
    }
}
