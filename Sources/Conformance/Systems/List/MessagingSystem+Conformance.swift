import Inspection

// This file is the only list of systems in this module. A system is added here and nowhere else.

extension MessagingSystem {
    /// The system's part of conformance.
    var conformance: any ConformingSystem.Type {
        switch self {
        case .rongCloud: RongCloudConformance.self
        case .leanCloud: LeanCloudConformance.self
        case .nim: NIMConformance.self
        case .yc: YCConformance.self
        }
    }
}
