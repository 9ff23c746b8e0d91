/// A messaging system that has types of messages of the application's own.
///
/// What one system declares is never compared with what another one does: an application may use several.
public enum MessageSystem: String, CaseIterable, Hashable, Sendable {
    /// RongCloud, whose types have names.
    case rongCloud = "rongcloud"
    /// LeanCloud, whose typed messages have numbers (`_lctype`).
    case leanCloud = "leancloud"
    /// NIM, whose custom attachments have numbers (`type` in their JSON).
    case nim = "nim"

    /// The systems whose types have numbers.
    static let numbered: [MessageSystem] = [.leanCloud, .nim]

    /// What a type of the system is called in a sentence.
    func title(_ name: String) -> String {
        switch self {
        case .rongCloud: name
        case .leanCloud: "LeanCloud's type \(name)"
        case .nim: "NIM's attachment type \(name)"
        }
    }
}
