package import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Opens readers of captures, which read from files, for bytes in memory.
package enum CaptureBytes {
    /// The number of bytes that every pipe holds without a reader.
    private static let pipeRoom = 60 << 10

    /// Returns a reader of `bytes`.
    ///
    /// - Parameter isFile: whether to use a file, which can be read twice, even for few bytes.
    package static func open(
        _ bytes: [UInt8],
        limits: CaptureLimits = CaptureLimits(),
        isFile: Bool = false
    ) throws(CaptureError) -> CaptureReader {
        try CaptureReader(descriptor: descriptor(bytes, isFile: isFile), closesDescriptor: true, limits: limits)
    }

    /// Returns a copier of `bytes` that keeps their secrets.
    package static func copier(_ bytes: [UInt8], limits: CaptureLimits) throws(CaptureError) -> CaptureCopier {
        try CaptureCopier(
            descriptor: descriptor(bytes),
            closesDescriptor: true,
            keepsSecrets: true,
            limits: limits
        )
    }

    /// Returns a reader that gets `bytes` in pieces, one for each system call.
    ///
    /// - Parameter ends: the ends of the pieces; at most 100 are used, and the last one is the end of the bytes.
    package static func open(_ bytes: [UInt8], ends: [Int]) throws(CaptureError) -> CaptureReader {
        var pair: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #elseif canImport(Musl)
            let kind = SOCK_SEQPACKET
        #else
            let kind = Int32(SOCK_SEQPACKET.rawValue)
        #endif
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .inputOutput(errno) }
        var start = 0
        let dontWait = Int32(truncatingIfNeeded: Int(MSG_DONTWAIT))
        for end in ends.prefix(100) where end > start {
            let sent = bytes[start..<end].withUnsafeBytes { send(pair[0], $0.baseAddress, $0.count, dontWait) }
            guard sent == end - start else {
                // Without room in the socket, all bytes come from a file instead.
                close(pair[0])
                close(pair[1])
                return try open(bytes)
            }
            start = end
        }
        close(pair[0])
        return try CaptureReader(descriptor: pair[1], closesDescriptor: true)
    }

    /// Returns a descriptor for reading `bytes`: a pipe, or a file without a name if a pipe is too small.
    private static func descriptor(_ bytes: [UInt8], isFile: Bool = false) throws(CaptureError) -> Int32 {
        if bytes.count <= pipeRoom, !isFile {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw .inputOutput(errno) }
            let written = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
            close(ends[1])
            guard written == bytes.count else { throw .inputOutput(errno) }
            return ends[0]
        }
        let (file, name) = TemporaryFile.make()
        guard file >= 0 else { throw .inputOutput(errno) }
        unlink(name)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .inputOutput(errno) }
            done += count
        }
        lseek(file, 0, SEEK_SET)
        return file
    }
}
