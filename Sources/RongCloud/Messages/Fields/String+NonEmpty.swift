extension String {
    /// The text, or `nil` if it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}
