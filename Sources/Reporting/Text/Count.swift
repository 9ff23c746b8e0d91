/// Numbers in sentences.
package enum Count {
    /// Returns a number with its noun, such as `1 flow` and `2 flows`.
    ///
    /// - Parameter noun: the singular of a noun whose plural adds an `s`.
    package static func of(_ noun: String, _ number: some BinaryInteger) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Returns a number with the words for one and those for several, such as `1 packet was` and `2 packets were`.
    package static func of(_ number: some BinaryInteger, _ one: String, _ several: String) -> String {
        "\(number) \(number == 1 ? one : several)"
    }
}
