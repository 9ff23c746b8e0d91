package import Capture
import Crypto
package import Inspection
import Transport
import WireFormat

/// Creates a capture that decodes to the same shape and holds none of the original values.
package struct CaptureRedactor {
    /// The settings of a redaction.
    package struct Options: Sendable {
        /// The options for reading the capture.
        package var capture = CaptureOptions()
        /// The key of the pseudonyms; if `nil`, a random key is used and not kept.
        package var key: [UInt8]?
        /// The fields whose values stay (`keep`) or are replaced (`also`), whatever their class.
        package var keep: Set<String> = []
        package var also: Set<String> = []
        /// The program's name in the output.
        package var application = "imwire"

        package init() {}
    }

    /// The result of a redaction.
    package struct Outcome: Sendable {
        package var report: RedactionReport
        package var capture: CaptureOutcome
    }

    private static let shortestKey = 16
    /// The maximum number of connections that are followed at the same time: fewer than when decoding, since more is kept
    /// of each.
    private static let mostOpenConnections = 1 << 14

    let options: Options
    private let key: SymmetricKey

    /// - Throws: ``RedactionError/key`` for a key that is too short.
    package init(_ options: Options) throws(RedactionError) {
        if let key = options.key, key.count < Self.shortestKey { throw .key }
        var options = options
        options.capture.limits.capture.flows = min(options.capture.limits.capture.flows, Self.mostOpenConnections)
        self.options = options
        key = options.key.map { SymmetricKey(data: $0) } ?? SymmetricKey(size: .bits256)
    }

    /// Redacts a capture.
    ///
    /// - Parameters:
    ///   - open: opens the capture from its start; called several times.
    ///   - write: writes the result, the next bytes at each call.
    ///   - restart: discards the bytes written so far.
    ///   - reopen: opens the written bytes.
    package func redact(
        open: () throws -> sending CaptureReader,
        write: @escaping @Sendable (Span<UInt8>) throws -> Void,
        restart: () throws -> Void,
        reopen: () throws -> sending CaptureReader
    ) async throws -> Outcome {
        // The shapes are passed on as their only owner, so that the texts in them are freed early.
        let (before, capture) = try await EventShapes.read(
            open(),
            options.capture,
            into: EventShapes(gathersTexts: true)
        )
        var attempts = RedactionAttempts(options, key, consume before, capture, try secrets(open()))
        repeat {
            let rewriting = try await StreamRewriting.rewrite(
                open,
                attempts.plan,
                attempts.systems,
                attempts.before.efforts
            )
            let originals = attempts.takeResults(of: rewriting)
            try restart()
            let output = OutputCapture(attempts.writing(rewriting, try open()), to: write)
            // The first packets are written while the search is prepared.
            async let beginning: Void = output.writeAhead()
            var searches = try LeakSearches(originals)
            output.endWritingAhead()
            await beginning
            var isWritten = false
            while attempts.hasSameShape, let search = try searches.next() {
                let shapes = EventShapes(search: search)
                // The output is decoded while it is written; a further search reads it again.
                let after =
                    try await isWritten
                    ? EventShapes.read(reopen(), attempts.proofOptions, into: shapes)
                    : EventShapes.read(output.reader(), attempts.proofOptions, into: shapes)
                if !isWritten { attempts.noteWritten(try output.finish()) }
                isWritten = true
                attempts.judge(after.shapes, searchedFor: search.index.originals)
            }
            attempts.noteCount(searches.valueCount)
        } while try !attempts.isProven()
        return attempts.outcome
    }

    /// Redacts a capture on the calling thread and in memory, for programs that redact thousands of small captures.
    package func redactInMemory(
        open: () throws -> sending CaptureReader
    ) throws -> (capture: [UInt8], outcome: Outcome) {
        var probe = CaptureProbe()
        probe.options = options.capture
        let (before, capture) = try probe.read(open(), by: EventShapes(gathersTexts: true))
        var attempts = RedactionAttempts(options, key, consume before, capture, try secrets(open()))
        var made: [UInt8] = []
        repeat {
            let rewriting = try StreamRewriting.rewriteAlone(open, attempts.plan, attempts.systems)
            var searches = try LeakSearches(attempts.takeResults(of: rewriting))
            made = []
            var writing = attempts.writing(rewriting, try open())
            while try writing.writeNext(to: { made.append(contentsOf: Array(copying: $0)) }) {}
            attempts.noteWritten(writing.report)
            probe.options = attempts.proofOptions
            while attempts.hasSameShape, let search = try searches.next() {
                let shapes = EventShapes(search: search)
                let after = try probe.read(CaptureReader(bytes: made), by: shapes).reader
                attempts.judge(after, searchedFor: search.index.originals)
            }
            attempts.noteCount(searches.valueCount)
        } while try !attempts.isProven()
        return (made, attempts.outcome)
    }

    /// Returns the secrets of the options, and of the key logs in the capture itself.
    private func secrets(_ reader: consuming CaptureReader) throws -> TLSSecrets {
        var secrets = options.capture.secrets
        guard let search = reader.keyLogSearch else { return secrets }
        try? search.forEach { keyLog in try? secrets.add(keyLog: keyLog) }
        return secrets
    }
}
