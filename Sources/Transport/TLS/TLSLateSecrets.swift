import Synchronization

/// Secrets of TLS sessions that are looked for once, when the first one is missing.
public final class TLSLateSecrets: Sendable {
    private let search: @Sendable (_ isWanted: () -> Bool) -> TLSSecrets
    private let isWanted = Atomic(true)
    private let found = Mutex<TLSSecrets?>(nil)

    /// - Parameter search: finds the secrets; called once at most, on the thread that asks first. It is handed what says whether
    ///   they are still wanted, which a long search asks now and then.
    public init(_ search: @escaping @Sendable (_ isWanted: () -> Bool) -> TLSSecrets) {
        self.search = search
    }

    /// Lets a search that is under way end with what it has found: nobody reads on.
    public func abandon() { isWanted.store(false, ordering: .relaxed) }

    /// What the search has found; whoever asks while it is under way waits.
    var secrets: TLSSecrets {
        found.withLock { found in
            if let found { return found }
            let secrets = search { isWanted.load(ordering: .relaxed) }
            found = secrets
            return secrets
        }
    }
}
