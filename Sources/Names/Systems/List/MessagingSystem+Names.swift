import Inspection

// This file is the one list of systems in this room. A system is added here and nowhere else.

extension MessagingSystem {
    /// What `names check` has to know of it; `nil` where applications have no types of their own.
    var names: (any NamedSystem.Type)? {
        switch self {
        case .rongCloud: RongCloudNames.self
        case .leanCloud: LeanCloudNames.self
        case .nim: NIMNames.self
        case .yc: nil
        }
    }
}
