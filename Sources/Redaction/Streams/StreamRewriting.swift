import Capture
import Crypto
import Inspection
import Transport

/// Rewrites the streams of some connections of a capture.
///
/// The connections rewritten by one instance share its state; two instances can work in parallel.
final class StreamRewriting {
    /// The settings of a rewriting.
    struct Plan: Sendable {
        var key: SymmetricKey
        /// The ids of the capture that other ids refer to.
        var ids: KnownIDs
        /// The values that no pseudonym may hold.
        var forbidden: [LeakIndex]
        /// The fingerprints of the values under 6 bytes, if their pseudonyms are to have as many bytes.
        var shorts: HashSet64?
        var keep: Set<String>
        var also: Set<String>
        var limits: Limits
        var secrets: TLSSecrets
        var obfuscationKey: [UInt8]?
        var payloads: [String: String]
        var tcpForms: Set<Int>
        /// The connections that are cut at holes: reading after the hole did not lead to the same events.
        var cutAtHoles: Set<Int> = []
        /// The number of threads that may share the connections; more than two have no effect.
        var workers: Int

        /// Creates a context for a rewriting with these settings.
        func context() throws(RedactionError) -> RedactionContext {
            let pseudonyms = Pseudonyms(key: key, ids: ids, avoiding: forbidden, keepingLengthOf: shorts)
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
    /// The rewritten connections by flow number.
    private(set) var flows: [Int: RewrittenFlow] = [:]
    /// The values recorded by merged instances.
    private var originals: [Originals] = []

    init(_ context: RedactionContext) { self.context = context }

    /// Rewrites connections of a capture.
    ///
    /// - Parameter systems: the systems of the connections to rewrite, by flow number.
    func run(_ reader: inout CaptureReader, _ systems: [Int: MessagingSystem]) throws {
        var segments = SegmentReader(limits: context.limits.capture)
        var open = OpenFlows<FlowRewriter>()
        var failure: RedactionError?
        while let block = try reader.next() {
            let bytes = block.bytes.span
            for packet in block.packets {
                segments.read(packet, in: bytes) { event, payload in
                    do throws(RedactionError) {
                        switch event {
                        case .begin(let place, let flow):
                            guard let system = systems[flow.number] else { return }
                            open[place] = FlowRewriter(flow, system, context)
                        case .segment(let segment):
                            try open[segment.place]?.receive(segment, payload)
                            if context.reassembly.isOverLimit { try relieve(open) }
                            if context.unfinished.isExceeded { giveUpUnfinished(open) }
                        case .end(let place): try end(place, of: &open)
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
        for place in open.places { try end(place, of: &open) }
    }

    /// Ends a connection, and keeps what its packets are created from.
    private func end(_ place: Int, of open: inout OpenFlows<FlowRewriter>) throws(RedactionError) {
        guard let rewriter = open[place] else { return }
        try rewriter.finish()
        flows[rewriter.flow.number] = RewrittenFlow(rewriter)
        open[place] = nil
    }

    /// Lets the connections that hold the most bytes stop waiting for missing ones, until there is room again.
    private func relieve(_ open: OpenFlows<FlowRewriter>) throws(RedactionError) {
        let holders = open.all.filter { $0.connection.heldCost > 0 }
            .sorted { ($1.connection.heldCost, $0.flow.number) < ($0.connection.heldCost, $1.flow.number) }
        for holder in holders where !context.reassembly.isRelieved { try holder.relieve() }
    }

    /// Cuts the connections that hold the most incomplete units, until there is room again.
    private func giveUpUnfinished(_ open: OpenFlows<FlowRewriter>) {
        let holders = open.all.filter { $0.unfinishedBytes > 0 }
            .sorted { ($1.unfinishedBytes, $0.flow.number) < ($0.unfinishedBytes, $1.flow.number) }
        for holder in holders where !context.unfinished.isRelieved { holder.giveUpUnfinished() }
        context.unfinished.noteRelief()
    }

    /// Merges the results of an instance that worked in parallel.
    func merge(_ other: StreamRewriting) {
        context.merge(other.context)
        originals += other.takeOriginals()
        flows.merge(other.flows) { one, _ in one }
    }

    /// Returns the recorded values of each instance separately, and clears them here.
    func takeOriginals() -> [Originals] {
        defer { originals = [] }
        return [context.pseudonyms.takeOriginals()] + originals
    }

    /// Returns the rewritten connections, and clears them here.
    func takeFlows() -> [Int: RewrittenFlow] {
        defer { flows = [:] }
        return flows
    }

    // MARK: Parallel rewriting

    /// A share of the connections that is rewritten on a thread of its own.
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

    /// A finished rewriting, to be passed to another thread as its only user.
    struct Made: @unchecked Sendable {
        let rewriting: StreamRewriting
    }

    /// The rewriting itself, for another thread; this thread must not use it until the other one is done.
    var made: Made { Made(rewriting: self) }

    /// Rewrites all connections, several of them in parallel: no pseudonym depends on another one.
    ///
    /// - Parameters:
    ///   - open: opens the capture.
    ///   - systems: the systems of the connections to rewrite, by flow number.
    ///   - efforts: the approximate cost of each connection, by flow number.
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

    /// Divides the connections into two shares of about the same cost.
    private static func shares(
        of systems: [Int: MessagingSystem],
        _ efforts: [Int: Int]
    ) -> (first: [Int: MessagingSystem], second: [Int: MessagingSystem]) {
        var shares: (first: [Int: MessagingSystem], second: [Int: MessagingSystem]) = ([:], [:])
        var lead = 0
        let sorted = systems.map { (flow: $0.key, system: $0.value, effort: efforts[$0.key] ?? 0) }
            .sorted { ($1.effort, $0.flow) < ($0.effort, $1.flow) }
        for entry in sorted {
            // All connections of NIM are in one share: a session over long polling may use several of them.
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
