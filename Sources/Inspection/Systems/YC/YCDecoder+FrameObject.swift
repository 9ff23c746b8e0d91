import WireFormat
import WireJSON
import YC

// Single bodies for `frame decode` and `frame encode`.
extension YCDecoder {
    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        let frame: YCFrame = options.sender == .client ? .request(bytes) : try YCFrame(reply: bytes)
        return frame.object.description
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try YCFrame(object: try JSONValue(parsing: object)).encoded()
    }
}
