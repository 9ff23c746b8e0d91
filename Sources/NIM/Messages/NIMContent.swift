public import WireJSON

/// The content of a message: text, or an attachment.
///
/// Source: NIM_iOS_Demo and NIM_Web_SDK_v8.5.0.js, through the catalogue `other-systems.json`.
public enum NIMContent: Hashable, Sendable {
    /// Text.
    case text(String)
    /// An attachment in JSON, and its kind in the catalogue; `nil` for an unknown kind.
    case attachment(JSONDocument, shape: ContentShape?)
    /// An attachment that is not JSON, or is too long to be parsed, unchanged.
    case raw(String)

    /// Chooses the case by type: text messages and tips have text, which in chat rooms is the attachment itself.
    init(type: Int64?, body: String?, attach: String?, isSystem: Bool, isRoom: Bool) {
        if !isSystem, type == 0 || type == 10 {
            self = .text((isRoom ? attach : nil) ?? body ?? attach ?? "")
            return
        }
        guard let attach else {
            self = .text(body ?? "")
            return
        }
        guard attach.utf8.count <= NIMLimits.attachBytes, let document = try? JSONDocument(attach) else {
            self = .raw(attach)
            return
        }
        let root = document.root
        let shape =
            isSystem
            ? NIMContents.systemShape(type: type, root)
            : type.flatMap { NIMContents.shape(type: $0, root, isRoom: isRoom) }
        self = .attachment(document, shape: shape)
    }

    /// The id of the kind in the catalogue, such as `1` or `100/3`; `nil` if there is none.
    public var id: String? {
        guard case .attachment(_, let shape) = self else { return nil }
        return shape?.id
    }
}

/// The kinds of content that NIM's SDKs and its demo use.
public enum NIMContents {
    /// All kinds.
    public static let all: [ContentShape] = ContentShape.table(MessageData.contents)

    /// Returns the shape of an attachment; `nil` for an unknown type.
    ///
    /// The numbers below 100 are NIM's own. The kinds inside type 100 are those of the demo, by convention only: other
    /// applications use these numbers for other kinds.
    public static func shape(type: Int64, _ attach: JSONView, isRoom: Bool = false) -> ContentShape? {
        switch type {
        case 5 where isRoom: return byId["chatroom/5"]
        case 11:
            let isAnswer = attach.member(exactly: "robotMsg") != nil
            return all.first { $0.id == "11" && ($0.name == "robotDown") == isAnswer }
        case 100:
            guard let inner = attach.member(exactly: "type")?.int64, attach.member(exactly: "data")?.kind == .object,
                let demo = byId["100/\(inner)"]
            else { return byId["100"] }
            return demo
        default: return byId["\(type)"]
        }
    }

    /// Returns the shape of a system message's attachment: the demo's kinds in custom ones; `nil` for others.
    static func systemShape(type: Int64?, _ attach: JSONView) -> ContentShape? {
        guard let type, (100...103).contains(type), let id = attach.member(exactly: "id")?.int64 else { return nil }
        return byId["sys/\(id)"]
    }

    private static let byId = Dictionary(all.map { ($0.id ?? "", $0) }) { first, _ in first }

    /// Returns the attachment of a notification with names for the numeric keys of its team and users; other
    /// attachments stay unchanged.
    public static func resolvingTags(_ attach: JSONValue) -> JSONValue {
        guard let id = attach["id"]?.int64, var data = attach["data"], data.members != nil else { return attach }
        var resolved = attach
        if let team = data["tinfo"] {
            data["tinfo"] = NIMTags.resolved(team, of: id >= 401 ? "superTeam" : "team", in: .im)
        }
        if let users = data["uinfos"]?.elements {
            data["uinfos"] = .array(users.map { NIMTags.resolved($0, of: "user", in: .im) })
        }
        resolved["data"] = data
        return resolved
    }

    /// Checks an attachment.
    ///
    /// Besides the findings of `ContentShape.check(_:)`: `value-undocumented` for a value that the demo drops or a
    /// notification that is not in the table, `value-empty`, `value-limit`, `coordinate-range`, `platform-key` for a
    /// key of the web demo, `extension-dot`, and `template-invalid` for a robot's template that cannot be read.
    public static func check(_ attach: JSONView, as shape: ContentShape) -> [ContentFinding] {
        var findings = shape.check(attach)
        var check = NIMContentCheck(attach)
        switch shape.id {
        case "1", "2", "3", "6": check.file()
        case "4":
            check.range("lat", -90...90)
            check.range("lng", -180...180)
        case "5": check.notification(.team)
        case "chatroom/5": check.notification(.chatroom)
        case "11": check.robot()
        case "100/1": check.value("data", "value", oneOf: [1, 2, 3])
        case "100/3":
            check.text("data", "catalog")
            check.text("data", "chartlet")
        case "100/4": check.value("data", "flag", oneOf: [0, 1])
        case "100/15": check.multiRetweet()
        default: break
        }
        findings += check.findings
        return findings
    }
}
