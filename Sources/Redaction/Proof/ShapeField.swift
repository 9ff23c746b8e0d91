/// A field in a part of an event, identified by the address of its name, with the rules for its values.
struct ShapeField: BitwiseCopyable, Sendable {
    let address: UInt64
    /// The number of the part.
    let part: UInt8
    /// The index of the field's name among the walk's keys.
    let key: Int32
    /// A hash of the name.
    let hash: UInt64
    let isSkipped: Bool
    let isExact: Bool
    let names: ShapeRule.Value
    let isID: Bool
    let isMessageUID: Bool
    /// The index of the field that followed it last.
    var next: Int32 = 0

    /// A placeholder before the first field.
    static let none = ShapeField(.max, 0, 0, ShapeRule(hash: 0), in: .event)

    /// - Parameter region: the part's region in the rule.
    init(_ address: UInt64, _ part: UInt8, _ key: Int32, _ rule: ShapeRule, in region: ShapeRule.Region) {
        let bit = UInt8(1) << UInt8(region.rawValue)
        self.address = address
        self.part = part
        self.key = key
        hash = rule.hash
        isSkipped = rule.skipped & bit != 0
        isExact = rule.exact & bit != 0
        names = rule.names
        isID = rule.isID
        isMessageUID = rule.isMessageUID
    }
}
