/// A field of a part of an event, by where its name lies in the program, and what is done with its values.
struct ShapeField: BitwiseCopyable, Sendable {
    let address: UInt64
    /// The part's number.
    let part: UInt8
    /// The place of its meaning.
    let meaning: Int32
    /// Tells its name from others.
    let hash: UInt64
    let isSkipped: Bool
    let isExact: Bool
    let names: ShapeRule.Value
    let isID: Bool
    let isMessageUID: Bool
    /// Which one came behind it last.
    var next: Int32 = 0

    /// What no field comes after.
    static let none = ShapeField(.max, 0, 0, ShapeRule(hash: 0), in: .event)

    /// - Parameter region: what the rule calls the part.
    init(_ address: UInt64, _ part: UInt8, _ meaning: Int32, _ rule: ShapeRule, in region: ShapeRule.Region) {
        let bit = UInt8(1) << UInt8(region.rawValue)
        self.address = address
        self.part = part
        self.meaning = meaning
        hash = rule.hash
        isSkipped = rule.skipped & bit != 0
        isExact = rule.exact & bit != 0
        names = rule.names
        isID = rule.isID
        isMessageUID = rule.isMessageUID
    }
}
