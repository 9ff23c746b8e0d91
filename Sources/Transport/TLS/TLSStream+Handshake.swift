import WireFormat

extension TLSStream {
    /// Reads the handshake messages in a record's content.
    ///
    /// - Parameter epoch: the keys that protected the record; `nil` when it was plain.
    mutating func handshake(_ content: Span<UInt8>, _ side: Int, epoch: TLSEpoch.Name?) {
        var position = 0
        while sides[side].stopped == nil {
            let message: TLSHandshakeMessage
            do throws(WireError) {
                guard let read = try sides[side].handshake.next(content, at: &position, limit: limits.handshakeBytes)
                else { return }
                message = read
            } catch {
                return stop(side, malformed: error)
            }
            do throws(WireError) {
                try self.message(message, side, epoch)
            } catch {
                stop(side, malformed: error.inside("handshake message \(message.type)").inside("TLS"))
            }
        }
    }

    /// Gives up at an unreadable handshake message: in both directions, unless the hellos are complete.
    private mutating func stop(_ side: Int, malformed error: WireError) {
        if negotiation.isComplete { stop(side, .malformed(error)) } else { stopBoth(.malformed(error)) }
    }

    private mutating func message(
        _ message: TLSHandshakeMessage,
        _ side: Int,
        _ epoch: TLSEpoch.Name?
    ) throws(WireError) {
        // A new pair of hellos is encrypted with the current keys (renegotiation); a plain hello then is not genuine.
        let isHelloAllowed = epoch == .tls12 || epoch == nil && !negotiation.isComplete
        switch (message.type, side) {
        case (TLSHandshakeType.clientHello, Self.client) where isHelloAllowed:
            clientHello(try TLSClientHello(message.body.span))
        case (TLSHandshakeType.serverHello, Self.server) where isHelloAllowed:
            serverHello(try TLSServerHello(message.body.span))
        case (TLSHandshakeType.encryptedExtensions, Self.server) where epoch == .handshake:
            encryptedExtensions(try TLSEncryptedExtensions(message.body.span))
        case (TLSHandshakeType.endOfEarlyData, Self.client) where epoch == .earlyData:
            sides[side].epochs.removeAll { $0.name == .earlyData }
        case (TLSHandshakeType.finished, _) where epoch == .handshake:
            sides[side].isEstablished = true
            sides[side].epochs = [TLSEpoch(.application(0))]
        case (TLSHandshakeType.finished, _) where epoch == .tls12:
            sides[side].isEstablished = true
        case (TLSHandshakeType.keyUpdate, _):
            keyUpdate(side, epoch)
        default: break
        }
    }

    private mutating func keyUpdate(_ side: Int, _ epoch: TLSEpoch.Name?) {
        guard let current = sides[side].epochs.first, current.name == epoch, let updated = current.updated
        else { return }
        sides[side].epochs = [updated]
    }

    mutating func clientHello(_ hello: TLSClientHello) {
        let isSecond = sides[Self.client].hasHello
        sides[Self.client].hasHello = true
        session.clientRandom = hello.random
        session.serverName = hello.serverName
        session.offeredProtocols = hello.protocols
        negotiation.clientRandom = hello.random
        guard !isSecond else { return }
        session.offersEarlyData = hello.offersEarlyData
        if negotiation.version == .tls13, sides[Self.client].epochs.isEmpty { arrangeClient() }
    }

    private mutating func serverHello(_ hello: TLSServerHello) {
        sides[Self.server].hasHello = true
        session.version = hello.version
        session.cipherSuite = hello.cipherSuite
        if hello.isRetry {
            session.isRetried = true
            session.acceptsEarlyData = session.offersEarlyData ? false : nil
            return
        }
        session.applicationProtocol = hello.applicationProtocol
        guard hello.version == .tls12 || hello.version == .tls13 else { return stopBoth(.version(hello.version)) }
        guard hello.compression == 0 else { return stopBoth(.compression(hello.compression)) }
        guard let protection = hello.cipherSuite.protection, protection.isTLS13 == (hello.version == .tls13) else {
            return stopBoth(.cipherSuite(hello.cipherSuite))
        }
        negotiation.serverRandom = hello.random
        negotiation.version = hello.version
        negotiation.protection = protection
        negotiation.encryptsThenMACs = hello.encryptsThenMACs
        negotiation.takesPSK = hello.takesPSK
        guard hello.version == .tls13 else { return }
        sides[Self.server].epochs = [TLSEpoch(.handshake), TLSEpoch(.application(0))]
        if sides[Self.client].hasHello { arrangeClient() }
    }

    /// Sets the keys that the client may use after both hellos of TLS 1.3.
    private mutating func arrangeClient() {
        var epochs = [TLSEpoch(.handshake), TLSEpoch(.application(0))]
        if session.offersEarlyData {
            if session.isRetried || !negotiation.takesPSK { session.acceptsEarlyData = false }
            if session.acceptsEarlyData == false {
                sides[Self.client].toleratesUnopened = true
            } else {
                epochs.insert(TLSEpoch(.earlyData), at: 0)
            }
        }
        sides[Self.client].epochs = epochs
    }

    private mutating func encryptedExtensions(_ message: TLSEncryptedExtensions) {
        session.applicationProtocol = message.applicationProtocol
        guard session.offersEarlyData else { return }
        session.acceptsEarlyData = message.acceptsEarlyData
        if !message.acceptsEarlyData, sides[Self.client].epochs.first?.name == .earlyData {
            sides[Self.client].epochs.removeFirst()
            sides[Self.client].toleratesUnopened = true
        }
    }
}
