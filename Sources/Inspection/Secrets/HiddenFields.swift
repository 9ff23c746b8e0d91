/// Fields of a unit in which a secret may stand, though they are called otherwise.
struct HiddenFields: Sendable {
    /// Their names.
    var names: Set<String> = []
    /// Whether those that no schema knows, `#` and a number, are among them.
    var hasUnknown = false

    /// Whether a field is one of them.
    func contains(_ name: String) -> Bool { names.contains(name) || hasUnknown && name.hasPrefix("#") }
}
