import Synchronization

/// Secrets of TLS sessions that are searched for once, when the first secret is missing.
public final class TLSLateSecrets: Sendable {
    private let search: @Sendable (_ isWanted: () -> Bool) -> TLSSecrets
    private let isWanted = Atomic(true)
    private let found = Mutex<TLSSecrets?>(nil)

    /// Makes a source that has not searched yet.
    ///
    /// - Parameter search: finds the secrets; called at most once, on the thread of the first request. Its argument
    ///   tells whether the secrets are still wanted; a long search calls it now and then.
    public init(_ search: @escaping @Sendable (_ isWanted: () -> Bool) -> TLSSecrets) {
        self.search = search
    }

    /// Lets a running search end with the secrets found so far, since nobody waits for the rest.
    public func abandon() { isWanted.store(false, ordering: .relaxed) }

    /// The secrets found; a second caller waits until the search has ended.
    var secrets: TLSSecrets {
        found.withLock { found in
            if let found { return found }
            let secrets = search { isWanted.load(ordering: .relaxed) }
            found = secrets
            return secrets
        }
    }
}
