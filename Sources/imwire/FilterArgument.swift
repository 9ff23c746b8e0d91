import ArgumentParser
import Inspection

/// The argument of `-Y`: a filter for events.
struct FilterArgument: Sendable {
    let filter: EventFilter

    static let help = ArgumentHelp(
        "Select events: ==, !=, <, contains, matches, in {}, any(), all(), &&, ||, !.",
        discussion: """
            Fields are listed by imwire fields, the grammar is in Docs/filters.md. \
            Example: -Y 'message.objectName == "RC:TxtMsg" && latency > 500ms'
            """,
        valueName: "filter"
    )

    /// Reads a filter.
    @Sendable
    init(_ text: String) throws {
        do {
            filter = try EventFilter(text)
        } catch {
            throw ValidationError("\(error)\n\(error.marked(in: text))")
        }
    }
}

extension FilterArgument? {
    /// Returns the filter, after writing doubts about it to standard error.
    ///
    /// - Parameter captures: the number of captures whose events are numbered together.
    func checked(captures: Int) -> EventFilter? {
        // Not an error: the captures may be those of a pattern that one file happens to match.
        if self?.filter.needsSeveralCaptures == true, captures < 2 {
            StandardError.write("imwire: events have the field file with several captures only")
        }
        for doubt in self?.filter.doubts ?? [] { StandardError.write("imwire: \(doubt)") }
        return self?.filter
    }

    /// Refuses a filter on the units' bytes if events do not include them.
    func validate(raw: Bool) throws {
        if self?.filter.needsBytes == true, !raw { throw ValidationError("events have the field hex with --raw only") }
    }
}
