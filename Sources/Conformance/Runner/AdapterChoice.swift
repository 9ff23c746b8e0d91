/// The adapter of a codec.
package enum AdapterChoice: Hashable, Sendable {
    /// The library's own adapter, in this process, with its version.
    case library(version: String)
    /// A command line of `/bin/sh`.
    case command(String)

    /// The name of the library's own adapter on the command line.
    package static let libraryName = "self"

    /// Reads an argument of the command line.
    ///
    /// - Parameter version: the library's version.
    package init(argument: String, version: String) {
        self = argument == Self.libraryName ? .library(version: version) : .command(argument)
    }

    /// The adapter as named on the command line.
    package var text: String {
        switch self {
        case .library: Self.libraryName
        case .command(let command): command
        }
    }
}
