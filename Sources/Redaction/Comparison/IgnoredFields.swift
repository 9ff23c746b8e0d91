/// Fields that are not compared.
package struct IgnoredFields: Sendable {
    /// The paths or parts of paths as they were given.
    private let names: [String]
    /// The steps of each path.
    private let paths: [[Substring]]

    /// - Parameter paths: paths or parts of paths, with or without indices of lists.
    package init(_ paths: [String] = []) {
        names = paths
        self.paths = paths.map { $0.split(separator: ".") }.filter { !$0.isEmpty }
    }

    /// Whether no field is ignored.
    var isEmpty: Bool { paths.isEmpty }

    /// Returns whether a path, such as `messages[0].content.mentionedInfo.type`, or a part of it is ignored.
    func contain(_ path: String) -> Bool {
        let steps = path.split(separator: ".")
        return paths.contains { ignored in
            steps.indices.contains { steps[$0...].starts(with: ignored, by: Self.isCalled) }
        }
    }

    /// Returns the names that no path has, whatever the indices of lists.
    ///
    /// - Parameter paths: the paths of all fields, with the index 0 for each list.
    func unmatchedNames(in paths: [String]) -> [String] {
        names.filter { name in
            let steps = name.split(separator: ".").map { $0.prefix { $0 != "[" } }
            let field = IgnoredFields([steps.joined(separator: ".")])
            return !paths.contains(where: field.contain)
        }
    }

    /// Returns whether a step has a name; an index may be left out: `status` and `status[1]` match `status[1][0]`.
    private static func isCalled(_ step: Substring, _ name: Substring) -> Bool {
        step == name || step.hasPrefix(name + "[")
    }
}
