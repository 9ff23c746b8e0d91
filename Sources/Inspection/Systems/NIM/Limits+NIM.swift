package import NIM
import Transport

extension Limits {
    /// Those of the system's codec.
    package var nim: NIMLimits {
        var limits = NIMLimits()
        limits.frameBytes = transport.frameBytes
        limits.bodyBytes = transport.httpBodyBytes
        limits.largeBytes = largeJSONBytes
        limits.json = json
        return limits
    }
}
