/// Fields that are not compared.
package struct IgnoredFields: Sendable {
    /// The steps of each path.
    private let paths: [[Substring]]

    /// - Parameter paths: paths or parts of paths, with or without indices of lists.
    package init(_ paths: [String] = []) { self.paths = paths.map { $0.split(separator: ".") }.filter { !$0.isEmpty } }

    /// Returns whether a path, such as `messages[0].content.mentionedInfo.type`, or a part of it is ignored.
    func contain(_ path: String) -> Bool {
        let steps = path.split(separator: ".")
        return paths.contains { ignored in
            steps.indices.contains { steps[$0...].starts(with: ignored, by: Self.isCalled) }
        }
    }

    /// Returns whether a step has a name; an index may be left out: `status` and `status[1]` match `status[1][0]`.
    private static func isCalled(_ step: Substring, _ name: Substring) -> Bool {
        step == name || step.hasPrefix(name + "[")
    }
}
