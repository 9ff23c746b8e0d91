import NIM
import WireFormat
import WireJSON

// Single packets for `frame decode` and `frame encode`.
extension NIMDecoder {
    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        try NIMPacket(decoding: bytes.span).object().description
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try NIMPacket(object: try JSONValue(parsing: object)).encoded()
    }
}
