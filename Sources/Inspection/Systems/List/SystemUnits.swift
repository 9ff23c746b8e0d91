/// The decoded parts of the current unit, by system; the memory of each is reused.
struct SystemUnits: ~Copyable {
    var rongCloud = RongCloudUnit()
    var leanCloud = LeanCloudUnit()
    var nim = NIMUnit()
    var yc = YCUnit()

    /// Frees the memory that a large unit of a system took.
    mutating func release(_ system: MessagingSystem) {
        switch system {
        case .rongCloud: rongCloud.release()
        case .leanCloud: leanCloud = LeanCloudUnit()
        case .nim: nim = NIMUnit()
        case .yc: yc = YCUnit()
        }
    }

    /// Forgets the last unit of a system.
    @inline(__always)
    mutating func reset(_ system: MessagingSystem) {
        switch system {
        case .rongCloud: rongCloud.reset()
        case .leanCloud: leanCloud.reset()
        case .nim: nim.reset()
        case .yc: yc.reset()
        }
    }
}
