import WireFormat

extension ObfuscationKey {
    /// Decides a connection's key from the frames that its client sends.
    ///
    /// Each connection may have its own key. So a given key does not hold for a connection whose CONNECT makes no sense
    /// under it and shows another one.
    /// - Parameters:
    ///   - client: the client's bytes so far, from the beginning of a frame.
    ///   - given: the user's key, if there is one.
    /// - Returns: `nil` if the bytes do not decide; more of them may.
    package static func ofConnection(_ client: Span<UInt8>, given: ObfuscationKey?) -> ObfuscationKey? {
        guard let given else { return recover(fromFrames: client) }
        guard !client.isEmpty, FrameHeader(rawValue: client[0]).type == .connect else { return given }
        let envelope: TCPEnvelope?
        do throws(WireError) { envelope = try TCPEnvelope(client, at: 0) } catch { return given }
        guard let envelope, client.count >= envelope.totalLength else { return nil }
        let connect = client.extracting(0..<envelope.totalLength)
        return sense(of: connect, given, .client) != nil ? given : recover(from: connect, sender: .client) ?? given
    }

    /// Returns the key from the first of a client's frames that reveals it.
    private static func recover(fromFrames bytes: Span<UInt8>) -> ObfuscationKey? {
        var position = 0
        while let envelope = try? TCPEnvelope(bytes, at: position), bytes.count - position >= envelope.totalLength {
            let frame = bytes.extracting(position..<position + envelope.totalLength)
            if let key = recover(from: frame, sender: .client) { return key }
            position += envelope.totalLength
        }
        return nil
    }
}
