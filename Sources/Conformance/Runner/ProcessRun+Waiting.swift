#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Waiting for the processes, and their time limits.
extension ProcessRun {
    /// Waits until a pipe is ready or a time limit is reached, and handles it.
    mutating func wait() throws(RunError) {
        var descriptors = [Self.polled(options.interruption, POLLIN)]
        var next: Double?
        for worker in workers {
            let process = worker.process
            let left = worker.timeLeft(options, at: clock.now)
            if let left { next = min(next ?? left, left) }
            let isWriting = left != nil && process?.wantsToWrite == true
            descriptors += [
                Self.polled(left != nil ? process?.output : nil, POLLIN),
                Self.polled(isWriting ? process?.input : nil, POLLOUT),
                Self.polled(process?.errorOutput, POLLIN),
            ]
        }
        guard let next else { return }
        let milliseconds = Int32(max(0, min(next * 1000, 3_600_000)).rounded(.up))
        guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) >= 0 || errno == EINTR else {
            throw .notStarted("the system cannot wait for the adapter: " + String(cString: strerror(errno)))
        }
        if descriptors[0].revents != 0 { throw .interrupted }
        for index in workers.indices {
            let pipes = descriptors.dropFirst(1 + 3 * index).prefix(3).map { $0.revents != 0 }
            let (hasOutput, takesInput, hasErrors) = (pipes[0], pipes[1], pipes[2])
            if hasErrors { workers[index].process?.readErrors() }
            if takesInput { workers[index].process?.write() }
            if hasOutput { try readable(index) }
            try checkTime(index)
        }
    }

    /// Returns an entry for `poll`, which skips the entry if there is no descriptor.
    private static func polled(_ descriptor: Int32?, _ events: Int32) -> pollfd {
        pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0)
    }

    /// Handles a worker whose time limit is reached.
    private mutating func checkTime(_ index: Int) throws(RunError) {
        guard let left = workers[index].timeLeft(options, at: clock.now), left <= 0,
            let process = workers[index].process
        else { return }
        if case .asking(let asking) = workers[index].state {
            var text = "did not answer within \(Self.shown(options.timeout)) s"
            if process.unread >= asking.count { text += " and did not read the request" }
            if !process.rest.isEmpty { text += "; it began a line: \(AdapterReply.excerpt(process.rest))" }
            fail(index, asking, CaseFailure.Class.hang, text)
        } else {
            try failStart(index, "did not answer the handshake within \(Self.shown(options.startTimeout)) s")
        }
    }

    /// Returns seconds in decimal, whole ones without a fraction.
    static func shown(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}
