package import WireJSON

extension JSONValue {
    /// The value as JSON on one line, without hidden characters; see ``SafeText``.
    package var safeLine: String { SafeText.json(written: description) }
}
