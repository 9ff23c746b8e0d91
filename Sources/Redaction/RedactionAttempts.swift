import Capture
import Crypto
import Inspection
import Transport
import WireFormat

/// The attempts of one redaction: each uses the results of the proofs before it.
struct RedactionAttempts {
    private static let most = 4

    private let options: CaptureRedactor.Options
    /// The events of the original capture.
    private(set) var before: EventShapes
    private let capture: CaptureOutcome
    /// The settings for rewriting the streams in this attempt.
    private(set) var plan: StreamRewriting.Plan
    /// The values that no pseudonym may hold while no pseudonyms are created, if one search does not hold all values.
    private var stored: [LeakIndexFile] = []
    /// The options for reading the output.
    private(set) var proofOptions: CaptureOptions
    /// The connections that are cut as a whole: otherwise they decode to other events or hold a value.
    private var excluded: Set<Int> = []
    /// The connections in `excluded` that would hold a value.
    private var leaked: Set<Int> = []
    /// The names in `keep` and `also` that matched a field in any attempt.
    private var met: Set<String> = []
    private var number = 1
    private var latest = Latest()

    /// The output of this attempt and the results of its proof.
    private struct Latest {
        var report = RedactionReport()
        var leaves: LeafReplacer?
        /// The connections of which a part is cut, with the reasons, and those that were read again after a hole.
        var cut: [(flow: Int, reason: String)] = []
        var foundTheirWay: Set<Int> = []
        /// The connections that decode to other events.
        var differing: Set<Int> = []
        /// The place where a value was found, and the connections whose streams or units hold one.
        var found: String?
        var leaking: Set<Int> = []
    }

    /// - Parameters:
    ///   - before: the events of the capture, with its short texts and its ids.
    ///   - capture: the result of reading the capture.
    ///   - secrets: the TLS secrets of the capture.
    init(
        _ options: CaptureRedactor.Options,
        _ key: SymmetricKey,
        _ before: EventShapes,
        _ capture: CaptureOutcome,
        _ secrets: TLSSecrets
    ) {
        self.options = options
        self.before = before
        self.capture = capture
        proofOptions = options.capture
        proofOptions.secrets = TLSSecrets()
        plan = StreamRewriting.Plan(
            key: key,
            ids: self.before.takeIDs(),
            forbidden: self.before.takeTexts().map { [LeakSearch($0)] } ?? [],
            keep: options.keep,
            also: options.also,
            limits: options.capture.limits,
            secrets: secrets,
            obfuscationKey: options.capture.obfuscationKey,
            payloads: options.capture.payloads,
            tcpForms: self.before.tcpForms,
            workers: options.capture.workers
        )
    }

    /// The connections that are rewritten in this attempt, with the system of each.
    var systems: [Int: MessagingSystem] { before.systems.filter { !excluded.contains($0.key) } }

    /// Takes the original values out of a rewriting, which creates no more pseudonyms.
    ///
    /// - Throws: ``RedactionError/temporary`` if a temporary file cannot be written.
    mutating func takeOriginals(of rewriting: StreamRewriting) throws(RedactionError) -> OriginalShares {
        let context = rewriting.context
        context.pseudonyms.finish()
        proofOptions.obfuscationKey = options.capture.obfuscationKey.flatMap { context.newObfuscationKey($0) }
        let addresses = context.pseudonyms.addresses
        proofOptions.decodeAs = options.capture.decodeAs.map { rule in
            rule.replacingAddress { addresses.replace(ip: $0) }
        }
        latest = Latest()
        latest.leaves = context.leaves
        met.formUnion(context.leaves.places.met)
        let shares = OriginalShares(rewriting.takeOriginals())
        // A single search holds all values, those of earlier searches too.
        if LeakSearch.parts(of: shares.entryCount) > 1 { try storeForbidden() }
        plan.forbidden = []
        return shares
    }

    /// Moves the values that no pseudonym may hold to files: the next search needs the memory.
    private mutating func storeForbidden() throws(RedactionError) {
        stored = []
        for search in plan.forbidden {
            guard let file = LeakIndexFile(search.index) else { throw .temporary }
            stored.append(file)
        }
    }

    /// Takes the values in files back into memory.
    private mutating func restoreForbidden() throws(RedactionError) {
        for file in stored {
            guard let index = file.index() else { throw .temporary }
            plan.forbidden.append(LeakSearch(index))
        }
        stored = []
    }

    /// Writes the packets with the new streams, then frees the streams.
    mutating func write(
        _ rewriting: StreamRewriting,
        _ reader: consuming CaptureReader,
        to sink: (Span<UInt8>) throws -> Void
    ) throws {
        var writing = PacketWriting(reader, options, rewriting)
        latest.report = try writing.write(to: sink)
        for rewriter in rewriting.flows.values.sorted(by: { $0.flow.number < $1.flow.number }) {
            if let reason = rewriter.reason { latest.cut.append((rewriter.flow.number, reason)) }
            if rewriter.foundItsWay { latest.foundTheirWay.insert(rewriter.flow.number) }
        }
        rewriting.forgetFlows()
    }

    // MARK: Proof

    /// Whether the latest attempt has shown no difference and no value so far.
    var goesOn: Bool { latest.found == nil && latest.differing.isEmpty }

    /// Judges the output after it was decoded and searched for some of the values.
    mutating func judge(_ after: EventShapes, of search: LeakSearch) {
        latest.differing = before.differences(from: after, except: excluded.union(latest.cut.map(\.flow)))
        latest.found = after.found
        latest.leaking = after.leaking
        latest.report.searchedBytes += after.searchedBytes
        if !goesOn { plan.forbidden.append(search) }
    }

    /// Records the number of values that were searched for.
    mutating func noteCount(_ values: Int) { latest.report.values = values }

    /// Returns whether the latest output is proven; if not, prepares the next attempt.
    ///
    /// - Throws: the reason of the failure after the last attempt, or ``RedactionError/temporary``.
    mutating func isProven() throws(RedactionError) -> Bool {
        if goesOn { return true }
        guard number < Self.most else {
            if let flow = latest.differing.min() { throw .shape(flow: flow) }
            // A field that is kept may hold a value that is replaced elsewhere.
            let hint = options.keep.isEmpty ? "" : "; a field that is kept may hold it"
            throw .found(place: (latest.found ?? "") + hint)
        }
        // In the first attempt a pseudonym may begin like another short text; the next attempt avoids that. If a
        // connection holds a value again, the value is also a word that stays there.
        if number > 1, options.keep.isEmpty { leaked.formUnion(latest.leaking) }
        number += 1
        try restoreForbidden()
        // A connection that was read again after a hole is first cut at the hole, and only then as a whole.
        plan.cutAtHoles.formUnion(latest.differing.intersection(latest.foundTheirWay))
        excluded.formUnion(latest.differing.subtracting(latest.foundTheirWay).union(leaked))
        return false
    }

    /// The result of the last attempt.
    var outcome: CaptureRedactor.Outcome {
        var report = latest.report
        report.replaced = latest.leaves?.replaced ?? [:]
        report.cutFlows = latest.cut
        for flow in excluded.sorted() {
            let reason = leaked.contains(flow) ? "it would hold a value" : "it would not decode to the same events"
            report.cutFlows.append((flow, reason))
        }
        report.keptFields = options.keep.sorted()
        report.alsoFields = options.also.sorted()
        report.unmatchedFields = options.keep.union(options.also).subtracting(met).sorted()
        report.hasGivenKey = options.key != nil
        report.obfuscationKey = proofOptions.obfuscationKey
        report.events = before.count
        return CaptureRedactor.Outcome(report: report, capture: capture)
    }
}
