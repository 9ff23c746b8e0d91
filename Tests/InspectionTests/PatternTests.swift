import Testing
import WireFormat

@testable import Inspection

@Suite("Regular expressions of filters")
struct PatternTests {
    @Test("an expression is found where the table says, and nowhere else")
    func table() throws {
        #expect(FilterTable.patterns.count >= 60)
        for example in FilterTable.patterns {
            var matcher = PatternMatcher(try PatternProgram(example.pattern))
            // Twice: what was learnt from one text must serve the next.
            for _ in 0..<2 {
                for text in example.matches {
                    let isFound = matcher.matches(Array(text.utf8).span)
                    #expect(isFound, "\(example.pattern) in \(text.debugDescription)")
                }
                for text in example.rejects {
                    let isFound = matcher.matches(Array(text.utf8).span)
                    #expect(!isFound, "\(example.pattern) in \(text.debugDescription)")
                }
            }
        }
    }

    @Test("a word has ASCII's letters, its digits and the low line, and no other byte")
    func words() {
        let word = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8)
        for byte in UInt8.min...UInt8.max { #expect(PatternProgram.isWord(byte) == word.contains(byte), "\(byte)") }
    }

    @Test("what is no expression is refused where it goes wrong")
    func failures() {
        #expect(FilterTable.badPatterns.count >= 25)
        for example in FilterTable.badPatterns {
            do throws(FilterError) {
                _ = try PatternProgram(example.filter)
                Issue.record("\(example.filter) was taken")
            } catch {
                #expect(error.position == example.position, "\(example.filter): \(error)")
                #expect(error.reason.contains(example.reason), "\(example.filter): \(error)")
            }
        }
    }

    @Test(
        "the steps grow with the text alone, however hostile expression and text are",
        arguments: [
            ("(a+)+$", "a", "b"), ("(a|a)*$", "a", "b"), ("(a|aa)+$", "a", "b"), ("(.*)*(.*)*(.*)*x$", "a", "y"),
            ("a{0,200}a{200}$", "a", "b"), ("^(([a-z])+.)+[A-Z]([a-z])+$", "a", ""), ("(x+x+)+y", "x", ""),
            (".*.*.*=.*", "x=", ""), ("(a?){300}a{300}", "a", ""), ("[ab]*a[ab]{12}$", "ab", "bbbbbbbbbbbbb"),
            ("(?s).*中.*🙂", "中x", ""), ("\\b(\\w+\\s*)+$", "ab ", "!"),
        ]
    )
    func linear(_ pattern: String, _ unit: String, _ end: String) throws {
        let program = try PatternProgram(pattern)
        func steps(_ count: Int) -> Int {
            var matcher = PatternMatcher(program)
            let text = Array((String(repeating: unit, count: count) + end).utf8)
            _ = matcher.matches(text.span)
            #expect(matcher.steps <= (text.count + 1) * (program.states.count + 1))
            return matcher.steps
        }
        let short = steps(2000)
        let long = steps(20_000)
        #expect(long <= short * 11, "\(short) steps for 2000, \(long) for 20000")
    }

    @Test("an automaton that would grow without end is begun anew, and finds the same")
    func forgetting() throws {
        // Which of the last 13 letters were an a: 8192 places.
        let program = try PatternProgram("a[ab]{13}c")
        var matcher = PatternMatcher(program)
        var random = Seeded(17)
        for hit in [false, true] {
            var text = (0..<60_000).map { _ in UInt8(ascii: random.next() & 1 == 0 ? "a" : "b") }
            if hit { text += Array("abbbbbbbbbbbbbc".utf8) }
            let isFound = matcher.matches(text.span)
            #expect(isFound == hit)
            #expect(matcher.placesHeld <= PatternMatcher.maximumPlaces)
        }
    }

    @Test("every range of characters becomes the bytes of exactly these characters")
    func utf8Ranges() throws {
        for (low, high) in [
            (0x00, 0x10FFFF), (0x7F, 0x80), (0x7FF, 0x800), (0x41, 0x3B1), (0xD7FF, 0xE000), (0xFFFE, 0x10001),
            (0x4E2D, 0x4E2D), (0x3FFFF, 0x40000), (0x10FFFE, 0x10FFFF), (0x1234, 0xABCD),
        ] as [(UInt32, UInt32)] {
            let sequences = PatternProgram.byteSequences(low...high)
            func accepts(_ value: UInt32) -> Bool {
                guard let scalar = Unicode.Scalar(value) else { return false }
                let bytes = Array(String(Character(scalar)).utf8)
                return sequences.contains { sequence in
                    sequence.count == bytes.count && zip(sequence, bytes).allSatisfy { $0.contains($1) }
                }
            }
            for edge in [low, high] {
                for value in (edge >= 70 ? edge - 70 : 0)...min(edge + 70, 0x10FFFF)
                where Unicode.Scalar(value) != nil {
                    #expect(accepts(value) == (low...high).contains(value), "\(value) in \(low)...\(high)")
                }
            }
        }
    }

    @Test("looking for a text takes steps with its length alone, and finds what is there")
    func substrings() {
        for (text, wanted, isThere) in [
            ("abc", "", true), ("", "", true), ("", "a", false), ("abc", "abc", true), ("xabcx", "abc", true),
            ("aabaabaaab", "aabaaa", true), ("aabaabaab", "aabaaa", false), ("abababac", "ababac", true),
            ("早上好", "上", true), ("ab", "abc", false),
        ] {
            let isFound = SubstringSearch(Array(wanted.utf8)).isIn(Array(text.utf8).span)
            #expect(isFound == isThere, "\(wanted) in \(text)")
        }
        var random = Seeded(18)
        for _ in 0..<500 {
            let text = (0..<40).map { _ in UInt8(ascii: random.oneIn(2) ? "a" : "b") }
            let wanted = (0...random.below(6)).map { _ in UInt8(ascii: random.oneIn(2) ? "a" : "b") }
            let isThere = (0...text.count - wanted.count).contains { text[$0...].starts(with: wanted) }
            let isFound = SubstringSearch(wanted).isIn(text.span)
            #expect(isFound == isThere)
        }
    }

    @Test("a text that the automaton knows its way through takes a step a byte, and one at its end")
    func knownText() throws {
        var matcher = PatternMatcher(try PatternProgram("ab*c$"))
        #expect(matcher.steps == 0)
        let text = Array("xxabbbbb".utf8)
        var before = 0
        for isKnown in [false, true, true] {
            before = matcher.steps
            let isFound = matcher.matches(text.span)
            #expect(!isFound)
            let taken = matcher.steps - before
            #expect(isKnown ? taken == text.count + 1 : taken > text.count + 1)
        }
    }
}
