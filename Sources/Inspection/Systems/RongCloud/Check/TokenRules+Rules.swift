import Reporting
import WireFormat

// The findings of the rules about tokens, and the statuses that they depend on.
extension TokenRules {
    static let retryLoop = FindingRule(
        id: "connect-retry-loop",
        severity: .error,
        title: "A client connects again and again with a token that was refused.",
        basis: "CONNACK 4, 5, 10 and 17 refuse the token itself; the application must get another one before it "
            + "connects again."
    )
    static let retryRefused = FindingRule(
        id: "connect-retry-refused",
        severity: .warning,
        title: "A client connects again and again though that cannot help.",
        basis:
            "CONNACK 1, 2, 7, 8, 9, 11, 12, 13, 16 and 19 refuse the client, the app, the user or the place; 3 (server "
            + "unavailable) and 6 (redirect) are to be tried again, and of 15, 18 and 20 nobody knows."
    )
    static let reconnect = FindingRule(
        id: "reconnect-after-kick",
        severity: .error,
        title: "A client connects again by itself after it was thrown out.",
        basis:
            "After DISCONNECT 1 (another device logged in), 2 or 5 (blocked) a client does not connect again; after 0 and "
            + "6 it asks the navigation and does."
    )
    static let tokenInClear = FindingRule(
        id: "token-in-clear",
        severity: .warning,
        title: "A token crosses the network unencrypted.",
        basis: "The token alone logs a user in; wss and https keep it from those who see the packets."
    )
    static let tokenMisplaced = FindingRule(
        id: "token-misplaced",
        severity: .warning,
        title: "A token is sent where none belongs.",
        basis:
            "The token goes to the navigation and into CONNECT or the URL of /websocket that connects; elsewhere it only "
            + "gets into logs."
    )
    static let rules = [retryLoop, retryRefused, reconnect, tokenInClear, tokenMisplaced]

    /// The CONNACK statuses that refuse a token.
    static let statuses: Set<UInt16> = [4, 5, 10, 17]
    /// The CONNACK statuses of refusals that do not depend on the token.
    static let lasting: Set<UInt16> = [1, 2, 7, 8, 9, 11, 12, 13, 16, 19]
    /// The DISCONNECT statuses after which a client stays away.
    static let thrownOut: Set<UInt16> = [1, 2, 5]
}
