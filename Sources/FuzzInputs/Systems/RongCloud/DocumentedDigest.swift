/// A message's content with its digest in a list of conversations, and its diagnostics.
package struct DocumentedDigest: Sendable {
    /// The type of the message.
    package let name: String
    /// The digest.
    package let digest: String
    /// The diagnostics, as codes and paths.
    package let remarks: [String]
    let json: PlannedJSON

    /// Parses a row of a table: type, digest, content, and optional diagnostics, separated by bars.
    init(row: Substring) {
        let cells = row.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
        name = cells[0]
        digest = cells[1]
        json = PlannedJSON(reading: cells[2])
        remarks = cells.count > 3 ? cells[3].split(separator: ", ").map(String.init) : []
    }

    private init(_ content: PlannedContent) {
        name = content.name
        digest = content.digest
        json = content.json
        remarks = []
    }

    /// All samples.
    package static let all = PlannedContent.known.map(DocumentedDigest.init) + odd

    static func rows(_ table: String) -> [DocumentedDigest] {
        table.split(separator: "\n").map(DocumentedDigest.init(row:))
    }

    /// Returns the content in one of several equivalent forms, and its diagnostics.
    package func made(_ form: Int) -> (content: String, remarks: [String]) {
        guard case .object(let members) = json else { return (json.spelling, remarks) }
        switch form % 5 {
        case 1: return (PlannedJSON.object(members.reversed()).spelling, remarks)
        // An application's own member has no diagnostic.
        case 2: return (PlannedJSON.object([("x-own", .number("7"))] + members).spelling, remarks)
        // A content may be a text; for a name that no SDK knows, that text is the digest.
        case 3 where !members.isEmpty && !remarks.contains("object-name-case "):
            return (PlannedJSON.nested(json).spelling, remarks + ["content-double-encoded "])
        case 4 where remarks.isEmpty: return (shared(members).spelling, sharedRemarks)
        default: return (json.spelling, remarks)
        }
    }

    // MARK: Shared members

    /// The members that many types share, each with a value and its diagnostic in the types that have it.
    private static let common: [(key: String, value: String, remark: String)] = [
        ("extra", "5", "extra-not-text extra"),
        ("user", #"{"id":"u-1","icon":"i"}"#, "platform-key user.icon"),
        ("mentionedInfo", #"{"type":"2"}"#, "number-as-text mentionedInfo.type"),
        ("isBurnAfterRead", "1", "bool-as-number isBurnAfterRead"),
        ("burnDuration", #""5""#, "number-as-text burnDuration"),
    ]

    private func shared(_ members: [(String, PlannedJSON)]) -> PlannedJSON {
        let own = members.filter { member in !Self.common.contains { $0.key == member.0 } }
        return .object(own + Self.common.map { ($0.key, PlannedJSON(reading: $0.value)) })
    }

    /// The diagnostics of the shared members that the type has, by its documentation: most types have the first two.
    private var sharedRemarks: [String] {
        let type = name.dropFirst(3)
        func isOne(of types: String) -> Bool { types.split(separator: " ").contains(type) }
        let all = Self.common.map(\.remark)
        if isOne(of: Self.withAll) { return all }
        if isOne(of: Self.withMentions) { return Array(all.prefix(3)) }
        if isOne(of: Self.withUser) { return [all[1]] }
        if type == "EncryptedMsg" { return Array(all[1...2]) }
        let hasNone = isOne(of: Self.withNone) || type.lowercased().hasPrefix("cs")
        return hasNone ? [] : Array(all.prefix(2))
    }

    private static let withAll =
        "TxtMsg VcMsg HQVCMsg ImgMsg GIFMsg LBSMsg FileMsg SightMsg StkMsg CardMsg CombineMsg CombineV2Msg ReferenceMsg UIUMsg"
    private static let withMentions =
        "ImgTextMsg StreamMsg GrpNtf RcNtf chrmKVNotiMsg PSCmd IWStorageMsg IWNormalMsg IWCmdMsg IWStatusMsg"
    private static let withUser =
        "VCRinging VCAccept VCHangup VCModifyMedia VCSummary PSImgTxtMsg PSMultiImgTxtMsg LogCmdMsg HDiv RL"
    private static let withNone =
        """
        RRReqMsg RRRspMsg RRMsg SRSMsg TypSts Delivered RecNtf UnknownMsg OldMsgNtf BurnNoticeMsg EncryptRequestMsg \
        EncryptResponseMsg EncryptConfirmMsg EncryptCancelMsg EncryptTerminateMsg HsMsg SpMsg CallAISummary
        """
}
