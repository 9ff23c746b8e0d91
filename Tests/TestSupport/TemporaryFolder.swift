public import Foundation

/// A folder for the time of a test; it is removed with the last reference to it.
public final class TemporaryFolder {
    /// The folder.
    public let url: URL

    /// The path of the folder.
    public var path: String { url.path }

    /// Makes an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the path of a file in it, whether it exists or not.
    public func path(_ name: String) -> String { url.appending(path: name).path }

    /// Returns the text of a file in it.
    public func text(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }

    /// Writes a file in it; returns the file's path.
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = url.appending(path: name)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Writes a text to a file in it; returns the file's path.
    public func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }
}
