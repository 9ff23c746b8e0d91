import Capture
package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireFormat

/// Filter expressions, and their results for a session's events.
package struct FiltersTarget: FuzzTarget {
    /// `filters`.
    package let name = "filters"
    /// The purpose of the target, for lists of targets.
    package let summary = "filter expressions and their judgement of a session's events"
    /// 4 KiB.
    package let maximumLength = 4 << 10
    /// The fields, operators and values.
    package var words: [[UInt8]] {
        [
            "frame.type", "frame.topic", "frame.messageId", "frame.status", "message.objectName", "content.content",
            "latency", "n", "flow", "sender", "inReplyTo.n", "payload.value.content", "diagnostics.code", "time", "==",
            "!=", " eq ", " ne ", "&&", "||", " and ", " or ", "!", " not ", "(", ")", "\"", "'", "\\", "PUBLISH",
            "client", "<=", ">", "<", ">=", " contains ", " matches ", "~", " in {", "..", "}", "any(", "all(",
            "[\"x\"]",
            "500ms", "4KiB", "2026-11-21T03:18:33Z", "(a|b)*", "[^a-z]+", "\\d{2,3}", "^", "$", "message.sentTime",
            "0", "1e3", "true", "false", "nan", "inf", "0x10", "packets", "bytes", "messages.content.user.id",
            "\"RC:TxtMsg\"",
        ].map { Array($0.utf8) }
    }
    private static let session = SampleSession.chat().capture()

    /// Makes the target.
    package init() {}

    /// Runs one expression.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let text = String(decoding: input, as: UTF8.self)
        let filter: EventFilter
        do throws(FilterError) {
            filter = try EventFilter(text)
        } catch {
            // The reason quotes the input; only its end is the same for all errors of a kind.
            features.reach("filter.error", String(error.reason.suffix(8)), Features.bucket(error.position))
            guard error.position >= 0, error.position <= text.unicodeScalars.count, error.length > 0 else {
                throw Violation(.offset, "\(error) lies outside the \(text.count) characters")
            }
            return
        }
        let all = try Self.judge(nil)
        let passed = try Self.judge(filter)
        features.reach("filter.passed", passed.capture.summary.passed, 0)
        for word in text.split(whereSeparator: { !$0.isLetter && $0 != "." }).prefix(20) {
            features.reach("filter.word", String(word.prefix(24)))
        }
        // Wrapping adds a level; an expression at the nesting limit has no room for it.
        for (wrapped, expected) in [
            ("(\(text))", passed.capture.summary.passed),
            ("!(\(text))", all.capture.summary.passed - passed.capture.summary.passed),
            ("(\(text)) or (\(text))", passed.capture.summary.passed), ("(\(text)) && !(\(text))", 0),
        ] {
            guard let other = try? EventFilter(wrapped) else {
                if Self.depth(text) < 90 {
                    throw Violation(.disagreement, "\(text) is a filter and \(wrapped) is not")
                }
                continue
            }
            let count = try Self.judge(other).capture.summary.passed
            try Oracles.same(count, expected, .disagreement, "\(count) events pass \(wrapped), not \(expected)")
        }
    }

    /// Returns an upper bound for the nesting depth of parentheses and negations in a text.
    private static func depth(_ text: String) -> Int {
        text.count { $0 == "(" || $0 == "!" } + text.split(separator: " ").count { $0.hasSuffix("not") }
    }

    private static func judge(_ filter: EventFilter?) throws(Violation) -> CaptureProbe.Outcome {
        var probe = CaptureProbe()
        probe.output = .statistics
        probe.filter = filter
        return try CaptureBytes.probe(probe, session)
    }

    /// Splits the text into words and the text between them.
    package func shape(of input: [UInt8]) -> Shape? {
        var parts: [Shape] = []
        var word: [UInt8] = []
        func isWord(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte >= 48 && byte < 58 || byte >= 65 && byte < 91 || byte >= 97 && byte < 123 || byte == 46
        }
        for byte in input {
            if let last = word.last, isWord(last) != isWord(byte) {
                parts.append(Shape("word", .text, word))
                word = []
            }
            word.append(byte)
        }
        parts.append(Shape("word", .text, word))
        return Shape("filter", parts)
    }

    /// Returns expressions of every kind.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        [
            "frame.type == \"PUBLISH\"", "frame.type == PUBLISH && !(message.objectName == \"RC:TxtMsg\")",
            "sender == client or latency", "not frame.status != 0 and n == 3", "content.content eq 'hi'", "flow == 1",
            "payload.value.sessionId == 1", "diagnostics.severity == error", "((n))", "!!n", "messages.content.user.id",
            "latency > 0.5ms && bytes in {1..4KiB}", #"content.content matches "^h.*(i|o)$""#, "any(packets) >= 3",
            "all(message.flags) == counted", "time >= 2026-11-21", #"frame["topic"] not in {ppMsgP, 'pgMsgP'}"#,
        ].map { Array($0.utf8) }
    }
}
