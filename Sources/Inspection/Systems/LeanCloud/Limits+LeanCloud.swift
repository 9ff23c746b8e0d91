package import LeanCloud
import Transport

extension Limits {
    /// The limits of LeanCloud's codec.
    package var leanCloud: LeanCloudLimits {
        var limits = LeanCloudLimits()
        limits.frameBytes = transport.frameBytes
        limits.json = json
        limits.protobuf = protobuf
        return limits
    }
}
