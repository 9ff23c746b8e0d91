/// An argument for a source tree or an adapter: a path or command, with or without a name.
struct LabelledPath: Sendable {
    /// The argument as it was given.
    let text: String
    /// The name before the equals sign.
    let label: String?
    /// The path or command.
    let path: String

    /// Splits an argument such as `ios=App`; the part before the sign is no name if it contains a slash.
    @Sendable
    init(_ text: String) {
        self.text = text
        if let sign = text.firstIndex(of: "="), sign > text.startIndex, !text[..<sign].contains("/") {
            label = String(text[..<sign])
            path = String(text[text.index(after: sign)...])
        } else {
            label = nil
            path = text
        }
    }
}
