// Contents with diagnostics.
extension PlannedContent {
    /// The contents, each with one or two diagnostics.
    static let told = [
        told(
            "RC:DizNtf",
            #"{"type":2,"extension":"crew"}"#,
            "[discussion change 2]",
            [("note", "platform-value", "operator", "operator is missing, as Android writes it")]
        ),
        told(
            "RC:VCSummary",
            #"{"caller":"u-1","inviter":"u-1","mediaType":1,"startTime":1,"duration":65,"status":13}"#,
            "[audio call, 65 s, hung up by the other side]",
            [
                ("note", "platform-key", "status", "status for hangupReason looks like the web SDK"),
                ("note", "platform-value", "duration", "duration is in seconds, as the web writes it"),
            ]
        ),
        told(
            "RC:TxtMsg",
            #"{"content":"second","extra":{"a":1}}"#,
            "second",
            [("warning", "extra-not-text", "extra", "extra is an object, a string was expected")]
        ),
        told(
            "RC:GrpNtf",
            #"{"operatorUserId":"u-1","operation":"rename","data":"Hikers"}"#,
            "[rename]",
            [("note", "operation-unofficial", "operation", "rename should perhaps be Rename")]
        ),
        told(
            "RC:HQVCMsg",
            #"{"remoteUrl":"/sdcard/a.aac","duration":61}"#,
            "[voice 61 s]",
            [
                ("note", "url-local", "remoteUrl", "remoteUrl leads to a file of the sender's device"),
                ("warning", "voice-too-long", "duration", "duration is 61 s; 60 s is the most"),
            ]
        ),
        told(
            "RC:txtMsg",
            #"{"content":"hi"}"#,
            "hi",
            [("warning", "object-name-case", "", "RC:txtMsg should be RC:TxtMsg; no SDK knows it")],
            hasPlace: false
        ),
        told(
            "RC:RRMsg",
            #"[1]"#,
            "[read by 0 of 0]",
            [("error", "content-wrong-shape", "", "the content is an array, not an object")]
        ),
    ]

    private static func told(
        _ name: String,
        _ json: String,
        _ digest: String,
        _ remarks: [(severity: String, code: String, key: String, text: String)],
        hasPlace: Bool = true
    ) -> PlannedContent {
        var content = PlannedContent(name, PlannedJSON(reading: json), digest)
        content.remarks = remarks.map { one in
            Remark(severity: one.severity, code: one.code, key: one.key, text: one.text, hasPlace: hasPlace)
        }
        return content
    }

    /// Messages of the SDKs' types, with the flags that say whether a message is stored and counted (reference: 3 for
    /// contents, 1 for notices, 0 for commands and call signals), and other flags that a platform registers for the
    /// type.
    private static let sent: [(content: PlannedContent, bits: Int, others: [Int: String])] = [
        (PlannedContent("RC:TxtMsg", .object([("content", .text("up"))]), "up"), 3, [:]),
        (PlannedContent("RC:InfoNtf", .object([("message", .text("Keep"))]), "Keep"), 1, [:]),
        (PlannedContent("RC:CmdMsg", .object([("name", .text("go"))]), "[command go]"), 0, [:]),
        (PlannedContent("RC:VCRinging", .object([("callId", .text("c-1"))]), "[ringing]"), 0, [:]),
        (
            PlannedContent("RC:VCSummary", PlannedJSON(reading: summary), "[audio call, 1 s, busy]"), 3,
            [1: "Android", 0: "the web SDK"]
        ),
        (
            PlannedContent("RC:RcCmd", PlannedJSON(reading: recall), "[recall B9QK-5G7D-44JS-00AA]"), 0,
            [1: "the web SDK"]
        ),
    ]
    private static let summary =
        #"{"caller":"a","inviter":"a","mediaType":1,"startTime":1,"duration":1999,"hangupReason":4}"#
    private static let recall =
        #"{"messageUId":"B9QK-5G7D-44JS-00AA","conversationType":1,"targetId":"u","sentTime":1795000000000}"#

    /// Returns a client's message with these flags: an application's type, or an SDK's type with known flags.
    static func sent(_ number: Int, bits: Int) -> PlannedContent {
        guard number & 3 == 2 else { return own(number) }
        var (content, own, others) = sent[(number >> 2) % sent.count]
        let bits = bits & 3
        guard bits != own else { return content }
        let platform = others[bits].map { "; so does \($0)" }
        let text = "sent with flags \(bits), \(content.name) has \(own)\(platform ?? "")"
        let severity = platform == nil ? "warning" : "note"
        content.remarks.append(
            Remark(severity: severity, code: "flags-contradict", key: "", text: text, hasPlace: false)
        )
        return content
    }
}
