import WireFormat

// Single frames for `frame decode` and `frame encode`.
extension RongCloudDecoder {
    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        try FrameObject.decode(
            bytes,
            form: options.rongCloud.form,
            sender: options.sender,
            topic: options.rongCloud.topic,
            key: options.rongCloud.key
        )
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try FrameObject.encode(object, form: options.rongCloud.form, sender: options.sender, key: options.rongCloud.key)
    }

    static var hasFrameForms: Bool { true }
    static var unitTransports: [EventTransport] { [.websocket, .tcp, .polling] }
}
