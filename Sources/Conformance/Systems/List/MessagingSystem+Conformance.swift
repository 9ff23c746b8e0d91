import Inspection

// This file is the one list of systems in this room. A system is added here and nowhere else.

extension MessagingSystem {
    /// What it adds to conformance.
    var conformance: any ConformingSystem.Type {
        switch self {
        case .rongCloud: RongCloudConformance.self
        case .leanCloud: LeanCloudConformance.self
        case .nim: NIMConformance.self
        case .yc: YCConformance.self
        }
    }
}
