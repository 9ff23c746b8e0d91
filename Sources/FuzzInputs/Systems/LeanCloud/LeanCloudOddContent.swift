/// Contents of LeanCloud's messages that need more than a number to identify, and their diagnostics: unknown numbers,
/// values that are not numbers, the two types of -101, bytes in base64, and files in the old form.
///
/// A plan chooses one of these, and the members that are present.
package struct LeanCloudOddContent: Sendable {
    /// The content as JSON.
    package private(set) var text = ""
    /// The expected diagnostics: a code and a path each.
    package private(set) var expected: [String] = []
    /// The name of its type; `nil` for an unknown number or none.
    package private(set) var kind: String?
    /// Whether the content is the object around bytes, which is not a typed message.
    package private(set) var isBinary = false

    package init(_ reader: inout PlanReader) {
        switch reader.below(5) {
        case 0: unknown(&reader)
        case 1: unnumbered(&reader)
        case 2: shared(&reader)
        case 3: binary(&reader)
        default: oldFile(&reader)
        }
    }

    private mutating func write(_ members: [String]) { text = "{\(members.joined(separator: ","))}" }

    /// A number that the table lacks: the members have no rules.
    private mutating func unknown(_ reader: inout PlanReader) {
        let number = [-7, -99, -100, -106, -126, -128, -32_768][reader.below(7)]
        expected = ["type-unknown _lctype"]
        write(["\"_lctype\":\(number)"] + others(reader.byte()))
    }

    /// A value instead of a number: SDKs treat the content as plain text.
    private mutating func unnumbered(_ reader: inout PlanReader) {
        let value = ["-1.5", "\"-1\"", "\"x\"", "true", "null", "[]", "{}", "-1e-1"][reader.below(8)]
        let hasType = reader.byte() & 7 != 7
        if hasType { expected = ["type-not-integer _lctype"] }
        write((hasType ? ["\"_lctype\":\(value)"] : []) + others(reader.byte()))
    }

    /// Returns members of any type, which only typed messages check.
    private func others(_ choice: Int) -> [String] {
        let all = ["\"_lctext\":5", "\"_lcattrs\":\"x\"", "\"_lcfile\":{}", "\"timestamp\":null"]
        return all.indices.filter { choice >> $0 & 1 != 0 }.map { all[$0] }
    }

    /// The number that two plugins share: an offer has a payload and no time, a receipt has the time.
    private mutating func shared(_ reader: inout PlanReader) {
        let choice = reader.byte()
        let (hasPayload, hasTime) = (choice & 1 != 0, choice & 2 == 0)
        let isOffer = hasPayload && !hasTime
        kind = isOffer ? "webrtcOffer" : "groupReadReceipt"
        if !isOffer, !hasTime { expected = ["missing-field timestamp"] }
        let times = ["\"2019-07-04T00:00:00.000Z\"", "1795000000000", "{\"iso\":\"2019-07-04\"}", "\"\""]
        let values = ["{}", "5", "\"x\"", "[{\"sdp\":\"v=0\"}]"]
        var members = ["\"_lctype\":-101"]
        if hasPayload { members.append("\"payload\":\(values[choice >> 2 & 3])") }
        if hasTime { members.append("\"timestamp\":\(times[choice >> 4 & 3])") }
        if choice & 0x40 != 0 { members.reverse() }
        write(members)
    }

    /// Bytes in base64: of a message, or of one of the past, where `bin` says that `data` is not a text.
    private mutating func binary(_ reader: inout PlanReader) {
        isBinary = true
        kind = "binary"
        let (choice, other) = (reader.byte(), reader.byte())
        let (own, isOwnRight) = Self.base64(choice)
        let (past, isPastRight) = Self.base64(other)
        let (hasOwn, hasPast) = (choice & 8 == 0, choice & 16 != 0)
        let bin = ["true", "false", nil, "1"][choice >> 5 & 3]
        let isPast = hasPast && bin == "true"
        if isPast {
            if !isPastRight { expected = ["content-base64 data"] }
        } else if !hasOwn {
            expected = ["missing-field binaryMsg"]
        } else if !isOwnRight {
            expected = ["content-base64 binaryMsg"]
        }
        var members: [String] = []
        if let bin { members.append("\"bin\":\(bin)") }
        if hasPast { members.append("\"data\":\"\(past)\"") }
        if hasOwn { members.append("\"binaryMsg\":\"\(own)\"") }
        write(members)
    }

    /// Returns texts that are base64, and texts that are not.
    private static func base64(_ choice: Int) -> (text: String, isRight: Bool) {
        [
            ("AQID", true), ("AQI=", true), ("AQ==", true), ("-_+/", true), ("A", false), ("AQID!", false),
            ("====", false),
            ("AQ ID", false),
        ][choice & 7]
    }

    /// A file with its name and size in `_lcfile` itself, as written by the JavaScript SDK 2.x, besides files of today.
    private mutating func oldFile(_ reader: inout PlanReader) {
        let choice = reader.byte()
        let number = [-2, -3, -4, -6][choice & 3]
        kind = [-2: "image", -3: "audio", -4: "video", -6: "file"][number]
        let (hasName, hasURL, hasData) = (choice & 4 == 0, choice & 8 != 0, choice & 16 != 0)
        if !hasURL { expected = [hasName && !hasData ? "file-old-form _lcfile" : "missing-field _lcfile.url"] }
        var members = ["\"size\":\(ContentPlan.number(choice >> 5))"]
        if hasName { members.append("\"name\":\"a.png\"") }
        if hasURL { members.append("\"url\":\"https://files.example/a\"") }
        if hasData { members.append("\"metaData\":{\"name\":\"a.png\"}") }
        write(["\"_lctype\":\(number)", "\"_lcfile\":{\(members.joined(separator: ","))}"])
    }
}
