extension JSONTape {
    /// Whether a key of the last text may have one of some endings, unless it has escapes; `false` is certain.
    ///
    /// So most texts without keys of some names are told at once. Only letters are told apart from each other.
    package func mayHaveKey(endingIn pairs: JSONLetterPairs) -> Bool {
        // Nobody has looked at what is not there.
        if lacksElements { return true }
        guard count > 0 else { return false }
        let (found, wanted) = (keyEndings.span, pairs.rows.span)
        var common: UInt32 = 0
        for index in 0..<JSONLetterPairs.rowCount { common |= found[index] & wanted[index] }
        return common != 0
    }
}
