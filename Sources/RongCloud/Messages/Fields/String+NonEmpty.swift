extension String {
    /// The text; `nil` when there is none.
    var nonEmpty: String? { isEmpty ? nil : self }
}
