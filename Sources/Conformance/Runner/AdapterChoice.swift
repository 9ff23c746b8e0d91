/// The adapter of a codec.
package enum AdapterChoice: Hashable, Sendable {
    /// The library's own adapter, in this process, with its version.
    case library(version: String)
    /// A command line of `/bin/sh`.
    case command(String)

    /// The adapter as named on the command line.
    package var text: String {
        switch self {
        case .library: "self"
        case .command(let command): command
        }
    }
}
