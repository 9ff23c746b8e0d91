import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A conversation with one adapter process, one request at a time.
package struct AdapterConversation {
    /// The reason why there is no line.
    enum Silence: Error, Hashable {
        /// The process ended or closed its output; the text tells how.
        case ended(String)
        /// No complete line arrived in time.
        case late
        /// More bytes arrived than a reply may have.
        case tooLong
        /// The user interrupted the run.
        case interrupted
    }

    private let process: AdapterProcess
    /// The sink of the process's standard error; `nil` if the caller has passed its own.
    private let errors: AdapterErrors?
    /// A descriptor that becomes readable when the user interrupts the run; -1 for none.
    private let interruption: Int32
    private let clock = ContinuousClock()

    /// Starts the adapter.
    ///
    /// - Parameters:
    ///   - errors: the sink of the process's standard error; by default a new one.
    ///   - interruption: a descriptor that becomes readable when the user interrupts the run; -1 for none.
    init(
        command: String,
        limits: AdapterLimits = AdapterLimits(),
        errors: AdapterErrors? = nil,
        interruption: Int32 = -1
    ) throws(AdapterProcess.StartError) {
        self.interruption = interruption
        let own = errors == nil ? AdapterErrors(limit: limits.errorBytes) : nil
        self.errors = own
        process = try AdapterProcess(
            command: command,
            longestLine: limits.replyBytes,
            errors: errors ?? own ?? AdapterErrors(limit: 0)
        )
    }

    /// Continues with a running process.
    init(_ process: AdapterProcess) {
        self.process = process
        errors = nil
        interruption = -1
    }

    /// Sends bytes without waiting for an answer.
    func send(_ bytes: [UInt8]) { process.send(bytes) }

    /// Returns the next line of the adapter.
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
                pollfd(fd: process.errorOutput, events: Int16(POLLIN), revents: 0),
                pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
            ]
            let count = nfds_t(descriptors.count)
            guard poll(&descriptors, count, Int32((left * 1000).rounded(.up))) > 0 else { continue }
            if descriptors[3].revents != 0 { throw .interrupted }
            if descriptors[2].revents != 0 { process.readErrors() }
            if descriptors[1].revents != 0 { process.write() }
            guard descriptors[0].revents != 0 else { continue }
            if case .end = process.read(), !process.hasLine {
                throw .ended(process.endingText)
            }
        }
    }

    /// Closes the adapter's input, and returns how the process ended; `nil` if it does not end in time.
    func finish(within seconds: Double) -> AdapterProcess.Ending? {
        process.closeInput()
        let start = clock.now
        while (clock.now - start).seconds < seconds {
            _ = process.read()
            process.readErrors()
            while process.nextLine() != nil {}
            if let ending = process.ended(within: 4) { return ending }
        }
        return nil
    }

    /// Ends the process.
    package func kill() {
        process.kill()
        errors?.finish()
    }

    // MARK: Whole requests

    /// Starts an adapter and does the handshake.
    ///
    /// - Parameters:
    ///   - command: the command line that starts the adapter, for `/bin/sh`.
    ///   - seconds: the time limit for the handshake in seconds.
    ///   - limits: the protection against hostile adapters.
    ///   - interruption: a descriptor that becomes readable when the user interrupts the run; -1 for none.
    package static func begin(
        _ command: String,
        within seconds: Double,
        limits: AdapterLimits = AdapterLimits(),
        interruption: Int32 = -1
    ) throws(RunError) -> (conversation: AdapterConversation, greeting: AdapterGreeting) {
        let conversation: AdapterConversation
        do {
            conversation = try AdapterConversation(command: command, limits: limits, interruption: interruption)
        } catch {
            throw .notStarted("cannot be started: \(SystemCall.reason(error.number))")
        }
        do throws(CaseFailure) {
            let reply = try conversation.reply(to: .hello, within: seconds)
            do throws(AdapterReply.Malformed) {
                return (conversation, try AdapterGreeting(reply))
            } catch {
                throw CaseFailure(CaseFailure.Class.malformed, error.reason)
            }
        } catch {
            conversation.kill()
            if error.name == CaseFailure.Class.interrupted { throw .interrupted }
            throw .notStarted(error.text)
        }
    }

    /// Sends a request and waits for its reply.
    ///
    /// - Throws: the adapter's failure; the text ends a sentence that begins with "the adapter".
    package func reply(to request: AdapterRequest, within seconds: Double) throws(CaseFailure) -> AdapterReply {
        send(request.line)
        let answer: [UInt8]
        do throws(Silence) {
            answer = try line(within: seconds)
        } catch {
            switch error {
            case .ended(let how):
                throw CaseFailure(CaseFailure.Class.crash, "\(how) before it answered \(request.operation)")
            case .late:
                let time = ProcessRun.shown(seconds)
                throw CaseFailure(CaseFailure.Class.hang, "did not answer \(request.operation) within \(time) s")
            case .tooLong:
                let text = "answered \(request.operation) with a line that is too long"
                throw CaseFailure(CaseFailure.Class.malformed, text)
            case .interrupted:
                throw CaseFailure(CaseFailure.Class.interrupted, "was interrupted")
            }
        }
        do throws(AdapterReply.Malformed) {
            return try AdapterReply(parsing: answer, id: request.id)
        } catch {
            throw CaseFailure(CaseFailure.Class.malformed, error.reason)
        }
    }

    /// A failure of the process that no request caused; `nil` if it waits quietly.
    package var unrest: CaseFailure? { process.unrest }
}
