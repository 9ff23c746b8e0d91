/// The handshake, and early data.
extension TLSPlan {
    mutating func shakeHands() {
        let offered = (0..<head[2] & 3).map { ["h2", "http/1.1", "x"][$0] }
        let taken = head[2] & 16 != 0 && !offered.isEmpty ? offered[offered.count - 1] : nil
        let hello = helloExtensions(offered)
        let identifier = planBytes(2, head[5] >> 4 & 1 == 0 ? 32 : 0)
        let suites = [0x1301, 0x1302, 0x1303, 0xC02F]
        let client = TLSHelloWriter.client(random: random, identifier: identifier, suites: suites, hello)
        if mode == 15 {
            helloLimit = client.count - 4 - (head[4] & 1)
            if head[4] & 1 != 0 {
                reasons.insert("tls-malformed")
            }
        }
        let isTooLong = mode == 15 && head[4] & 1 != 0
        var accepts: Bool?
        switch early {
        case .none: break
        case .accepted: accepts = true
        case .refused: accepts = false
        }
        if mode != 10 {
            // Old clients write their first record in the oldest version (RFC 8446 appendix D.2 and section 5.1).
            addHello(0, client, version: [1, 1, 3, 0][head[2] >> 5 & 2 | head[5] >> 7])
            if isTooLong { isOver = [true, true] }
            if offersEarly { sendEarly() }
            if isRetried {
                // The second hello offers no early data (section 4.1.2).
                let other = hello.filter { $0.type != 42 }
                let again = TLSHelloWriter.client(random: random, identifier: identifier, suites: suites, other)
                retry(again, identifier)
            }
            serverHello(identifier)
        }
        sealers = [1, 2].map { TLSNewSealer(suite, secrets[Self.labels[$0]] ?? []) }
        if !isOver[0], !isOver[1], mode != 10 { serverExtensions(taken, accepts) }
        if mode == 10 { stopMissing() }
        if case .accepted = early, !isOver[0] {
            var sealer = earlySealer
            let end = sealer.seal(TLSHelloWriter.message(5, []), type: 22)
            earlySealer = sealer
            protected(0, end, "record", label: 0)
        }
        let finished = TLSHelloWriter.message(20, planBytes(4, suite.secretCount))
        let seal = sealers[0].seal(finished, type: 22)
        protected(0, seal, "record", label: 1)
        sealers = [3, 4].map { TLSNewSealer(suite, secrets[Self.labels[$0]] ?? []) }
        session = isTooLong || mode == 10 ? Self.unreadSession : session(offered, taken, accepts)
    }

    /// The description of a session whose handshake cannot be read.
    private static let unreadSession = "- - name - offers [] takes - early false - retried false random -"

    /// Returns the description of a session whose handshake is read.
    private func session(_ offered: [String], _ taken: String?, _ accepts: Bool?) -> String {
        let isOld = mode == 9
        let readsExtensions = !isOld && mode != 8 && !([6, 7].contains(mode) && head[4] % 5 == 2)
        let version = isOld ? oldHello.version : "TLS 1.3"
        let cipher = isOld ? oldHello.suite : "\(suite.name) (0x\(String(suite.number, radix: 16)))"
        return "\(version) \(cipher) name \(serverName ?? "-")"
            + " offers [\(offered.joined(separator: ","))] takes \(readsExtensions ? taken ?? "-" : "-")"
            + " early \(offersEarly) \(accepts.map { "\($0)" } ?? "-") retried \(isRetried)"
            + " random \(randomText.prefix(8))"
    }

    /// The name in the client's hello.
    private var serverName: String? {
        let names = ["im.example", "a", "*.im.example.", nil]
        return names[head[2] >> 2 & 3]
    }

    private var offersEarly: Bool { if case .none = early { false } else { true } }

    /// Returns the extensions of the client's hello.
    private func helloExtensions(_ offered: [String]) -> [(type: Int, content: [UInt8])] {
        var hello: [(type: Int, content: [UInt8])] = [(43, [4, 3, 4, 3, 3])]
        // An unknown extension, for implementations that do not tolerate it (RFC 8701).
        if head[2] & 64 != 0 { hello.insert((0x0A0A, []), at: 0) }
        if let serverName { hello.append(TLSHelloWriter.serverName(serverName, hasOther: head[1] & 128 != 0)) }
        if !offered.isEmpty { hello.append(TLSHelloWriter.protocols(offered)) }
        if offersEarly { hello += [(42, []), (41, planBytes(1, 40))] }
        // Padding makes the client's hello the longest message.
        if mode == 15 { hello.append((21, [UInt8](repeating: 0, count: 200))) }
        return hello
    }

    private var earlySealer: TLSNewSealer {
        get { storedEarly ?? TLSNewSealer(suite, secrets[Self.labels[0]] ?? []) }
        set { storedEarly = newValue }
    }

    /// Sends early data, before the server's hello.
    private mutating func sendEarly() {
        for number in 0..<2 {
            let data = planBytes(90 + number, 20 + number)
            let bytes = earlySealer.seal(data, type: 23)
            if case .accepted = early {
                protected(0, bytes, "data \(data.count)", label: 0, data)
            } else {
                skip(0, bytes)
            }
        }
    }

    /// Adds the server's request for another hello, and that hello (section 4.1.4).
    private mutating func retry(_ client: [UInt8], _ identifier: [UInt8]) {
        let wish = TLSHelloWriter.server(
            random: TLSHelloWriter.retryRandom,
            identifier: identifier,
            suite: suite.number,
            [(43, [3, 4]), (51, [0, 23])]
        )
        addHello(1, wish)
        changeCipherSpec(1)
        changeCipherSpec(0)
        addHello(0, client)
    }

    /// Adds a hello in one record or in two.
    ///
    /// A hello that is too long stays in one record, since only its first record is read.
    private mutating func addHello(_ side: Int, _ message: [UInt8], version: UInt8 = 3) {
        let place = [0, 1, 3, 4, 38, message.count / 2, message.count - 1, 0][head[0] >> 5]
        let isCut = mode != 15 && place > 0 && (head[0] & 16 == 0) == (side == 0)
        for part in isCut ? [message[..<place], message[place...]] : [message[...]] {
            add(side, TLSHelloWriter.record(22, Array(part), version: version), "record")
        }
    }

    /// Adds a record without meaning, for middleboxes (appendix D.4).
    private mutating func changeCipherSpec(_ side: Int) {
        if head[1] & 64 != 0 { add(side, TLSHelloWriter.record(20, [1]), "record") }
    }

    /// The version and the suite of a hello that is not supported, and the reason.
    private var oldHello: (version: String, suite: String, reason: String) {
        let usual = "\(suite.name) (0x\(String(suite.number, radix: 16)))"
        switch head[4] % 8 {
        case 0:
            let name = "TLS_AES_128_CCM_SHA256 (0x1304)"
            return ("TLS 1.3", name, "tls-cipher: cipher suite \(name) is not supported")
        case 1:
            let name = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 (0xC02F)"
            return ("TLS 1.3", name, "tls-cipher: cipher suite \(name) is not supported")
        case 2: return ("TLS 1.3", "0x13AB", "tls-cipher: cipher suite 0x13AB is not supported")
        case 3: return ("TLS 1.3 draft 28", usual, "tls-version: TLS 1.3 draft 28 is not supported")
        case 4: return ("TLS 1.0", usual, "tls-version: TLS 1.0 is not supported")
        case 5: return ("SSL 3.0", usual, "tls-version: SSL 3.0 is not supported")
        case 6: return ("TLS 1.2", usual, "tls-cipher: cipher suite \(usual) is not supported")
        default: return ("TLS 1.3", usual, "tls-compression: compression (method 1) is not supported")
        }
    }

    private mutating func serverHello(_ identifier: [UInt8]) {
        var all: [(type: Int, content: [UInt8])] = [(51, planBytes(3, 36)), (43, [3, 4])]
        var number = suite.number
        var version = 0x0303
        var compression: UInt8 = 0
        if mode == 9 {
            switch head[4] % 8 {
            case 0: number = 0x1304
            case 1: number = 0xC02F
            case 2: number = 0x13AB
            case 3: all = [(43, [0x7F, 0x1C])]
            case 4: (all, version) = ([], 0x0301)
            case 5: (all, version) = ([], 0x0300)
            case 6: all = []
            default: compression = 1
            }
        }
        switch early {
        case .accepted, .refused(inHello: false): all.append((41, [0, 0]))
        default: break
        }
        let hello = TLSHelloWriter.server(
            random: planBytes(head[4] + 77, 32),
            identifier: identifier,
            suite: number,
            version: version,
            compression: compression,
            all
        )
        addHello(1, hello)
        if mode == 9 {
            stop(0, oldHello.reason)
            stop(1, oldHello.reason)
        } else if !isRetried {
            changeCipherSpec(1)
        }
    }

    /// Adds the encrypted part of the server's flight: extensions, a certificate and Finished, in records of any form.
    private mutating func serverExtensions(_ taken: String?, _ accepts: Bool?) {
        var all: [(type: Int, content: [UInt8])] = []
        if let taken { all.append(TLSHelloWriter.protocols([taken])) }
        if accepts == true { all.append((42, [])) }
        // A server acknowledges a name with an empty extension (RFC 6066 section 3).
        if head[2] & 128 != 0 { all.insert((0, []), at: 0) }
        let extensions = TLSHelloWriter.message(8, TLSHelloWriter.extensions(all))
        let certificate = TLSHelloWriter.message(11, planBytes(5, 300))
        let finished = TLSHelloWriter.message(20, planBytes(6, suite.secretCount))
        let everything = extensions + certificate + finished
        var parts: [[UInt8]]
        switch head[5] & 3 {
        case 0: parts = [extensions, certificate, finished]
        case 1: parts = [everything]
        case 2: parts = stride(from: 0, to: everything.count, by: 100).map { Array(everything[$0...].prefix(100)) }
        default: parts = [[everything[0]], Array(everything[1..<3]), Array(everything[3...])]
        }
        for part in parts { protected(1, sealers[1].seal(part, type: 22), "record", label: 2) }
    }

    private mutating func stopMissing() {
        for side in 0..<2 { stop(side, "tls-handshake-missing: the handshake is not in the capture") }
    }
}
