import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Gives up root privileges once they are no longer needed.
public enum Privileges {
    /// The user that the process runs as from now on.
    public struct User: Hashable, Sendable {
        /// The user's number.
        public var user: UInt32
        /// The group's number.
        public var group: UInt32
        /// A description of the user in words.
        public var name: String
    }

    /// Becomes the user who called `sudo`, otherwise `nobody`; does nothing in a process that is not root's.
    ///
    /// Drops supplementary groups first, then the group, then the user, each in all threads. Then it tries to become
    /// root again, which must fail.
    /// - Parameter output: an open file that gets the user who called `sudo` as its owner; -1 for none.
    /// - Returns: the new user, or `nil` when there was nothing to give up.
    /// - Throws: `unavailable` if a step fails, so that the process may still be root's.
    public static func drop(output: Int32 = -1) throws(LiveCaptureError) -> User? {
        guard geteuid() == 0 else { return nil }
        let caller = caller
        guard let target = caller ?? nobody else {
            throw LiveCaptureError(.unavailable, "the privileges could not be dropped: there is no user nobody")
        }
        if caller != nil, output >= 0 { _ = fchown(output, target.user, target.group) }
        var groups = [target.group]
        guard setgroups(1, &groups) == 0, setgid(target.group) == 0, setuid(target.user) == 0, setuid(0) != 0,
            geteuid() == target.user, getuid() == target.user
        else {
            throw LiveCaptureError(.unavailable, "the privileges could not be dropped: \(SystemCall.reason())")
        }
        return target
    }

    private static var caller: User? {
        guard let user = number("SUDO_UID"), let group = number("SUDO_GID"), user > 0 else { return nil }
        return User(user: user, group: group, name: "user \(user), who called sudo")
    }

    private static func number(_ variable: String) -> UInt32? {
        getenv(variable).flatMap { UInt32(String(cString: $0)) }
    }

    private static var nobody: User? {
        guard let entry = getpwnam("nobody") else { return nil }
        return User(user: entry.pointee.pw_uid, group: entry.pointee.pw_gid, name: "nobody")
    }
}
