import RongCloud
import WireFormat

// Single frames for `frame decode` and `frame encode`.
extension RongCloudDecoder {
    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        try FrameObject.decode(
            bytes,
            form: options.form,
            sender: options.sender,
            topic: options.topic,
            key: options.key
        )
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try FrameObject.encode(object, form: options.form, sender: options.sender, key: options.key)
    }
}
