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
    ///   - open: opens the capture from its start; called several times.
    ///   - write: writes the result, the next bytes at each call.
    ///   - restart: discards the bytes written so far.
    ///   - reopen: opens the written bytes.
    package func redact(
        open: () throws -> sending CaptureReader,
        write: (Span<UInt8>) throws -> Void,
        restart: () throws -> Void,
        reopen: () throws -> sending CaptureReader
    ) async throws -> Outcome {
        let read = try await EventShapes.read(open(), options.capture, into: EventShapes(gathersTexts: true))
        var attempts = RedactionAttempts(options, key, read.shapes, read.outcome, try secrets(open()))
        repeat {
            let rewriting = try await StreamRewriting.rewrite(
                open,
                attempts.plan,
                attempts.systems,
                attempts.before.efforts
            )
            let shares = try attempts.takeOriginals(of: rewriting)
            // The search is prepared while packets are written.
            async let prepared = LeakSearches(shares)
            try restart()
            try attempts.write(rewriting, open(), to: write)
            var searches = try await prepared
            while attempts.goesOn, let search = try searches.next() {
                let shapes = EventShapes(search: search, decrypted: attempts.before.encrypted)
                let after = try await EventShapes.read(reopen(), attempts.proofOptions, into: shapes)
                attempts.judge(after.shapes, of: search)
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
        let read = try probe.read(open(), by: EventShapes(gathersTexts: true))
        var attempts = RedactionAttempts(options, key, read.reader, read.outcome, try secrets(open()))
        var made: [UInt8] = []
        repeat {
            let rewriting = try StreamRewriting.rewriteAlone(open, attempts.plan, attempts.systems)
            let shares = try attempts.takeOriginals(of: rewriting)
            made = []
            try attempts.write(rewriting, open()) { made.append(contentsOf: Array(copying: $0)) }
            var searches = try LeakSearches(shares)
            probe.options = attempts.proofOptions
            while attempts.goesOn, let search = try searches.next() {
                let shapes = EventShapes(search: search, decrypted: attempts.before.encrypted)
                attempts.judge(try probe.read(CaptureReader(bytes: made), by: shapes).reader, of: search)
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
