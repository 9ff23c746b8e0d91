import ArgumentParser
import Inspection

/// `-Y`: which events count.
struct FilterOption: ParsableArguments {
    @Option(
        name: .customShort("Y"),
        help: ArgumentHelp(
            "Only events that pass: ==, !=, <, contains, matches, in {}, any(), all(), &&, ||, !.",
            discussion: """
                Fields are listed by imwire fields, the grammar is in Docs/filters.md. \
                Example: -Y 'message.objectName == "RC:TxtMsg" && latency > 500ms'
                """,
            valueName: "filter"
        )
    )
    var text: String?

    /// The filter; checked by ``validate()``.
    var filter: EventFilter? { text.flatMap { try? EventFilter($0) } }

    func validate() throws {
        guard let text else { return }
        do {
            _ = try EventFilter(text)
        } catch {
            throw ValidationError("\(error)\n\(error.marked(in: text))")
        }
    }

    /// Refuses a filter on the units' bytes where events do not have them.
    func validate(raw: Bool) throws {
        if filter?.needsRaw == true, !raw { throw ValidationError("events have the field hex with --raw only") }
    }
}
