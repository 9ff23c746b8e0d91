import Capture
import Foundation
import Inspection
import Testing
import Transport
import WireFormat
import WireJSON

/// Recorded captures with bytes flipped, cut, repeated and swapped.
///
/// A few hundred variants run always; `IMWIRE_DAMAGE=N` makes N of each capture.
@Suite("Damaged captures")
struct DamageTests {
    /// Variants of each capture.
    static let count = ProcessInfo.processInfo.environment["IMWIRE_DAMAGE"].flatMap { Int($0) } ?? 60

    static let captures: [Bundled] = [.v2, .v4, .polling, .tcp, .tls, .tlsWithSecrets]

    /// What the program would end with.
    private enum Ending: Hashable {
        case done
        case damaged
        case noCapture
    }

    @Test("end in events, damage that is named, or the word that it is no capture", arguments: captures)
    func variants(_ capture: Bundled) async throws {
        let file = try capture.capture()
        let secrets = try capture.keyLog().map { try TLSSecrets(keyLog: $0.span) }
        var endings: [Ending: Int] = [:]
        for seed in 0..<Self.count {
            var random = Seeded(seed * 100 + captureNumber(capture))
            let damaged = FileDamage.apply(to: file, &random)
            do {
                let decoded = try await Decoded(damaged) {
                    $0.showsRaw = seed % 2 == 0
                    $0.options.workers = 1 + seed % 3
                    if let secrets { $0.options.secrets = secrets }
                }
                try check(decoded, "\(capture), seed \(seed)")
                // What is written is small beside what was read, whatever was repeated in it.
                #expect(decoded.output.count <= 64 * damaged.count + 1 << 16, "\(capture), seed \(seed)")
                endings[decoded.outcome.capture.damage == nil ? .done : .damaged, default: 0] += 1
                if seed % 5 == 0 { try await checkOtherFormats(damaged, secrets) }
                if seed % 7 == 0 {
                    let again = try await Decoded(damaged) {
                        $0.showsRaw = seed % 2 == 0
                        $0.options.workers = 1 + (seed + 1) % 3
                        if let secrets { $0.options.secrets = secrets }
                    }
                    #expect(again.output == decoded.output, "\(capture), seed \(seed): another number of workers")
                }
            } catch is CaptureError {
                endings[.noCapture, default: 0] += 1
            }
        }
        // All three kinds of ending are met.
        #expect(endings.keys.count == 3, "\(endings)")
    }

    private func captureNumber(_ capture: Bundled) -> Int { Self.captures.firstIndex(of: capture) ?? 0 }

    private func checkOtherFormats(_ file: [UInt8], _ secrets: TLSSecrets?) async throws {
        for format in [CaptureDecoder.Format.text, .tree] {
            let decoded = try await Decoded(file) {
                $0.format = format
                if let secrets { $0.options.secrets = secrets }
            }
            #expect(decoded.output.isEmpty == (decoded.outcome.capture.summary.events == 0))
        }
    }

    private func check(_ decoded: Decoded, _ name: String) throws {
        let events = try decoded.events()
        #expect(events.map(\.number) == Array(1..<Int64(events.count + 1)), "\(name)")
        #expect(decoded.outcome.capture.summary.events == events.count, "\(name)")
        for event in events {
            if let request = event.reply?["n"]?.int64 { #expect((1..<event.number).contains(request), "\(name)") }
            #expect(!event.isGap || (event.frame["length"]?.int64 ?? 1) > 0, "\(name)")
        }
    }
}

/// Damage of a file as disks, programs and people do it.
enum FileDamage {
    /// One to five changes; some more often near the start, where the file says what it is.
    static func apply(to file: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = file
        for _ in 0..<1 + random.below(5) {
            guard bytes.count > 8 else { return bytes }
            let start = random.oneIn(10) ? random.below(8) : random.below(bytes.count)
            let length = 1 + random.below(random.oneIn(3) ? 2000 : 30)
            let range = start..<min(bytes.count, start + length)
            switch random.below(9) {
            case 0, 1: for index in range.prefix(4) { bytes[index] ^= 1 << UInt8(random.below(8)) }
            case 2: for index in range.prefix(8) { bytes[index] = UInt8(random.below(256)) }
            case 3: bytes.replaceSubrange(range, with: Array(repeating: random.oneIn(2) ? 0 : 0xFF, count: range.count))
            case 4: bytes.removeSubrange(range)
            case 5: bytes.insert(contentsOf: bytes[range], at: start)
            case 6: bytes.removeSubrange(start...)
            default: swap(range, random.below(bytes.count), &bytes)
            }
        }
        return bytes
    }

    /// Two stretches of the same length change places.
    private static func swap(_ range: Range<Int>, _ other: Int, _ bytes: inout [UInt8]) {
        let count = min(range.count, bytes.count - other, abs(other - range.lowerBound))
        for index in 0..<count { bytes.swapAt(range.lowerBound + index, other + index) }
    }
}
