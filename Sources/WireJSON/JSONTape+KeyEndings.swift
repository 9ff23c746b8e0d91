extension JSONTape {
    /// Returns whether a key of the last text may have one of some endings; `false` is certain for keys without
    /// escapes.
    ///
    /// This rules out most texts without certain keys at once. Only letters are distinguished from each other.
    package func mayHaveKey(endingIn pairs: JSONLetterPairs) -> Bool {
        // Elements that are not on the tape cannot be ruled out.
        if lacksElements { return true }
        guard count > 0 else { return false }
        let (found, wanted) = (keyEndings.span, pairs.rows.span)
        var common: UInt32 = 0
        for index in 0..<JSONLetterPairs.rowCount { common |= found[index] & wanted[index] }
        return common != 0
    }
}
