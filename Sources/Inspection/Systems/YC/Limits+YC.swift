import Transport
import YC

extension Limits {
    /// The limits of YC's codec.
    var yc: YCLimits {
        var limits = YCLimits()
        limits.bodyBytes = transport.httpBodyBytes
        limits.json = json
        return limits
    }
}
