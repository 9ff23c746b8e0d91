import WireFormat

/// Shortens tokens, so that what is shown can be passed on.
enum Secrets {
    /// The first four characters and an ellipsis; texts up to four characters become the ellipsis alone.
    static func shortened(_ text: String) -> String {
        text.count > 4 ? text.prefix(4) + "…" : "…"
    }

    /// Whether a URL parameter or field of this name holds a token.
    static func isSecret(_ name: String) -> Bool { name == "token" }
}
