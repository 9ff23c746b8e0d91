/// Fields that are not compared.
package struct IgnoredFields: Sendable {
    /// The steps of each path.
    private let paths: [[Substring]]

    /// - Parameter paths: paths or parts of them, with or without the places in lists.
    package init(_ paths: [String] = []) { self.paths = paths.map { $0.split(separator: ".") }.filter { !$0.isEmpty } }

    /// Whether a path, `messages[0].content.mentionedInfo.type`, or a part of it is left out.
    func contain(_ path: String) -> Bool {
        let steps = path.split(separator: ".")
        return paths.contains { ignored in
            steps.indices.contains { steps[$0...].starts(with: ignored, by: Self.isCalled) }
        }
    }

    /// An element is also called by the names of its lists: `status[1][0]` by `status` and `status[1]`.
    private static func isCalled(_ step: Substring, _ name: Substring) -> Bool {
        step == name || step.hasPrefix(name + "[")
    }
}
