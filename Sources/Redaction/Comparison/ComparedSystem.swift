import Inspection
import LeanCloud
import NIM
import RongCloud
import WireJSON

/// The classes of a system's fields that decide how its events are compared.
///
/// Redaction uses the same classes, so that values replaced in a redacted copy make no difference.
struct ComparedSystem: Sendable {
    /// The classes of frames, of payloads, and of the fields in HTTP messages.
    let frame: LeafTable
    let payload: LeafTable
    let http: LeafTable
    private let system: MessagingSystem?

    /// Returns the system with a name as events spell it; for an unknown name, a system without tables.
    static func named(_ name: String) -> ComparedSystem {
        MessagingSystem.allCases.first { "\($0.name)" == name }.flatMap { all[$0] } ?? other
    }

    private static let all = Dictionary(uniqueKeysWithValues: MessagingSystem.allCases.map { ($0, Self($0)) })
    private static let other = Self(frame: .none, payload: .none, http: .none, system: nil)

    private init(_ system: MessagingSystem) {
        let http = UnitTables.http(of: system)
        switch system {
        case .rongCloud:
            let payload = LeafTable(LeafTable(messagesOf: RongCloudSchema.shared), RongCloudLeaves.payloads)
            self.init(frame: RongCloudLeaves.payloads, payload: payload, http: http, system: system)
        case .leanCloud:
            let payload = LeafTable(LeafTable(messagesOf: LeanCloudSchema.shared), UnitTables.leanCloud)
            self.init(frame: UnitTables.leanCloud, payload: payload, http: http, system: system)
        case .nim: self.init(frame: NIMUnits.table, payload: NIMUnits.table, http: http, system: system)
        case .yc: self.init(frame: YCLeaves.replies, payload: YCLeaves.replies, http: http, system: system)
        }
    }

    private init(frame: LeafTable, payload: LeafTable, http: LeafTable, system: MessagingSystem?) {
        (self.frame, self.payload, self.http, self.system) = (frame, payload, http, system)
    }

    /// Returns the classes of the content of a message of this type.
    func content(_ objectName: String?) -> LeafTable {
        switch system {
        case .rongCloud:
            objectName.flatMap(MessageCatalogue.shared.entry) == nil
                ? RongCloudLeaves.envelope : RongCloudLeaves.contents
        case .leanCloud: LeanCloudLeaves.contents
        case .nim: objectName.map(Self.ownNIM.contains) == true ? NIMLeaves.contents : .none
        case .yc: Self.ycContents
        case nil: .none
        }
    }

    /// The types of NIM's messages that hold NIM's own JSON; texts, tips, notices and type 100 are written by others.
    private static let ownNIM = Set(
        NIMContents.all.compactMap(\.id).filter { id in
            id != "0" && id != "10" && !id.hasPrefix("100") && !id.hasPrefix("sys")
        }
    )

    /// The fields that distinguish YC's contents.
    private static let ycContents = LeafTable("structure ChatType SpeakType ClassType kChatRepeatState")
}
