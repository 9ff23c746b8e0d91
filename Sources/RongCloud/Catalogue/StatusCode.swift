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

    /// All codes, by scope and number.
    public static let all: [StatusCode] = TableText.rows(CatalogueData.statusCodes, columns: 5).map { cells in
        guard let scope = StatusScope(rawValue: cells[0]), let code = Int(cells[1]) else {
            preconditionFailure("status code \(cells[0]) \(cells[1])")
        }
        let topic = cells[2].isEmpty ? nil : cells[2]
        return StatusCode(scope: scope, code: code, topic: topic, name: cells[3], meaning: cells[4])
    }

    /// Finds the code with a number, whatever its topic; `nil` if its meaning is not known.
    public static func find(_ code: Int, in scope: StatusScope) -> StatusCode? { byCode[scope]?[code] }

    /// Finds the code with a number in an answer to a topic; `nil` if its meaning is not known.
    ///
    /// - Parameters:
    ///   - code: the number.
    ///   - scope: the frames in which the code occurs.
    ///   - topic: the topic of the request; `nil` if the request was not seen.
    public static func find(_ code: Int, in scope: StatusScope, topic: String?) -> StatusCode? {
        guard let status = find(code, in: scope) else { return nil }
        return status.topic == nil || status.topic == topic ? status : nil
    }

    private static let byCode: [StatusScope: [Int: StatusCode]] = Dictionary(grouping: all, by: \.scope).mapValues {
        Dictionary($0.map { ($0.code, $0) }) { first, _ in first }
    }
}
