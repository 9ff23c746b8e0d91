import ArgumentParser
import Inspection
import Reporting

extension FieldPath {
    /// Returns the fields named by an option.
    ///
    /// - Throws: an error about the first field that no event has, or that has no value itself.
    static func arguments(_ texts: [String], of option: String) throws -> [FieldPath] {
        try texts.map { text in
            do throws(FilterError) {
                return try FieldPath(shown: text)
            } catch {
                throw ValidationError("\(option) \(SafeText.terminal(text)): \(error.sentence)")
            }
        }
    }
}
