import Transport
import YC

extension Limits {
    /// Those of the system's codec.
    var yc: YCLimits {
        var limits = YCLimits()
        limits.bodyBytes = transport.httpBodyBytes
        limits.json = json
        return limits
    }
}
