// This file is the one list of systems in this room. A system is added here and nowhere else.

/// A system whose applications define message types of their own.
///
/// Sources are read without any decoder: this room shares names of systems with the inspector, and no code.
package enum NamingSystem: UInt8, CaseIterable, Sendable {
    /// RongCloud.
    case rongCloud
    /// LeanCloud.
    case leanCloud
    /// NIM.
    case nim

    /// The system of declarations and findings without a system.
    package static let unnamed = NamingSystem.rongCloud

    /// The name in findings and tables, as in events.
    package var name: StaticString {
        switch self {
        case .rongCloud: "rongcloud"
        case .leanCloud: "leancloud"
        case .nim: "nim"
        }
    }

    /// The system's rules for `names check`.
    var rules: any NamedSystem.Type {
        switch self {
        case .rongCloud: RongCloudNames.self
        case .leanCloud: LeanCloudNames.self
        case .nim: NIMNames.self
        }
    }
}
