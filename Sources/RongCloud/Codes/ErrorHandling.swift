/// The recommended reaction of an application to an error code.
public enum ErrorHandling: String, CaseIterable, Sendable {
    /// Do nothing: the code is not an error.
    case none
    /// Do nothing: the SDK reconnects by itself.
    case reconnects
    /// Wait and retry, each time after a longer pause.
    case retryLater
    /// Send less often.
    case slowDown
    /// Correct the argument that the code names; this is a programming error.
    case fixArgument
    /// Tell the user, by the product's rules.
    case tellUser
    /// Log the error; tell the user if the user asked for the operation.
    case log
    /// Do not reconnect repeatedly; check the configuration and the account.
    case checkAccount
    /// Check that App Key and token belong together.
    case checkAppKey
    /// Ask the application's server for a new token and connect once more.
    case refreshToken
    /// Check the package name or bundle id that the app is registered under.
    case checkPackage
    /// Stop, and let the user decide about logging in again.
    case askLogin
    /// Initialise the SDK before any other call.
    case initialise
    /// Check that the token is the user's.
    case checkUser
    /// Enable the service for the app.
    case enableService
    /// Treat the message as sent; show the text as changed by the server.
    case asSent
    /// React as to an answer of the server API.
    case serverAPI
    /// Find the version of the SDK that reports the code.
    case depends

    /// The advice in one sentence.
    public var advice: String {
        switch self {
        case .none: "Nothing to do."
        case .reconnects: "Do nothing: the SDK connects again by itself."
        case .retryLater: "Wait and try again, each time after a longer pause."
        case .slowDown: "Send less often and try again later."
        case .fixArgument: "Correct the argument; this is a programming error."
        case .tellUser: "Tell the user, as the product's rules have it."
        case .log: "Log it; tell the user if the user asked for the operation."
        case .checkAccount: "Do not connect again and again; look at the configuration and the state of the account."
        case .checkAppKey: "Check the App Key, and that the token was issued for it."
        case .refreshToken:
            "Get a new token from the application's server and connect once more; check that both ends use one App Key."
        case .checkPackage: "Check the package name or bundle id in the app's settings."
        case .askLogin: "Stop, tell the user, and let the user decide about logging in again."
        case .initialise: "Initialise the SDK before any other call."
        case .checkUser: "Check that the token belongs to the user id."
        case .enableService: "Enable the service for the app."
        case .asSent: "Take the message for sent; show the text as the server changed it."
        case .serverAPI: "Log the answer of the server API; correct the request, or repeat it if the meaning says so."
        case .depends:
            "Early SDKs connect again by themselves; newer ones mean that the user is blocked: stop and tell the user."
        }
    }
}
