package import WireJSON

extension JSONValue {
    /// The value as JSON on one line, with nothing hidden in it; see ``SafeText``.
    package var safeLine: String { SafeText.json(written: description) }
}
