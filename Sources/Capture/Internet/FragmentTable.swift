import WireFormat

/// The IP datagrams of which some fragments have arrived.
///
/// Of overlapping fragments the first counts. A datagram is given up when it stays incomplete for too long, or, the
/// oldest first, when there are too many datagrams or they take too much memory. Finished datagrams are remembered for
/// the same time, so that repeated fragments do not begin them again.
struct FragmentTable: Sendable {
    /// Counts of datagrams and fragments.
    struct Counts: Hashable, Sendable {
        /// Datagrams reassembled.
        var reassembled = 0
        /// Fragments that overlap earlier ones without being a mere repetition.
        var overlaps = 0
        /// Overlapping fragments whose bytes differ from the earlier ones.
        var conflicts = 0
        /// Datagrams given up because fragments did not arrive in time.
        var timedOut = 0
        /// Datagrams given up because there were too many at the same time.
        var overLimit = 0
    }

    private var datagrams: [IPFragment.Key: FragmentedDatagram] = [:]
    /// The keys and serial numbers of datagrams, oldest first; some of these datagrams may be gone.
    private var order: [(key: IPFragment.Key, serial: Int)] = []
    private var oldest = 0
    private var serial = 0
    private var cost = 0
    private let costLimit: Int
    private let countLimit: Int
    private let patience: Int64
    private(set) var counts = Counts()
    /// The number of datagrams visited besides the fragment's own, to verify that the work grows linearly.
    private(set) var steps = 0

    init(limits: CaptureLimits) {
        costLimit = max(1, limits.fragmentBytes)
        countLimit = max(1, limits.fragmentDatagrams)
        patience = Int64(min(max(0, limits.fragmentSeconds), 1 << 30)) * Nanoseconds.perSecond
    }

    /// The number of incomplete datagrams.
    var incomplete: Int { datagrams.values.count { !$0.isDone } }

    /// Adds a fragment.
    ///
    /// - Parameters:
    ///   - block: the bytes that contain the packet.
    ///   - end: the end of the packet's captured bytes.
    ///   - carriers: the packets from which the fragment itself was reassembled; `nil` for `packet` alone.
    /// - Returns: the datagram, if this fragment completed it.
    mutating func add(
        _ fragment: IPFragment,
        _ packet: Packet,
        _ block: Span<UInt8>,
        end: Int,
        carriers: [Int]? = nil
    ) -> ReassembledDatagram? {
        expire(packet.time)
        let data = block.extracting(fragment.dataStart..<max(fragment.dataStart, min(end, fragment.dataEnd)))
        var datagram = datagrams.removeValue(forKey: fragment.key)
        if let known = datagram, known.isDone {
            if known.hadPart(fragment, data) {
                datagrams[fragment.key] = known
                return nil
            }
            // The sender uses the identification again.
            cost -= known.cost
            datagram = nil
        }
        var changed = datagram ?? begin(fragment.key, packet.time)
        datagram = nil
        let before = changed.cost
        let change = changed.add(
            fragment,
            block,
            data,
            packet: packet.number,
            carriers: carriers ?? [packet.number]
        )
        if change.isOverlap { counts.overlaps += 1 }
        if change.isConflict { counts.conflicts += 1 }
        var result: ReassembledDatagram?
        if changed.isComplete {
            result = changed.take()
            counts.reassembled += 1
        }
        cost += changed.cost - before
        datagrams[fragment.key] = changed
        while cost > costLimit, dropOldest() {}
        return result
    }

    private mutating func begin(_ key: IPFragment.Key, _ time: Int64) -> FragmentedDatagram {
        while datagrams.count >= countLimit, dropOldest() {}
        serial += 1
        let datagram = FragmentedDatagram(time: time, serial: serial)
        cost += datagram.cost
        order.append((key, serial))
        if order.count - oldest > 2 * datagrams.count + 64 { compact(keeping: serial) }
        return datagram
    }

    /// Gives up datagrams that have waited for too long.
    private mutating func expire(_ now: Int64) {
        while oldest < order.count {
            steps &+= 1
            let (key, serial) = order[oldest]
            if let datagram = datagrams[key], datagram.serial == serial {
                let (age, overflow) = now.subtractingReportingOverflow(datagram.time)
                guard !overflow, age > patience else { return }
                if !datagram.isDone { counts.timedOut += 1 }
                drop(key)
            }
            oldest += 1
        }
    }

    /// Gives up the datagram that has waited for longest; `false` when there is none.
    private mutating func dropOldest() -> Bool {
        while oldest < order.count {
            let (key, serial) = order[oldest]
            oldest += 1
            steps &+= 1
            if let datagram = datagrams[key], datagram.serial == serial {
                if !datagram.isDone { counts.overLimit += 1 }
                drop(key)
                return true
            }
        }
        return false
    }

    private mutating func drop(_ key: IPFragment.Key) {
        if let datagram = datagrams.removeValue(forKey: key) { cost -= datagram.cost }
    }

    /// Removes the entries of gone datagrams from ``order``.
    private mutating func compact(keeping newest: Int) {
        steps += order.count
        order = order[oldest...].filter { $0.serial == newest || datagrams[$0.key]?.serial == $0.serial }
        oldest = 0
    }
}
