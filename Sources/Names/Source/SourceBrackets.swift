/// Which brackets of a source file belong together, found in one walk.
struct SourceBrackets {
    /// The other bracket of each one; -1 for what is no bracket, or has no other.
    private(set) var partner: [Int32]
    /// The innermost `{` around each token; -1 outside of all.
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
                // A bracket that was never closed is passed over where a brace ends.
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

    /// The other bracket.
    func other(of index: Int) -> Int? {
        partner.indices.contains(index) && partner[index] >= 0 ? Int(partner[index]) : nil
    }
}
