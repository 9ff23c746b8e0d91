/// Names of a unit's fields that may contain a secret, although the name does not say so.
struct HiddenFields: Sendable {
    var names: Set<String> = []
    /// Whether fields unknown to the schema, named `#` and a number, may contain a secret.
    var hasUnknown = false

    /// Whether a field may contain a secret.
    func contains(_ name: String) -> Bool { names.contains(name) || hasUnknown && name.hasPrefix("#") }
}
