import NIM
import WireFormat
import WireJSON

// Single packets for `frame decode` and `frame encode`.
extension NIMDecoder {
    static func frameObject(of bytes: [UInt8], from sender: FrameSender?) throws(WireError) -> JSONValue {
        try NIMPacket(decoding: bytes.span).object()
    }

    static func frameBytes(of object: JSONValue) throws(WireError) -> [UInt8] {
        try NIMPacket(object: object).encoded()
    }
}
