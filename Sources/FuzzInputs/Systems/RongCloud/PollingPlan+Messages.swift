// Messages in units of long polling, whose payloads are JSON with the names of the protobuf schema (reference, section
// A.2).
extension PollingPlan {
    /// Returns a value in a spelling of SDKs and servers: itself, a text, or `null`, which counts as absent.
    private static func spelt(_ text: String, _ choice: Int, orNothing: Bool) -> (json: String, isThere: Bool) {
        switch choice % 3 {
        case 0: (text, true)
        case 1: ("\"\(text)\"", true)
        default: orNothing ? ("null", false) : (text, true)
        }
    }

    /// Returns a content as a text, as an object, or as signed bytes.
    private static func content(_ word: String, _ choice: Int) -> String {
        let object = #"{"t":"\#(word)"}"#
        switch choice % 3 {
        case 0: return PlanText.json(object)
        case 1: return object
        default: return "[\(object.utf8.map { "\(Int8(bitPattern: $0))" }.joined(separator: ","))]"
        }
    }

    /// Returns the body of a client's message, and the expected text of its event.
    static func body(_ choice: Int, user: String) -> (json: String, says: String) {
        let (flags, hasFlags) = spelt("3", choice, orNothing: true)
        let word = "hi-é\(choice)"
        let content = content(word, choice / 3)
        // An unknown member has a diagnostic even if it is `null`; a known one that is `null` has none.
        let more = ["", #","pushText":null"#, #","nobody":null"#][choice / 9 % 3]
        let note = more.contains("nobody") ? " {nobody}" : ""
        let json = #"{"sessionId":\#(flags),"classname":"app:a","content":\#(content)\#(more)}"#
        return (json, "\(word) private you \(user) - \(hasFlags ? "persisted counted" : "-")\(note)")
    }

    /// Returns the members of a unit with a message, and the expected text of its event.
    static func message(_ choice: Int, _ more: Int) -> (json: String, says: String) {
        // Types by number or by name; an unknown name does not fit.
        let kinds = [
            ("1", "private"), ("\"1\"", "private"), ("\"PERSON\"", "private"), ("3", "group"), ("\"3\"", "group"),
            ("\"GROUP\"", "group"), ("\"NOBODY\"", "-"), ("null", "-"),
        ]
        let (kind, conversation) = kinds[choice & 7]
        let group = ["", #""groupId":null,"#, #""groupId":"","#, #""groupId":"g","#][choice >> 3 & 3]
        let target = conversation == "group" && group.hasSuffix("\"g\",") ? "g" : "bob"
        let time = 1_795_000_000_000 + choice
        var (moment, hasTime) = spelt("\(time)", more, orNothing: true)
        var notes = kind.contains("NOBODY") ? ["type"] : []
        if more % 7 == 6 {
            (moment, hasTime) = (["\"soon\"", "1.5", "{}"][choice % 3], false)
            notes.append("dataTime")
        }
        let (status, _) = spelt("48", more / 3, orNothing: false)
        let word = "hi-é\(choice)"
        let json =
            #"{"fromUserId":"bob","type":\#(kind),\#(group)"classname":"app:a","content":\#(content(word, more / 3)),"#
            + #""dataTime":\#(moment),"status":\#(status),"msgId":null}"#
        let sent = hasTime ? PlanMoment.text(Int64(time), digits: 3) : "-"
        let told = notes.isEmpty ? "" : " {\(notes.joined(separator: " "))}"
        // The payload may be a text with JSON.
        let data = more & 8 == 0 ? json : PlanText.json(json)
        return (
            #""topic":"s_msg","data":\#(data)"#,
            "\(word) \(conversation) \(target) bob \(sent) persisted counted\(told)"
        )
    }
}
