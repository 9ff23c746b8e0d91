// The output of the processes: replies, and lines that are no replies.
extension ProcessRun {
    /// Reads the output of a process.
    mutating func readable(_ index: Int) throws(RunError) {
        guard let process = workers[index].process else { return }
        let reading = process.read()
        if let line = process.nextLine() {
            try receive(line, index, process)
        } else if process.isTooLong {
            let text = "printed a line of more than \(options.limits.replyBytes) bytes"
            try spoil(index, process, CaseFailure(CaseFailure.Class.malformed, text))
        } else if case .end = reading {
            var text = process.endingText
            if !process.rest.isEmpty { text += " in the middle of a line: \(AdapterReply.excerpt(process.rest))" }
            try spoil(index, process, CaseFailure(CaseFailure.Class.crash, text))
        }
    }

    /// Handles a malformed reply or the end of a process.
    ///
    /// If the process has not read any of the current request, the case before is to blame: that case fails, and the
    /// current one is asked again.
    private mutating func spoil(_ index: Int, _ process: AdapterProcess, _ fault: CaseFailure) throws(RunError) {
        guard case .asking(let asking) = workers[index].state else {
            return try failStart(index, fault.text + (fault.name == CaseFailure.Class.crash ? process.startHint : ""))
        }
        let isFirst = asking.request.id == asking.judge.firstRequest
        let isLate = process.unread >= asking.count || isBelated(fault, index, asking, process)
        if isFirst, isLate, blame(index, CaseFailure(fault.name, fault.text + " after its reply")) {
            attempts[asking.index, default: 1] += 1
            if attempts[asking.index, default: 1] <= options.limits.attempts {
                if !isEnough { waiting.append(asking.index) }
                return restart(index)
            }
        }
        fail(index, asking, fault.name, fault.text)
    }

    /// Returns whether a malformed line belongs to the case before, although the process has read the current request.
    ///
    /// This is possible if the right reply follows. Then the case before is asked again, of a new process, to see
    /// whether that process prints something after its reply.
    private mutating func isBelated(
        _ fault: CaseFailure,
        _ index: Int,
        _ asking: AdapterWorker.Asking,
        _ process: AdapterProcess
    ) -> Bool {
        guard fault.name == CaseFailure.Class.malformed, let last = workers[index].last, replays < Self.replayLimit,
            let next = try? AdapterConversation(process).line(within: Self.pause),
            (try? AdapterReply(parsing: next, id: asking.request.id)) != nil
        else { return false }
        let request = CaseJudge(entries[last], firstRequest: Self.requestId(of: last)).request
        guard let conversation = try? AdapterConversation(command: command, limits: options.limits, errors: errors)
        else {
            return false
        }
        defer { conversation.kill() }
        conversation.send(AdapterRequest.hello.line)
        guard (try? conversation.line(within: options.startTimeout)) != nil else { return false }
        conversation.send(request.line)
        guard (try? conversation.line(within: options.timeout)) != nil else { return false }
        if (try? conversation.line(within: Self.pause)) != nil { return true }
        replays += 1
        return false
    }

    private mutating func receive(_ line: [UInt8], _ index: Int, _ process: AdapterProcess) throws(RunError) {
        switch workers[index].state {
        case .greeting:
            do throws(AdapterReply.Malformed) {
                let greeting = try AdapterGreeting(AdapterReply(parsing: line, id: AdapterRequest.hello.id))
                workers[index].greeting = greeting
                workers[index].state = .idle
                if self.greeting == nil { self.greeting = greeting }
            } catch {
                try failStart(index, error.reason)
            }
        case .asking(let asking):
            do throws(AdapterReply.Malformed) {
                try receive(AdapterReply(parsing: line, id: asking.request.id), asking, index, process)
            } catch {
                try spoil(index, process, CaseFailure(CaseFailure.Class.malformed, error.reason))
            }
        case .ended, .idle, .retired: break
        }
    }

    private mutating func receive(
        _ reply: AdapterReply,
        _ asking: AdapterWorker.Asking,
        _ index: Int,
        _ process: AdapterProcess
    ) {
        guard let adapter = workers[index].greeting else { return }
        let seconds = asking.earlier + (clock.now - asking.sent).seconds
        switch asking.judge.judge(reply, to: asking.request, of: adapter) {
        case .done(var result):
            result.seconds = seconds
            workers[index].last = asking.index
            workers[index].state = .idle
            // Only an answered case proves that the start succeeded.
            workers[index].failedStarts = 0
            restartsInRow = 0
            finish(result, of: asking.index)
        case .ask(let request):
            var asking = asking
            let line = request.line
            asking.request = request
            asking.count = line.count
            asking.earlier = seconds
            asking.sent = clock.now
            workers[index].state = .asking(asking)
            process.send(line)
        }
    }
}
