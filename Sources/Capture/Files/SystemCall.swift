#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// System calls by names that methods of the same name do not hide, whatever the system's module is called.
package enum SystemCall {
    /// Reads once: how many bytes came, or -1.
    package static func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, target.baseAddress, target.count)
        #elseif canImport(Musl)
            Musl.read(descriptor, target.baseAddress, target.count)
        #else
            Darwin.read(descriptor, target.baseAddress, target.count)
        #endif
    }

    /// Writes once: how many bytes went, or -1.
    package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// Closes a file; `false` when what was written to it could not be kept.
    package static func close(_ descriptor: Int32) -> Bool {
        #if canImport(Glibc)
            let status = Glibc.close(descriptor)
        #elseif canImport(Musl)
            let status = Musl.close(descriptor)
        #else
            let status = Darwin.close(descriptor)
        #endif
        // A signal in between leaves nothing to do: the file is closed.
        return status == 0 || errno == EINTR
    }
}
