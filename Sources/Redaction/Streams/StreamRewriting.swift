import Capture
import Crypto
import Inspection
import Transport
import WireFormat

/// Rewrites the streams of some connections of a capture.
///
/// What the rewriting of several connections has in common is kept by one of these; two of them work beside each other.
final class StreamRewriting {
    /// What is asked for.
    struct Plan: Sendable {
        var key: SymmetricKey
        /// Ids of the capture that others refer to.
        var ids: KnownIDs
        /// Finds values that no pseudonym may hold.
        var forbidden: [LeakSearch]
        var keep: Set<String>
        var also: Set<String>
        var limits: Limits
        var secrets: TLSSecrets
        var obfuscationKey: [UInt8]?
        var payloads: [String: String]
        var tcpForms: Set<Int>
        /// Connections that are cut where bytes are missing: their way behind that did not lead to the same events.
        var cutAtHoles: Set<Int> = []
        /// How many threads may share the connections; more than two are not of use.
        var workers: Int

        /// A context for one that follows it.
        func context() throws(RedactionError) -> RedactionContext {
            let pseudonyms = Pseudonyms(key: key, ids: ids, avoiding: forbidden)
            let leaves = LeafReplacer(pseudonyms, keep: keep, also: also)
            let context = try RedactionContext(leaves, limits: limits, payloads: payloads, workers: workers)
            context.secrets = secrets
            context.tcpForms = tcpForms
            context.cutAtHoles = cutAtHoles
            context.obfuscationKey = obfuscationKey
            return context
        }
    }

    let context: RedactionContext
    /// The connections by their numbers.
    private(set) var flows: [Int: FlowRewriter] = [:]
    /// What others recorded.
    private var originals: [Originals] = []

    init(_ context: RedactionContext) { self.context = context }

    /// Rewrites connections of a capture.
    ///
    /// - Parameter systems: the systems of the connections to rewrite, by their numbers.
    func run(_ reader: inout CaptureReader, _ systems: [Int: MessagingSystem]) throws {
        var segments = SegmentReader(limits: context.limits.capture)
        var open = OpenFlows()
        var failure: RedactionError?
        while let block = try reader.next() {
            let bytes = block.bytes.span
            for packet in block.packets {
                segments.read(packet, in: bytes) { event, payload in
                    do throws(RedactionError) {
                        switch event {
                        case .begin(let place, let flow):
                            guard let system = systems[flow.number] else { return }
                            let rewriter = FlowRewriter(flow, system, context)
                            open[place] = rewriter
                            flows[flow.number] = rewriter
                        case .segment(let segment):
                            try open[segment.place]?.receive(segment, payload)
                            if context.reassembly.isOverLimit { try relieve(open) }
                        case .end(let place):
                            try open[place]?.finish()
                            open[place] = nil
                        case .conflict: break
                        }
                    } catch {
                        failure = error
                    }
                }
            }
            segments.forgetBlock()
            if let failure { throw failure }
        }
        for rewriter in open.all { try rewriter.finish() }
    }

    /// The connections that hold most back give their holes up, until there is room again.
    private func relieve(_ open: OpenFlows) throws(RedactionError) {
        let holders = open.all.filter { $0.connection.heldCost > 0 }
            .sorted { ($1.connection.heldCost, $0.flow.number) < ($0.connection.heldCost, $1.flow.number) }
        for holder in holders where !context.reassembly.isRelieved { try holder.relieve() }
    }

    /// Takes in what another one made beside this one.
    func merge(_ other: StreamRewriting) {
        context.merge(other.context)
        originals += other.takeOriginals()
        flows.merge(other.flows) { one, _ in one }
    }

    /// Gives away what was recorded, of each share by itself.
    func takeOriginals() -> [Originals] {
        defer { originals = [] }
        return [context.pseudonyms.takeOriginals()] + originals
    }

    /// Gives back the memory of the maps, which are not needed once the packets are written.
    func forgetFlows() { flows = [:] }

    // MARK: Beside each other

    /// A share of the connections, with a thread of its own.
    private actor Share {
        private var reader: CaptureReader
        private let plan: Plan
        private let systems: [Int: MessagingSystem]

        init(_ reader: consuming sending CaptureReader, _ plan: Plan, _ systems: [Int: MessagingSystem]) {
            self.reader = reader
            self.plan = plan
            self.systems = systems
        }

        func run() throws -> Made {
            let rewriting = StreamRewriting(try plan.context())
            try rewriting.run(&reader, systems)
            return rewriting.made
        }
    }

    /// What was made, to be handed to somebody who alone holds it meanwhile.
    struct Made: @unchecked Sendable {
        let rewriting: StreamRewriting
    }

    /// All of it; it is not used here until whoever got it is done.
    var made: Made { Made(rewriting: self) }

    /// Rewrites all connections, where there are several beside each other: no pseudonym depends on another one.
    ///
    /// - Parameters:
    ///   - open: opens the capture.
    ///   - systems: the systems of the connections to rewrite, by their numbers.
    ///   - efforts: roughly how much work each connection is, by its number.
    static func rewrite(
        _ open: () throws -> sending CaptureReader,
        _ plan: Plan,
        _ systems: [Int: MessagingSystem],
        _ efforts: [Int: Int]
    ) async throws -> StreamRewriting {
        let shares = shares(of: systems, efforts)
        if plan.workers > 1, !shares.first.isEmpty, !shares.second.isEmpty {
            let one = Share(try open(), plan, shares.first)
            let two = Share(try open(), plan, shares.second)
            async let first = one.run()
            async let second = two.run()
            let (made, other) = try await (first, second)
            made.rewriting.merge(other.rewriting)
            return made.rewriting
        }
        return try rewriteAlone(open, plan, systems)
    }

    /// Rewrites all connections on the calling thread.
    static func rewriteAlone(
        _ open: () throws -> sending CaptureReader,
        _ plan: Plan,
        _ systems: [Int: MessagingSystem]
    ) throws -> StreamRewriting {
        let rewriting = StreamRewriting(try plan.context())
        var reader = try open()
        try rewriting.run(&reader, systems)
        return rewriting
    }

    /// Deals connections out, so that both have about as much to do.
    private static func shares(
        of systems: [Int: MessagingSystem],
        _ efforts: [Int: Int]
    ) -> (first: [Int: MessagingSystem], second: [Int: MessagingSystem]) {
        var shares: (first: [Int: MessagingSystem], second: [Int: MessagingSystem]) = ([:], [:])
        var lead = 0
        let sorted = systems.map { (flow: $0.key, system: $0.value, effort: efforts[$0.key] ?? 0) }
            .sorted { ($1.effort, $0.flow) < ($0.effort, $1.flow) }
        for entry in sorted {
            // A session of NIM over long polling may use several connections.
            if lead <= 0 || entry.system == .nim {
                shares.first[entry.flow] = entry.system
                lead += entry.effort
            } else {
                shares.second[entry.flow] = entry.system
                lead -= entry.effort
            }
        }
        return shares
    }
}
