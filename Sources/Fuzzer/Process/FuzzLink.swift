import FuzzInputs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One end of the connection between a fuzzer and the process that runs its inputs; transfers whole messages.
///
/// A message is its length in four bytes, big-endian, and its bytes.
struct FuzzLink {
    /// The open socket.
    let descriptor: Int32

    /// Sends a message; returns `false` if the other end is closed.
    func send(_ message: [UInt8]) -> Bool {
        let whole = Framing.bigEndian(UInt64(message.count), 4) + message
        var done = 0
        while done < whole.count {
            let count = whole[done...].withUnsafeBytes {
                #if canImport(Darwin)
                    write(descriptor, $0.baseAddress, $0.count)
                #else
                    #if canImport(Glibc)
                        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(truncatingIfNeeded: Int(MSG_NOSIGNAL)))
                    #else
                        Musl.send(descriptor, $0.baseAddress, $0.count, Int32(truncatingIfNeeded: Int(MSG_NOSIGNAL)))
                    #endif
                #endif
            }
            if count > 0 { done += count } else if errno != EINTR { return false }
        }
        return true
    }

    /// Receives a message.
    ///
    /// - Parameter seconds: the maximum wait for each part; no limit if negative.
    /// - Returns: the message; `nil` if the other end is closed or the wait timed out, as ``hasTimedOut`` tells.
    func receive(seconds: Int, hasTimedOut: inout Bool) -> [UInt8]? {
        guard let head = receive(count: 4, seconds, &hasTimedOut) else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        return receive(count: length, seconds, &hasTimedOut)
    }

    private func receive(count: Int, _ seconds: Int, _ hasTimedOut: inout Bool) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        let end = ContinuousClock.now + .seconds(max(0, seconds))
        while done < count {
            if seconds >= 0 {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let left = (end - .now) / .milliseconds(1)
                let ready = poll(&waiting, 1, Int32(max(0, min(left.rounded(.up), Double(Int32.max)))))
                if ready == 0 {
                    hasTimedOut = true
                    return nil
                }
                if ready < 0 {
                    guard errno == EINTR else { return nil }
                    // A read would wait without a limit.
                    continue
                }
            }
            let got = bytes[done...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if got > 0 { done += got } else if got == 0 || errno != EINTR { return nil }
        }
        return bytes
    }
}
