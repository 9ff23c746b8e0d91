/// The pairs of brackets in a source file, found in one pass.
struct SourceBrackets {
    /// The index of each bracket's partner; -1 for other tokens and unpaired brackets.
    private(set) var partner: [Int32]
    /// The index of the innermost `{` around each token; -1 if there is none.
    private(set) var around: [Int32]

    init(_ tokens: [SourceToken]) {
        partner = Array(repeating: -1, count: tokens.count)
        around = Array(repeating: -1, count: tokens.count)
        var open: [Int32] = []
        var braces: [Int32] = []
        for (index, token) in tokens.enumerated() {
            around[index] = braces.last ?? -1
            guard token.kind == .sign else { continue }
            switch token.sign {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                open.append(Int32(index))
                if token.isSign("{") { braces.append(Int32(index)) }
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                let other = token.isSign(")") ? "(" : token.isSign("]") ? "[" : "{"
                // A closing brace drops the brackets in it that were never closed.
                while token.isSign("}"), let last = open.last, !tokens[Int(last)].isSign("{") { open.removeLast() }
                guard let last = open.last, tokens[Int(last)].isSign(other) else { continue }
                open.removeLast()
                if token.isSign("}") { braces.removeLast() }
                partner[Int(last)] = Int32(index)
                partner[index] = last
            default: break
            }
        }
    }

    /// Returns the index of a bracket's partner.
    func other(of index: Int) -> Int? {
        partner.indices.contains(index) && partner[index] >= 0 ? Int(partner[index]) : nil
    }
}
