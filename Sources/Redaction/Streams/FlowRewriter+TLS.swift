import Capture
import Inspection
import Transport
import WireFormat

// Encrypted connections; the output holds them decrypted.
extension FlowRewriter {
    /// Starts decryption with the waiting bytes of both directions.
    ///
    /// - Parameter side: the direction whose waiting bytes begin with a hello.
    func startTLS(_ side: FlowSide) throws(RedactionError) {
        let waiting = sides[side].waiting
        // 1 is the client's hello, 2 the server's.
        if !flow.sawSYN { client = waiting.span[5] == 1 ? side : side.other }
        tls = TLSStream(limits: context.limits.transport)
        isEncrypted = true
        for own in [sides.first, sides.second] {
            // The bytes before TLS, such as those of a proxy, are not encrypted.
            var decryption = StreamMap()
            decryption.append(old: own.map.oldEnd, new: own.map.oldEnd, place: 0)
            own.decryption = decryption
            own.sealed = own.waiting.array
            own.waiting = ByteQueue()
        }
        try openRecords(from: side)
    }

    func decrypt(_ bytes: Span<UInt8>, _ side: FlowSide) throws(RedactionError) {
        sides[side].sealed += Array(copying: bytes)
        try openRecords(from: side)
    }

    /// Decrypts the complete records of both directions until no progress is possible.
    private func openRecords(from side: FlowSide) throws(RedactionError) {
        var idle = 0
        var current = side
        while idle < 2 {
            idle += 1
            while try openRecord(current) { idle = 0 }
            current = current.other
        }
    }

    private func openRecord(_ side: FlowSide) throws(RedactionError) -> Bool {
        guard var stream = tls else { return false }
        var plaintext = ByteWriter(capacity: 1 << 12)
        let start = sides[side].opened
        let sealed = sides[side].sealed
        var opened = start
        let event = stream.next(
            sealed.span,
            at: &opened,
            from: side == client ? .client : .server,
            secrets: context.secrets,
            into: &plaintext
        )
        tls = stream
        sides[side].opened = opened
        guard let event else {
            if start > 0 {
                // A copy frees the memory of the records that were read.
                sides[side].sealed = Array(sides[side].sealed[start...])
                sides[side].opened -= start
            }
            return false
        }
        let taken = opened - start
        switch event {
        case .applicationData:
            let bytes = plaintext.array
            sides[side].decryption?.append(old: taken, new: bytes.count, place: 0)
            sides[side].waiting.append(bytes.span)
            try advance()
        case .undecrypted(let status): giveUp("TLS is not decrypted: \(status)")
        case .skipped where phase == .cut:
            sides[side].decryption?.append(old: taken, new: taken, place: 0)
            sides[side].waiting.append([UInt8](repeating: 0, count: taken).span)
            cut(side, taken)
        case .skipped, .record, .alert, .end:
            // Skipped are refused early data, a handshake without its secrets, and what follows a hole or the end: the
            // inspector reads none of it either.
            sides[side].decryption?.append(old: taken, new: 0, place: 0)
        }
        return true
    }

    /// Continues after a hole in the encrypted bytes, if the records after it can be decrypted.
    func passTLSHole(_ length: Int, _ side: FlowSide) throws(RedactionError) {
        let own = sides[side]
        let sealed = own.sealed
        let start = own.opened
        own.sealed = []
        own.opened = 0
        tls?.gap(sealed.span.extracting(droppingFirst: start), length: length, from: side == client ? .client : .server)
        // The incomplete records before the hole.
        own.decryption?.append(old: sealed.count - start, new: 0, place: 0)
        own.decryption?.append(old: length, new: length, place: StreamMap.hole)
        try passHole(Hole(length: length, isEncrypted: true), side)
    }
}
