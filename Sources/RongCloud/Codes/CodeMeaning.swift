public import WireJSON

/// One of the meanings of a number.
///
/// The same number means one thing in a CONNACK and another as a conversation type: ``all(of:)`` returns all meanings.
public struct CodeMeaning: Hashable, Sendable {
    /// The context of a number.
    public enum Scope: String, CaseIterable, Sendable {
        /// The status of a CONNACK.
        case connack
        /// The status of a DISCONNECT.
        case disconnect
        /// The status of a PUBACK or QUERYACK.
        case answer
        /// An error code of a client SDK.
        case sdk
        /// The reason for the end of a call.
        case call
        /// An answer of the server API.
        case serverAPI
        /// The state of a connection in the web SDKs.
        case connectionState
        /// The type of a conversation.
        case conversationType
        /// The kind of mention in a message.
        case mentionedType

        /// The scope in words.
        public var title: String {
            switch self {
            case .connack: "CONNACK status"
            case .disconnect: "DISCONNECT status"
            case .answer: "PUBACK and QUERYACK status"
            case .sdk: "error code of the SDKs"
            case .call: "reason for a call's end"
            case .serverAPI: "answer of the server API"
            case .connectionState: "connection state of the web SDKs"
            case .conversationType: "conversation type"
            case .mentionedType: "mentioned type"
            }
        }
    }

    /// The context of the number.
    public let scope: Scope
    /// The number.
    public let code: Int
    /// A short name; `nil` if there are only the platforms' names.
    public let name: String?
    /// The names of the number's constants, by platform.
    public let platformNames: [PlatformName]
    /// The meaning in words.
    public let meaning: String
    /// Whether the error passes by itself; `nil` if the number is not an error.
    public let isTransient: Bool?
    /// The advice; `nil` if the number is not an error, or if no advice is known.
    public let handling: ErrorHandling?

    /// Returns all meanings of a number, in the order of the scopes; empty if none is known.
    public static func all(of code: Int) -> [CodeMeaning] {
        let error = ErrorCode(rawValue: code).info
        var found: [CodeMeaning] = []
        for scope in StatusScope.allCases {
            guard let status = StatusCode.find(code, in: scope),
                let place = Scope(rawValue: scope.rawValue)
            else { continue }
            // The SDKs pass the server's answers on, so the details of the SDK's code apply here too.
            let same = scope == .answer && (code == 0 || code > 18) ? error : nil
            found.append(
                CodeMeaning(
                    scope: place,
                    code: code,
                    name: status.name,
                    platformNames: [],
                    meaning: status.meaning,
                    isTransient: same?.isTransient,
                    handling: same?.handling
                )
            )
        }
        if let error, let place = Scope(rawValue: error.scope.rawValue) {
            found.append(
                CodeMeaning(
                    scope: place,
                    code: code,
                    name: nil,
                    platformNames: error.platformNames,
                    meaning: error.meaning,
                    isTransient: error.isTransient,
                    handling: error.handling
                )
            )
        }
        return found + named(code)
    }

    /// Returns the meanings of a number that are not errors.
    private static func named(_ code: Int) -> [CodeMeaning] {
        var found: [CodeMeaning] = []
        func add(_ scope: Scope, _ name: String?, _ meaning: String?, _ platformNames: [PlatformName]) {
            guard let name, let meaning else { return }
            found.append(
                CodeMeaning(
                    scope: scope,
                    code: code,
                    name: name,
                    platformNames: platformNames,
                    meaning: meaning,
                    isTransient: nil,
                    handling: nil
                )
            )
        }
        let state = ConnectionState(rawValue: code)
        add(.connectionState, state.name, state.meaning, [])
        if let value = Int32(exactly: code) {
            let type = ConversationType(rawValue: value)
            add(.conversationType, type.name, type.title, type.platformNames)
        }
        let mentioned = MentionedType(rawValue: code)
        add(.mentionedType, mentioned.name, mentioned.meaning, mentioned.platformNames)
        return found
    }

    /// The meaning as a JSON object: `scope`, `code`, and if known `name`, `names` by platform, `meaning`, `transient`,
    /// `handling`, `advice`.
    public var json: JSONValue {
        var object: JSONValue = ["scope": JSONValue(scope.rawValue), "code": JSONValue(code)]
        if let name { object["name"] = JSONValue(name) }
        if !platformNames.isEmpty {
            object["names"] = .object(
                platformNames.map { JSONMember(JSONString($0.platform), .array($0.names.map { JSONValue($0) })) }
            )
        }
        object["meaning"] = JSONValue(meaning)
        if let isTransient { object["transient"] = .bool(isTransient) }
        if let handling {
            object["handling"] = JSONValue(handling.rawValue)
            object["advice"] = JSONValue(handling.advice)
        }
        return object
    }
}
