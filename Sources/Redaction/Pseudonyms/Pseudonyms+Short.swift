import WireFormat

// Pseudonyms of texts under 6 bytes that get no longer, for captures whose units would not fit otherwise.
extension Pseudonyms {
    /// The maximum number of steps: more than there are letters.
    private static let mostShortSteps = 64

    /// Appends another text with as many bytes; returns `false` if pseudonyms of short texts grow, or if
    /// ``mostShortSteps`` steps lead to no allowed text.
    ///
    /// The permutation orders the texts of a shape in a circle, on which each value is paired with an allowed text of its
    /// own, like brackets. All values must be known for that: the pseudonym of another one grows.
    func keepingLength(_ value: Span<UInt8>, to writer: inout ByteWriter) -> Bool {
        guard let shorts, shorts.contains(Fingerprint.shared.of(value)), let text = ShortText(value) else {
            return false
        }
        let permutation = KeyedPermutation(below: text.space, tweak: text.tweak, key: key)
        let start = writer.count
        var place = permutation.inverse(text.rank)
        var unpaired = 1
        for _ in 0..<min(Self.mostShortSteps, Int(text.space) - 1) {
            place = (place + 1) % text.space
            text.append(permutation(place), to: &writer)
            unpaired += Self.mayStandForAValue(writer.span.extracting(start...), shorts) ? -1 : 1
            if unpaired == 0 { return true }
            writer.truncate(to: start)
        }
        return false
    }

    private static func mayStandForAValue(_ text: Span<UInt8>, _ values: HashSet64) -> Bool {
        if values.contains(Fingerprint.shared.of(text)) { return false }
        // Of single letters, too many are names of fields.
        guard text.count > 1 else { return true }
        let word = String(decodingUTF8: text)
        return !Vocabulary.isWord(word) && !Vocabulary.isKey(word)
    }
}
