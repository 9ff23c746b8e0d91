import Synchronization

/// Secrets of TLS sessions that are looked for once, when the first one is missing.
public final class TLSLateSecrets: Sendable {
    private let search: @Sendable () -> TLSSecrets
    private let found = Mutex<TLSSecrets?>(nil)

    /// - Parameter search: finds the secrets; called once at most, on the thread that asks first.
    public init(_ search: @escaping @Sendable () -> TLSSecrets) {
        self.search = search
    }

    /// What the search has found; whoever asks while it is under way waits.
    var secrets: TLSSecrets {
        found.withLock { found in
            if let found { return found }
            let secrets = search()
            found = secrets
            return secrets
        }
    }
}
