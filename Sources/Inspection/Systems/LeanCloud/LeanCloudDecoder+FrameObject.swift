import LeanCloud
import WireFormat
import WireJSON

// Single commands for `frame decode` and `frame encode`.
extension LeanCloudDecoder {
    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        // Bytes that look like none of the text forms are protobuf, also where they end too early.
        let form = LeanCloudForm(recognising: bytes.span, isText: true) ?? .protobuf
        let frame = try LeanCloudFrame(decoding: bytes.span, form: form)
        var object = frame.object
        // Base64 is told from protobuf by this member only.
        if form == .protobufBase64 { object["raw"] = ["data": JSONValue(Hex.encode(bytes))] }
        object["payload"] = frame.payload
        return object.description
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try LeanCloudFrame(object: try JSONValue(parsing: object)).encoded()
    }
}
