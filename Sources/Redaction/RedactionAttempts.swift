import Capture
import Crypto
import Inspection
import Transport
import WireFormat

/// The attempts of one redaction: each is made with what the proofs before it showed.
struct RedactionAttempts {
    private static let most = 4

    private let options: CaptureRedactor.Options
    /// What the capture decodes to.
    private(set) var before: EventShapes
    private let capture: CaptureOutcome
    /// How the streams are rewritten this time.
    private(set) var plan: StreamRewriting.Plan
    /// How the output is read.
    private(set) var proofOptions: CaptureOptions
    /// Connections that are cut as a whole: they would not decode to the same events.
    private var excluded: Set<Int> = []
    /// Those of them that would hold a value.
    private var leaked: Set<Int> = []
    /// Names of fields, of those that were given, that a value had this time or before.
    private var met: Set<String> = []
    private var number = 1
    private var latest = Latest()

    /// What was made this time, and what its proof shows.
    private struct Latest {
        var report = RedactionReport()
        var leaves: LeafReplacer?
        /// Connections of which a part is cut, with the reasons, and those that went on behind a hole.
        var cut: [(flow: Int, reason: String)] = []
        var foundTheirWay: Set<Int> = []
        /// Connections that decode to other events.
        var differing: Set<Int> = []
        /// Where a value was found, and the connections whose streams or units hold one.
        var found: String?
        var leaking: Set<Int> = []
    }

    /// - Parameters:
    ///   - before: what the capture decodes to, with its short texts and its ids.
    ///   - capture: what came of reading it.
    ///   - secrets: what it can be decrypted with.
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

    /// The connections that are rewritten this time, and whose each is.
    var systems: [Int: MessagingSystem] { before.systems.filter { !excluded.contains($0.key) } }

    /// Takes the values out of what was rewritten, which no more pseudonyms are asked of.
    mutating func takeOriginals(of rewriting: StreamRewriting) -> OriginalShares {
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
        // One search for all knows what the one before knew.
        if LeakSearch.parts(of: shares.entryCount) == 1 { plan.forbidden = [] }
        return shares
    }

    /// Writes the packets with the new streams, which are given back.
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

    /// Whether nothing was found that speaks against what was made.
    var goesOn: Bool { latest.found == nil && latest.differing.isEmpty }

    /// Judges what was written, which was decoded and searched for some of the values.
    mutating func judge(_ after: EventShapes, of search: LeakSearch) {
        latest.differing = before.differences(from: after, except: excluded.union(latest.cut.map(\.flow)))
        latest.found = after.found
        latest.leaking = after.leaking
        latest.report.searchedBytes += after.searchedBytes
        if !goesOn { plan.forbidden.append(search) }
    }

    /// Takes note of what was searched for.
    mutating func noteCount(of originals: Originals) { latest.report.values = originals.count }

    /// Whether what was made holds; where it does not, the next attempt is prepared.
    ///
    /// - Throws: what it fails of, when there were enough attempts.
    mutating func isProven() throws(RedactionError) -> Bool {
        if goesOn { return true }
        guard number < Self.most else {
            if let flow = latest.differing.min() { throw .shape(flow: flow) }
            // What was given may hold something that is replaced elsewhere.
            let hint = options.keep.isEmpty ? "" : "; a field that is kept may hold it"
            throw .found(place: (latest.found ?? "") + hint)
        }
        // Where only a value was found, among many short texts a pseudonym may begin as another text does, which is known
        // next time. What holds a value once more has it from elsewhere: words that stay, and were a value to somebody.
        if number > 1, options.keep.isEmpty { leaked.formUnion(latest.leaking) }
        number += 1
        // What went on behind a hole is first cut there, and only then as a whole.
        plan.cutAtHoles.formUnion(latest.differing.intersection(latest.foundTheirWay))
        excluded.formUnion(latest.differing.subtracting(latest.foundTheirWay).union(leaked))
        return false
    }

    /// What came of the last attempt.
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
