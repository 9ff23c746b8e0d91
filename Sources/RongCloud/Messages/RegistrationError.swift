/// The reason why a ``MessageRegistry`` refuses a type.
public enum RegistrationError: Error, Hashable, Sendable {
    /// The name has no characters.
    case emptyName
    /// The name is longer than ``MessageRegistry/longestName``, the server's limit.
    case longName(String)
    /// The name has a character, at this byte, that is not an ASCII letter, digit, `_`, `-`, `.` or `:`.
    case badCharacter(String, at: Int)
    /// The name begins with a prefix that belongs to the SDKs or to a partner's plug-in.
    case reservedPrefix(String, prefix: String)
    /// A type with this name is already registered.
    case duplicate(String)
    /// A type whose name differs only in letter case is registered; the two would be confused.
    case duplicateButForCase(String, registered: String)
}

extension RegistrationError: CustomStringConvertible {
    /// The problem and its remedy, in one sentence.
    public var description: String {
        switch self {
        case .emptyName: "an object name must not be empty"
        case .longName(let name):
            "\(name) has more than the \(MessageRegistry.longestName) characters that the server takes"
        case .badCharacter(let name, let offset): "\(name) has a character at byte \(offset) that names must not have"
        case .reservedPrefix(let name, let prefix): "\(name) begins with \(prefix), which is reserved; take your own"
        case .duplicate(let name): "\(name) is registered already"
        case .duplicateButForCase(let name, let other): "\(name) differs from \(other) in letter case only"
        }
    }
}
