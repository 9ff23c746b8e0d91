import ArgumentParser

/// The options of every subcommand.
struct CommonOptions: ParsableArguments {
    /// The choice when output is coloured.
    enum Color: String, WordArgument {
        case auto
        case always
        case never
    }

    @Flag(help: "Write no summary and no progress to standard error.")
    var quiet = false

    @Option(help: "When to colour the output.")
    var color = Color.auto

    /// Whether to show the progress of long work.
    var showsProgress: Bool { !quiet && Posix.understandsEscapes(2) }

    /// Whether to colour standard output.
    var usesColor: Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto: Posix.understandsEscapes(1) && (Posix.environment("NO_COLOR") ?? "").isEmpty
        }
    }
}
