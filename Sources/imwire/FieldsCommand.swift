import ArgumentParser
public import Inspection

/// `imwire fields`: the fields of events.
struct FieldsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fields",
        _superCommandName: Imwire.name,
        abstract: "List all fields of events by system: path, type, meaning, an example.",
        discussion: """
            -Y, and -e of decode --format fields, take these fields. Contents and payloads have further fields, which \
            depend on the application and the topic.

            Example: imwire fields | grep latency
            """
    )

    @Option(help: "How to write the list.")
    var format = FieldList.Format.text

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try StandardOutput().write(report: FieldList.text(format, width: Posix.terminalWidth(1)))
    }
}

extension FieldList.Format: WordArgument {}
