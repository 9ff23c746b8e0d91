import CPcap
import Capture
import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The state of a running capture: libpcap's handle, and the writer of the file format.
struct LiveState: ~Copyable {
    /// The number of bytes after which a batch of packets is returned although there may be more.
    private static let batchBytes = 1 << 20
    /// The number of batches fetched after the end was requested: more than the kernel has collected.
    private static let mostLastBatches = 32
    /// The number of milliseconds after which a wait without packets ends.
    private static let idleMilliseconds: Int32 = 100

    /// How far the capture has come.
    private enum Phase {
        /// Opened; the beginning of the file was not returned yet.
        case opened
        case running
        /// The end was requested or its time has come; packets that arrived before it are still to be fetched.
        case stopping
        /// The kernel's counts were written.
        case finished
    }

    private let handle: OpaquePointer
    private let stop: StopSignal?
    private let deadline: ContinuousClock.Instant?
    private let gatheringMilliseconds: Int32
    private let hasNanoseconds: Bool
    private var writer = PcapNGWriter()
    private var statistics = LiveStatistics()
    /// The reason why capturing ended by itself.
    private(set) var failure: LiveCaptureError?
    /// An open file for a copy of everything; -1 for none.
    private var output: Int32 = -1
    private var outputKeepsSecrets = true
    /// The source of TLS secrets.
    var keyLog: KeyLogTail?
    private var phase = Phase.opened
    /// The last bytes, for a reader that continues after the end was requested.
    private var last: [UInt8] = []

    init(_ options: LiveOptions, stop: StopSignal?) throws(LiveCaptureError) {
        self.stop = stop
        gatheringMilliseconds = options.gatheringTime.clampedMilliseconds
        deadline = options.duration.map { .now + $0 }
        handle = try Self.open(options)
        hasNanoseconds = pcap_get_tstamp_precision(handle) == PCAP_TSTAMP_PRECISION_NANO
        writer.beginSection(application: options.application.isEmpty ? nil : options.application)
        writer.add(
            PcapNGWriter.Interface(
                link: Self.link(pcap_datalink(handle)),
                snapLength: options.snapLength,
                name: options.interface,
                captureFilter: options.filter.isEmpty ? nil : options.filter,
                hasNanoseconds: hasNanoseconds
            )
        )
    }

    deinit {
        pcap_close(handle)
    }

    /// Sets the file that receives a copy.
    mutating func setOutput(_ descriptor: Int32, keepsSecrets: Bool) {
        output = descriptor
        outputKeepsSecrets = keepsSecrets
    }

    // MARK: - Packets

    /// Waits for packets and returns them; empty at the end, `nil` when no packets arrived for a while.
    mutating func next() -> [UInt8]? {
        if phase == .opened {
            phase = .running
            // A reader needs the beginning even if the copy of it failed: without it, nothing is a capture.
            return drain() + takeSecrets()
        }
        while phase == .running, failure == nil {
            wait()
            let secrets = takeSecrets()
            fetch()
            if writer.count > 0 || !secrets.isEmpty { return secrets + drain() }
            if phase == .running, failure == nil { return nil }
        }
        guard phase != .finished else {
            defer { last = [] }
            return last
        }
        complete()
        return drain()
    }

    /// Ends capturing, and returns counts and failure.
    mutating func finish() -> (statistics: LiveStatistics, failure: LiveCaptureError?) {
        if phase != .finished {
            phase = .stopping
            takeLast()
            complete()
            last += drain()
        }
        return (statistics, failure)
    }

    /// Waits until packets arrive, the end is reached, or the time for one wait is over.
    private mutating func wait() {
        let source = pcap_get_selectable_fd(handle)
        var timeout = source < 0 ? gatheringMilliseconds : Self.idleMilliseconds
        if let deadline {
            // One more, since parts of a millisecond are dropped.
            let left = ContinuousClock.now.duration(to: deadline) + .milliseconds(1)
            timeout = min(timeout, max(0, left.clampedMilliseconds))
        }
        var events = [
            pollfd(fd: stop?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: source, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&events, 2, timeout)
        if count < 0, errno != EINTR {
            failure = LiveCaptureError(.inputOutput, "waiting failed: \(SystemCall.reason())")
        }
        let isOver = deadline.map { $0 <= .now } ?? false
        guard events[0].revents != 0 || isOver else { return }
        phase = .stopping
        waitForGathered()
    }

    /// Waits for packets that the kernel has collected but not delivered yet, since these still count.
    private func waitForGathered() {
        var last = [pollfd(fd: pcap_get_selectable_fd(handle), events: Int16(POLLIN), revents: 0)]
        _ = poll(&last, 1, Int32(clamping: 2 * Int64(gatheringMilliseconds)))
    }

    /// Fetches the packets that arrived before the end was requested.
    private mutating func takeLast() {
        guard failure == nil else { return }
        waitForGathered()
        var isFull = true
        // On a busy interface the packets never end.
        for _ in 0..<Self.mostLastBatches where isFull {
            fetch()
            isFull = writer.count >= Self.batchBytes
            last += drain()
        }
    }

    /// Fetches the packets that are available.
    private mutating func fetch() {
        var header: UnsafeMutablePointer<pcap_pkthdr>?
        var bytes: UnsafePointer<UInt8>?
        while writer.count < Self.batchBytes {
            switch pcap_next_ex(handle, &header, &bytes) {
            case 1:
                guard let header = header?.pointee, let bytes else { continue }
                let packet = UnsafeBufferPointer(start: bytes, count: Int(header.caplen))
                let fraction = Int64(header.ts.tv_usec) * (hasNanoseconds ? 1 : 1000)
                writer.write(
                    packet.span,
                    interface: 0,
                    time: max(0, Int64(header.ts.tv_sec) * Nanoseconds.perSecond + fraction),
                    originalLength: Int(header.len)
                )
                statistics.captured += 1
            case 0: return
            default:
                failure = LiveCaptureError(.inputOutput, String(cString: pcap_geterr(handle)))
                return
            }
        }
    }

    // MARK: - Bytes

    /// Empties the writer, writes the bytes to the copy and returns them.
    private mutating func drain() -> [UInt8] {
        var drained: [UInt8] = []
        writer.drain { drained = Array(copying: $0) }
        copy(drained)
        return drained
    }

    /// Returns a block with the new lines of the key log.
    private mutating func takeSecrets() -> [UInt8] {
        guard let lines = keyLog?.next(), !lines.isEmpty else { return [] }
        var secrets = PcapNGWriter()
        secrets.write(keyLog: lines.span)
        var drained: [UInt8] = []
        secrets.drain { drained = Array(copying: $0) }
        if outputKeepsSecrets { copy(drained) }
        return drained
    }

    private mutating func copy(_ bytes: [UInt8]) {
        guard output >= 0, failure?.kind != .inputOutput else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                failure = LiveCaptureError(.inputOutput, "the copy could not be written: \(SystemCall.reason())")
                return
            }
        }
    }

    /// Writes the kernel's counts after the last packet.
    private mutating func complete() {
        phase = .finished
        var counts = pcap_stat()
        guard pcap_stats(handle, &counts) == 0 else { return }
        statistics.received = UInt64(counts.ps_recv)
        statistics.droppedBySystem = UInt64(counts.ps_drop)
        statistics.droppedByInterface = UInt64(counts.ps_ifdrop)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        writer.write(
            PcapNGWriter.Statistics(
                received: statistics.received,
                droppedByInterface: statistics.droppedByInterface,
                droppedBySystem: statistics.droppedBySystem
            ),
            interface: 0,
            time: max(0, Int64(now.tv_sec) * Nanoseconds.perSecond + Int64(now.tv_nsec))
        )
    }
}

// MARK: - Opening

extension LiveState {
    private static func open(_ options: LiveOptions) throws(LiveCaptureError) -> OpaquePointer {
        var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
        guard let handle = pcap_create(options.interface, &message) else {
            throw LiveCaptureError(.noInterface, "\(options.interface): \(LiveCaptureError.text(message))")
        }
        do throws(LiveCaptureError) {
            pcap_set_snaplen(handle, Int32(clamping: options.snapLength))
            pcap_set_promisc(handle, options.isPromiscuous ? 1 : 0)
            pcap_set_timeout(handle, options.gatheringTime.clampedMilliseconds)
            pcap_set_buffer_size(handle, Int32(clamping: options.bufferBytes))
            pcap_set_tstamp_precision(handle, PCAP_TSTAMP_PRECISION_NANO)
            let status = pcap_activate(handle)
            if status < 0 { throw failure(of: handle, status, options.interface) }
            try setFilter(handle, options.filter)
            guard pcap_setnonblock(handle, 1, &message) == 0 else {
                throw LiveCaptureError(.unavailable, LiveCaptureError.text(message))
            }
        } catch {
            pcap_close(handle)
            throw error
        }
        return handle
    }

    private static func failure(of handle: OpaquePointer, _ status: Int32, _ interface: String) -> LiveCaptureError {
        let detail = String(cString: pcap_geterr(handle))
        let general = String(cString: pcap_statustostr(status))
        let text = detail.isEmpty || detail.contains(general) ? general : "\(general): \(detail)"
        switch status {
        case PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED:
            return LiveCaptureError(
                .notPermitted,
                "\(interface): capturing is not permitted; it takes root, or the capability cap_net_raw "
                    + "(setcap cap_net_raw+ep on the program)"
            )
        case PCAP_ERROR_NO_SUCH_DEVICE:
            return LiveCaptureError(.noInterface, "\(interface): there is no such interface")
        case PCAP_ERROR_IFACE_NOT_UP:
            return LiveCaptureError(.noInterface, "\(interface): the interface is down")
        default:
            return LiveCaptureError(.unavailable, "\(interface): \(text)")
        }
    }

    private static func setFilter(_ handle: OpaquePointer, _ filter: String) throws(LiveCaptureError) {
        guard !filter.isEmpty else { return }
        var program = bpf_program()
        guard pcap_compile(handle, &program, filter, 1, UInt32.max) == 0 else {
            throw LiveCaptureError(.badFilter, "\(filter): \(String(cString: pcap_geterr(handle)))")
        }
        defer { pcap_freecode(&program) }
        guard pcap_setfilter(handle, &program) == 0 else {
            throw LiveCaptureError(.unavailable, String(cString: pcap_geterr(handle)))
        }
    }

    /// Returns the link type's number in files (tcpdump.org's list).
    ///
    /// The numbers of this machine are the same except for raw IP, which has another number on each system.
    private static func link(_ type: Int32) -> LinkType {
        type == DLT_RAW ? .raw : LinkType(rawValue: UInt16(truncatingIfNeeded: type))
    }
}

extension Duration {
    /// The whole milliseconds, as system calls take them.
    fileprivate var clampedMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        // The bound keeps the product from overflowing; it is more than 32 bits of milliseconds.
        let bounded = min(max(seconds, -4_000_000), 4_000_000)
        return Int32(clamping: bounded * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
