import Capture
import Crypto
import Inspection
import Transport

/// The attempts of one redaction: each uses the results of the proofs before it.
struct RedactionAttempts {
    /// The maximum number of attempts, without one more in which short values keep their lengths.
    private static let most = 4
    /// The maximum number of connections that are rewritten; the others are cut.
    static let mostConnections = 1 << 16

    private let options: CaptureRedactor.Options
    /// The events of the original capture.
    private(set) var before: EventShapes
    private let capture: CaptureOutcome
    /// The settings for rewriting the streams in this attempt.
    private(set) var plan: StreamRewriting.Plan
    /// The values that earlier outputs held; no pseudonym may hold them either.
    private var found = Originals(room: LeakSearch.mostFound, spills: false)
    /// The short texts of the capture, which no pseudonym may hold.
    private let texts: LeakIndex?
    /// The options for reading the output.
    private(set) var proofOptions: CaptureOptions
    /// The first connection beyond ``mostConnections``, and the number of all beyond.
    private let excess: (flow: Int, count: Int)?
    /// The connections that are cut as a whole: otherwise they decode to other events or hold a value.
    private var excluded: Set<Int> = []
    /// The connections in `excluded` that would hold a value.
    private var leaked: Set<Int> = []
    /// The names in `keep` and `also` that matched a field in any attempt.
    private var met: Set<String> = []
    private var number = 1
    private var shortLengths = ShortLengths.grow
    private var latest = Latest()

    /// The lengths of the pseudonyms of values under 6 bytes.
    ///
    /// They can be as short as the values only if all values are known, so this takes another attempt.
    private enum ShortLengths {
        /// They are longer than the values.
        case grow
        /// They are as short as the values in this attempt; before, these connections decoded to other events.
        case tried(differing: Set<Int>)
        /// It was tried, and the plan says whether it is of use.
        case settled
    }

    /// The output of this attempt and the results of its proof.
    private struct Latest {
        var report = RedactionReport()
        var leaves: LeafReplacer?
        /// The connections of which a part is cut, with the reasons, and those that were read again after a hole.
        var cut: [(flow: Int, reason: String)] = []
        var foundTheirWay: Set<Int> = []
        /// The connections with a long stream that has grown.
        var grown: Set<Int> = []
        /// The fingerprints of the values under 6 bytes.
        var shorts: HashSet64?
        /// The connections that decode to other events.
        var differing: Set<Int> = []
        /// The place where a value was found, and the connections whose streams or units hold one.
        var found: String?
        var leaking: Set<Int> = []
        /// The values that were found.
        var values: Originals?
    }

    /// - Parameters:
    ///   - before: the events of the capture, with its short texts and its ids.
    ///   - capture: the result of reading the capture.
    ///   - secrets: the TLS secrets of the capture.
    init(
        _ options: CaptureRedactor.Options,
        _ key: SymmetricKey,
        _ before: consuming EventShapes,
        _ capture: CaptureOutcome,
        _ secrets: TLSSecrets
    ) {
        self.options = options
        texts = before.takeTexts().map { LeakSearch($0).index }
        excess = before.keepFirst(Self.mostConnections)
        self.before = before
        self.capture = capture
        proofOptions = options.capture
        proofOptions.secrets = TLSSecrets()
        plan = StreamRewriting.Plan(
            key: key,
            ids: self.before.takeIDs(),
            forbidden: texts.map { [$0] } ?? [],
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

    /// Records the results of a rewriting, which creates no more pseudonyms, and takes the original values out of it.
    mutating func takeResults(of rewriting: StreamRewriting) -> OriginalShares {
        let context = rewriting.context
        context.pseudonyms.finish()
        proofOptions.obfuscationKey = options.capture.obfuscationKey.flatMap { context.newObfuscationKey($0) }
        let addresses = context.pseudonyms.addresses
        proofOptions.decodeAs = options.capture.decodeAs.map { rule in
            rule.replacingAddress { addresses.replace(ip: $0) }
        }
        latest = Latest()
        latest.leaves = context.leaves
        for flow in rewriting.flows.values.sorted(by: { $0.number < $1.number }) {
            if let reason = flow.reason { latest.cut.append((flow.number, reason)) }
            if flow.foundItsWay { latest.foundTheirWay.insert(flow.number) }
            if flow.hasGrown { latest.grown.insert(flow.number) }
        }
        met.formUnion(context.leaves.places.met)
        return OriginalShares(rewriting.takeOriginals())
    }

    /// Prepares to write the packets with the new streams, which are freed after that.
    func writing(_ rewriting: StreamRewriting, _ reader: consuming CaptureReader) -> PacketWriting {
        PacketWriting(reader, PacketMaker(options, rewriting.takeFlows(), rewriting.context.pseudonyms.addresses))
    }

    /// Records the counts of the packets that were written.
    mutating func noteWritten(_ report: RedactionReport) { latest.report = report }

    // MARK: Proof

    /// Whether the output of the latest attempt decodes to the same events, as far as that is known.
    var hasSameShape: Bool { latest.differing.isEmpty }

    /// Judges the output after it was decoded and searched for some of the values.
    ///
    /// - Parameter originals: the values of the capture.
    mutating func judge(_ after: EventShapes, searchedFor originals: Originals) {
        latest.differing = before.differences(
            from: after,
            except: excluded.union(latest.cut.map(\.flow)),
            repacked: latest.report.joinedFlows
        )
        if wantsShortLengths { latest.shorts = originals.shorts }
        latest.found = latest.found ?? after.found
        latest.leaking.formUnion(after.leaking)
        latest.report.searchedBytes += after.searchedBytes
        guard let values = after.foundValues else { return }
        if latest.values == nil { latest.values = values } else { latest.values?.formUnion(values) }
    }

    /// Records the number of values that were searched for.
    mutating func noteCount(_ values: Int) { latest.report.values = values }

    /// Returns whether the latest output is proven; if not, prepares the next attempt.
    ///
    /// - Throws: the reason of the failure after the last attempt.
    mutating func isProven() throws(RedactionError) -> Bool {
        if latest.found == nil, latest.differing.isEmpty, !(wantsShortLengths && number < most) { return true }
        guard number < most else {
            if let flow = latest.differing.min() { throw .shape(flow: flow) }
            // A field that is kept may hold a value that is replaced elsewhere.
            let hint = options.keep.isEmpty ? "" : "; a field that is kept may hold it"
            throw .found(place: (latest.found ?? "") + hint)
        }
        avoidFoundValues()
        number += 1
        excluded.formUnion(leaked)
        if triesShortLengths() { return false }
        let differing = differingAtLast()
        // A connection that was read again after a hole is first cut at the hole, and only then as a whole.
        plan.cutAtHoles.formUnion(differing.intersection(latest.foundTheirWay))
        excluded.formUnion(differing.subtracting(latest.foundTheirWay))
        return false
    }

    /// The maximum number of attempts.
    private var most: Int {
        if case .grow = shortLengths { Self.most } else { Self.most + 1 }
    }

    /// Whether the pseudonyms of short values should keep their lengths: a connection that has grown decodes to other
    /// events, or a content became too long, which `check` would report.
    private var wantsShortLengths: Bool {
        guard case .grow = shortLengths else { return false }
        return latest.leaves?.madeContentTooLong == true || !latest.differing.isDisjoint(with: latest.grown)
    }

    /// Makes the pseudonyms of short values keep their lengths in the next attempt, if they should; returns whether that is
    /// the change to try next.
    private mutating func triesShortLengths() -> Bool {
        guard wantsShortLengths, let shorts = latest.shorts else { return false }
        shortLengths = .tried(differing: latest.differing)
        plan.shorts = shorts
        return true
    }

    /// Returns the connections that decode to other events: in the latest attempt or, if short values kept their lengths
    /// there without a gain, in the attempt before, and makes them grow again.
    private mutating func differingAtLast() -> Set<Int> {
        guard case .tried(let before) = shortLengths else { return latest.differing }
        shortLengths = .settled
        // Without a gain, the pseudonyms are the same as in other files with the same key.
        guard latest.differing.count >= max(1, before.count) else { return latest.differing }
        plan.shorts = nil
        return before
    }

    /// Makes the next attempt avoid the values that the latest output holds.
    ///
    /// A pseudonym may hold such a value by chance; the next pseudonyms do not. If the value is found again, it is also a
    /// word that stays in the connection. The last attempt has no such connection, either.
    private mutating func avoidFoundValues() {
        guard let values = latest.values else { return }
        let isLast = number == most - 1
        if options.keep.isEmpty, isLast || values.sharesValue(with: found) { leaked.formUnion(latest.leaking) }
        found.formUnion(values)
        plan.forbidden = [texts, LeakSearch(found).index].compactMap(\.self)
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
        if let excess {
            let others = excess.count == 1 ? "" : ", and so are \(excess.count - 1) later ones"
            report.cutFlows.append((excess.flow, "more connections than can be kept" + others))
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
