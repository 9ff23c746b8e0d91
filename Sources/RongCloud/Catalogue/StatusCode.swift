import WireFormat

/// The frames in which a status code occurs.
public enum StatusScope: String, CaseIterable, Sendable {
    /// In a CONNACK.
    case connack
    /// In a DISCONNECT.
    case disconnect
    /// In a PUBACK or QUERYACK.
    case answer
}

/// A status code of the server that has a known meaning.
public struct StatusCode: Hashable, Sendable {
    /// The frames in which the code occurs.
    public let scope: StatusScope
    /// The number on the wire.
    public let code: Int
    /// The topic whose answers have the code; `nil` if the topic does not matter.
    public let topic: String?
    /// A short name, such as `notInGroup`; unique within the scope.
    public let name: String
    /// The meaning in words.
    public let meaning: String
}

/// The status codes of the server.
public enum StatusCodes {
    /// All codes, by scope and number.
    public static let all: [StatusCode] = TableText.rows(CatalogueData.statusCodes, columns: 5).map { cells in
        guard let scope = StatusScope(rawValue: cells[0]), let code = Int(cells[1]) else {
            preconditionFailure("status code \(cells[0]) \(cells[1])")
        }
        let topic = cells[2].isEmpty ? nil : cells[2]
        return StatusCode(scope: scope, code: code, topic: topic, name: cells[3], meaning: cells[4])
    }

    /// Returns the code with this number, for any topic, or `nil` if its meaning is not known.
    public static func lookUp(scope: StatusScope, code: Int) -> StatusCode? {
        byCode[scope]?[code]
    }

    /// Returns the code with this number in an answer to a topic, or `nil` if its meaning is not known.
    ///
    /// - Parameters:
    ///   - scope: the frames in which the code occurs.
    ///   - code: the number.
    ///   - topic: the topic of the request; `nil` if the request was not seen.
    public static func lookUp(scope: StatusScope, code: Int, topic: String?) -> StatusCode? {
        guard let status = lookUp(scope: scope, code: code) else { return nil }
        return status.topic == nil || status.topic == topic ? status : nil
    }

    /// Returns the short name of a code, or `nil` if it has none.
    public static func name(scope: StatusScope, code: Int) -> String? {
        lookUp(scope: scope, code: code)?.name
    }

    /// Returns the meaning of a code in words, or `nil` if it is not known.
    public static func meaning(scope: StatusScope, code: Int) -> String? {
        lookUp(scope: scope, code: code)?.meaning
    }

    private static let byCode: [StatusScope: [Int: StatusCode]] = Dictionary(grouping: all, by: \.scope).mapValues {
        Dictionary($0.map { ($0.code, $0) }) { first, _ in first }
    }
}
