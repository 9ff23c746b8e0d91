package import NIM
import Transport

extension Limits {
    /// The limits of NIM's codec.
    package var nim: NIMLimits {
        var limits = NIMLimits()
        limits.frameBytes = transport.frameBytes
        limits.bodyBytes = transport.httpBodyBytes
        limits.largeBytes = largeJSONBytes
        limits.json = json
        return limits
    }
}
