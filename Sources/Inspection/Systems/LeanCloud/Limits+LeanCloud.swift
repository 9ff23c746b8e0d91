package import LeanCloud
import Transport

extension Limits {
    /// Those of the system's codec.
    package var leanCloud: LeanCloudLimits {
        var limits = LeanCloudLimits()
        limits.frameBytes = transport.frameBytes
        limits.json = json
        limits.protobuf = protobuf
        return limits
    }
}
