public import Foundation

/// The folder of the project, whose documents, tables, sources and captures tests compare with.
public enum ProjectFolder {
    /// The folder that holds `Package.swift`.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns a file or a folder in it, by its path from there.
    public static func file(_ path: String) -> URL { root.appending(path: path) }

    /// Returns the text of a file in it.
    public static func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }
}
