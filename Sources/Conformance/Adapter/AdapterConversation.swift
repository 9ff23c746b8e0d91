import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A talk with one adapter process, a request at a time.
struct AdapterConversation {
    /// Why there is no line.
    enum Silence: Error, Hashable {
        /// The process ended, or closed its output; how.
        case ended(String)
        /// Nothing came in time, or no line's end.
        case late
        /// More came than a reply may have.
        case tooLong
    }

    private let process: AdapterProcess
    private let clock = ContinuousClock()

    /// Starts the adapter.
    init(command: String, limits: Limits = Limits()) throws(AdapterProcess.StartError) {
        process = try AdapterProcess(command: command, longestLine: limits.adapterReplyBytes)
    }

    /// Goes on with a process that runs already.
    init(_ process: AdapterProcess) { self.process = process }

    /// Sends bytes without waiting for an answer.
    func send(_ bytes: [UInt8]) { process.send(bytes) }

    /// The next line of the adapter.
    func line(within seconds: Double) throws(Silence) -> [UInt8] {
        let start = clock.now
        while true {
            if let line = process.nextLine() { return line }
            if process.isTooLong { throw .tooLong }
            let left = seconds - (clock.now - start).seconds
            guard left > 0 else { throw .late }
            var descriptors = [
                pollfd(fd: process.output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: process.wantsToWrite ? process.input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            guard poll(&descriptors, 2, Int32((left * 1000).rounded(.up))) > 0 else { continue }
            if descriptors[1].revents != 0 { process.write() }
            guard descriptors[0].revents != 0 else { continue }
            if case .end = process.read(), !process.hasLine {
                throw .ended(process.ended(within: 200).map { "ended " + $0.text } ?? "closed its standard output")
            }
        }
    }

    /// Closes the adapter's input; how it ended, `nil` when it does not within the time.
    func finish(within seconds: Double) -> AdapterProcess.Ending? {
        process.closeInput()
        let start = clock.now
        while (clock.now - start).seconds < seconds {
            _ = process.read()
            while process.nextLine() != nil {}
            if let ending = process.ended(within: 4) { return ending }
        }
        return nil
    }

    /// Ends the process.
    func kill() { process.kill() }
}
