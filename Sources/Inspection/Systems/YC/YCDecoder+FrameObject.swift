import WireFormat
import WireJSON
import YC

// Single bodies for `frame decode` and `frame encode`.
extension YCDecoder {
    static func frameObject(of bytes: [UInt8], from sender: FrameSender?) throws(WireError) -> JSONValue {
        let frame: YCFrame = sender == .client ? .request(bytes) : try YCFrame(reply: bytes)
        return frame.object
    }

    static func frameBytes(of object: JSONValue) throws(WireError) -> [UInt8] {
        try YCFrame(object: object).encoded()
    }
}
