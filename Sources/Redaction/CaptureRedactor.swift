package import Capture
import Crypto
package import Inspection
import Transport
import WireFormat

/// Makes a capture that decodes to the same shape and holds nothing of its values.
package struct CaptureRedactor {
    /// What is asked for.
    package struct Options: Sendable {
        /// How the capture is read.
        package var capture = CaptureOptions()
        /// The key of the pseudonyms; a random one that is forgotten where there is none.
        package var key: [UInt8]?
        /// Fields that stay, and fields that go whatever their class says.
        package var keep: Set<String> = []
        package var also: Set<String> = []
        /// Names the program in the output.
        package var application = "imwire"

        package init() {}
    }

    /// What came of it.
    package struct Outcome: Sendable {
        package var report: RedactionReport
        package var capture: CaptureOutcome
    }

    private static let shortestKey = 16
    private static let mostAttempts = 4

    private let options: Options
    private let key: SymmetricKey

    /// - Throws: ``RedactionError/key`` for a key that is too short.
    package init(_ options: Options) throws(RedactionError) {
        if let key = options.key, key.count < Self.shortestKey { throw .key }
        self.options = options
        key = options.key.map { SymmetricKey(data: $0) } ?? SymmetricKey(size: .bits256)
    }

    /// Redacts a capture.
    ///
    /// - Parameters:
    ///   - open: opens the capture from its start, as often as it is called.
    ///   - output: a new file for the result, to write to and to read from.
    ///   - reopen: opens what was written.
    package func redact(
        open: () throws -> sending CaptureReader,
        write: (Span<UInt8>) throws -> Void,
        restart: () throws -> Void,
        reopen: () throws -> sending CaptureReader
    ) async throws -> Outcome {
        var (before, capture) = try await EventShapes.read(
            open(),
            options.capture,
            into: EventShapes(gathersTexts: true)
        )
        var secrets = options.capture.secrets
        try collectSecrets(open(), &secrets)
        var excluded: Set<Int> = []
        var plan = StreamRewriting.Plan(
            key: key,
            ids: before.takeIDs(),
            forbidden: before.takeTexts().map { [LeakSearch($0)] } ?? [],
            keep: options.keep,
            also: options.also,
            limits: options.capture.limits,
            secrets: secrets,
            obfuscationKey: options.capture.obfuscationKey,
            payloads: options.capture.payloads,
            tcpForms: before.tcpForms,
            workers: options.capture.workers
        )
        for attempt in 1...Self.mostAttempts {
            let systems = before.systems.filter { !excluded.contains($0.key) }
            let rewriting = try await StreamRewriting.rewrite(open, plan, systems, before.efforts)
            let context = rewriting.context
            let leaves = context.leaves
            let pseudonyms = context.pseudonyms
            pseudonyms.finish()
            let proof = proofOptions(context)
            let shares = OriginalShares(rewriting.takeOriginals())
            let parts = LeakSearch.parts(of: shares.entryCount)
            // One search for all knows what the one before knew.
            if parts == 1 { plan.forbidden = [] }
            async let prepared = LeakSearch.prepare(shares, parts)
            try restart()
            var writing = try PacketWriting(open(), options, rewriting)
            var report = try writing.write(to: write)
            var cut: [(flow: Int, reason: String)] = []
            var foundTheirWay: Set<Int> = []
            for rewriter in rewriting.flows.values.sorted(by: { $0.flow.number < $1.flow.number }) {
                if let reason = rewriter.reason { cut.append((rewriter.flow.number, reason)) }
                if rewriter.foundItsWay { foundTheirWay.insert(rewriter.flow.number) }
            }
            rewriting.forgetFlows()
            let partial = Set(cut.map(\.flow)).union(excluded)
            var found: String?
            var differing: Set<Int> = []
            let (originals, first) = await prepared
            guard !originals.isFull else { throw RedactionError.temporary }
            for part in 0..<parts where found == nil && differing.isEmpty {
                guard let search = part == 0 ? first : LeakSearch(originals, part: part, of: parts) else {
                    throw RedactionError.temporary
                }
                let (after, _) = try await EventShapes.read(
                    reopen(),
                    proof,
                    into: EventShapes(search: search, decrypted: before.encrypted)
                )
                differing = before.differences(from: after, except: partial)
                found = after.found
                report.searchedBytes = after.searchedBytes
                if found != nil || !differing.isEmpty { plan.forbidden.append(search) }
            }
            if !differing.isEmpty {
                guard attempt < Self.mostAttempts else {
                    throw RedactionError.shape(flow: differing.min() ?? 0)
                }
                // What went on behind a hole is first cut there, and only then as a whole.
                plan.cutAtHoles.formUnion(differing.intersection(foundTheirWay))
                excluded.formUnion(differing.subtracting(foundTheirWay))
                continue
            }
            if let found {
                // Among many short texts a pseudonym may begin as another text does.
                guard attempt < Self.mostAttempts else { throw RedactionError.found(place: found) }
                continue
            }
            report.replaced = leaves.replaced
            report.values = originals.count
            report.cutFlows = cut
            for flow in excluded.sorted() { report.cutFlows.append((flow, "it would not decode to the same events")) }
            report.keptFields = options.keep.sorted()
            report.alsoFields = options.also.sorted()
            report.hasGivenKey = options.key != nil
            report.events = before.count
            return Outcome(report: report, capture: capture)
        }
        throw RedactionError.collision
    }

    private func collectSecrets(_ reader: consuming CaptureReader, _ secrets: inout TLSSecrets) throws {
        guard let search = reader.keyLogSearch else { return }
        var found = secrets
        try? search.forEach { keyLog in try? found.add(keyLog: keyLog) }
        secrets = found
    }

    // MARK: Proof

    private func proofOptions(_ context: RedactionContext) -> CaptureOptions {
        var options = options.capture
        options.secrets = TLSSecrets()
        options.obfuscationKey = options.obfuscationKey.flatMap { context.newObfuscationKey($0) }
        return options
    }
}
