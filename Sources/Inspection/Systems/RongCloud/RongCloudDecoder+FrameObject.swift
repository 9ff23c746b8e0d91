import RongCloud
import WireFormat
import WireJSON

// Single frames of the WebSocket form; `FrameObject` takes the other forms, topics and keys, too.
extension RongCloudDecoder {
    static func frameObject(of bytes: [UInt8], from sender: FrameSender?) throws(WireError) -> JSONValue {
        try JSONValue(parsing: FrameObject.decode(bytes, form: .websocket, sender: sender, topic: nil))
    }

    static func frameBytes(of object: JSONValue) throws(WireError) -> [UInt8] {
        try FrameObject.encode(object.minified, form: .websocket, sender: nil)
    }
}
