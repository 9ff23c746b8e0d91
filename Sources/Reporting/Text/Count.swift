/// Numbers in sentences.
package enum Count {
    /// Returns a number with its noun, such as `1 flow` and `2 flows`.
    ///
    /// - Parameter noun: the singular of a noun whose plural adds an `s`.
    package static func of(_ noun: String, _ number: some BinaryInteger) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
