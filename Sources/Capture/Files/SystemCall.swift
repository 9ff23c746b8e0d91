#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// System calls under names that do not collide with methods of the same name, for each platform's C library.
package enum SystemCall {
    /// Calls read(2) once; returns the number of bytes, or -1.
    package static func read(_ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, target.baseAddress, target.count)
        #elseif canImport(Musl)
            Musl.read(descriptor, target.baseAddress, target.count)
        #else
            Darwin.read(descriptor, target.baseAddress, target.count)
        #endif
    }

    /// Calls write(2) once; returns the number of bytes, or -1.
    package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    /// Closes a file; `false` when data written to it could not be stored.
    package static func close(_ descriptor: Int32) -> Bool {
        #if canImport(Glibc)
            let status = Glibc.close(descriptor)
        #elseif canImport(Musl)
            let status = Musl.close(descriptor)
        #else
            let status = Darwin.close(descriptor)
        #endif
        // After EINTR the descriptor is closed all the same.
        return status == 0 || errno == EINTR
    }

    /// Returns the system's words for an error number, such as `No such file or directory`.
    package static func reason(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
}
