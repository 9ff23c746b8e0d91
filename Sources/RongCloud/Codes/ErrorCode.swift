import WireFormat

/// A number that an SDK or the server API reports to the application.
///
/// These numbers are not on the wire, except those in a server's answer, which ``StatusCode`` has too. The set is
/// open: any value is kept.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
    /// The reporter of a code.
    public enum Scope: String, CaseIterable, Sendable {
        /// A client SDK.
        case sdk
        /// A client SDK, as the reason for the end of a call.
        case call
        /// The server API.
        case serverAPI
    }

    /// The known facts about a code.
    public struct Info: Hashable, Sendable {
        /// The reporter of the code.
        public let scope: Scope
        /// The number.
        public let code: ErrorCode
        /// The names of the code's constant, by platform.
        public let platformNames: [PlatformName]
        /// The meaning in words.
        public let meaning: String
        /// Whether the error passes by itself: the SDK reconnects without help.
        public let isTransient: Bool
        /// The recommended reaction.
        public let handling: ErrorHandling
        /// Whether platforms use the code for different things; the meaning lists them.
        public let differsByPlatform: Bool
    }

    /// The number.
    public let rawValue: Int

    /// Makes the code with this number, known or not.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The known facts about the code; `nil` if there are none.
    public var info: Info? { Self.byCode[rawValue] }

    /// The codes that have a known meaning, by number.
    public static var known: [ErrorCode] { rows.map(\.code) }

    /// Finds the code for which a platform has a constant of this name; `nil` if no platform has.
    ///
    /// Letter case counts. If platforms use a name for several codes, the lowest code counts.
    public init?(constant name: some StringProtocol) {
        guard
            let row = Self.rows.first(where: { row in row.platformNames.contains { $0.names.contains(String(name)) } })
        else { return nil }
        self = row.code
    }

    private static let platforms = ["ios", "android", "web 2", "web 3", "web 4", "universal", "flutter", "bridges"]

    private static let rows: [Info] = TableText.rows(CodeData.errorCodes, columns: 14).map { cells in
        guard let scope = Scope(rawValue: cells[0]), let code = Int(cells[1]),
            let handling = ErrorHandling(rawValue: cells[12])
        else { preconditionFailure("error code \(cells[1])") }
        return Info(
            scope: scope,
            code: ErrorCode(rawValue: code),
            platformNames: PlatformName.list(platforms, cells[2..<10]),
            meaning: cells[10],
            isTransient: cells[11] == "yes",
            handling: handling,
            differsByPlatform: cells[13] == "yes"
        )
    }

    private static let byCode = Dictionary(rows.map { ($0.code.rawValue, $0) }) { first, _ in first }
}

extension ErrorCode: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Makes the code with this number.
    public init(integerLiteral value: Int) { self.init(rawValue: value) }

    /// The number, with its meaning if that is known.
    public var description: String {
        info.map { "\(rawValue) (\($0.meaning))" } ?? String(rawValue)
    }
}
