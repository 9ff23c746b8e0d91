/// The facts about a connection that its URL and its first messages tell.
struct FlowFacts: Sendable {
    /// The app.
    var appKey: String?
    var sdkVersion: String?
    /// The platform of the SDK, such as `iOS`.
    var platform: String?
    /// The possible generations of the SDK, for systems that have generations.
    var generations: [Int] = []
    var user: String?
    var sessionId: String?
    /// The server that gave the session's id, if the session is one of long polling (``PollingSessionKey/server``).
    var sessionServer: String?
    /// The way in which the session ended, if its last units tell.
    var ending: String?

    /// The SDK's version, or the generations that are possible: `2.5.10`, `v4`, `v2–v5`.
    var sdk: String? {
        if let sdkVersion { return platform.map { "\($0) \(sdkVersion)" } ?? sdkVersion }
        guard let first = generations.first, let last = generations.last else { return nil }
        return first == last ? "v\(first)" : "v\(first)–v\(last)"
    }

    /// The user, the app and the SDK in words, as far as known.
    var words: String {
        // The text of one parameter may contain another parameter.
        [user, appKey.map { "app \(Secrets.masked($0))" }, sdk.map { "SDK \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// The facts with tokens shortened: the text of one parameter may contain another parameter.
    var masked: FlowFacts {
        var facts = self
        facts.appKey = appKey.map(Secrets.masked)
        facts.sdkVersion = sdkVersion.map(Secrets.masked)
        facts.platform = platform.map(Secrets.masked)
        facts.user = user.map(Secrets.masked)
        facts.sessionId = sessionId.map(Secrets.masked)
        return facts
    }

    /// Replaces facts by those that `other` knows.
    mutating func merge(_ other: FlowFacts) {
        appKey = other.appKey ?? appKey
        sdkVersion = other.sdkVersion ?? sdkVersion
        platform = other.platform ?? platform
        if !other.generations.isEmpty { generations = other.generations }
        user = other.user ?? user
        sessionId = other.sessionId ?? sessionId
        sessionServer = other.sessionServer ?? sessionServer
        ending = other.ending ?? ending
    }
}
