import Capture
import Inspection

extension CaptureSource {
    /// A capture of which these bytes can be read, and then reading fails.
    static func failing(after bytes: [UInt8], with error: CaptureError) -> CaptureSource {
        CaptureSource(name: "failing") { (_) throws(CaptureError) in
            var rest: [UInt8]? = bytes
            return try CaptureReader { () throws(CaptureError) in
                guard let bytes = rest else { throw error }
                rest = nil
                return bytes
            }
        }
    }
}
