import TestSupport
import Testing
import WireFormat

@Suite("UTF-8, one sequence after the other")
struct UTF8SequenceTests {
    @Test("every character has its length and itself")
    func characters() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(scalar).utf8)
            let found = UTF8Sequence.scalar(bytes.span, at: 0)
            guard found?.scalar == scalar, found?.length == bytes.count else {
                Issue.record("U+\(String(value, radix: 16))")
                return
            }
        }
    }

    @Test("is well-formed where the standard library says so")
    func validity() {
        var random = SplitMix64(seed: 7)
        let edges: [UInt8] = [
            0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
            0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        for _ in 0..<200_000 {
            let bytes = (0..<Int.random(in: 1...5, using: &random)).map { _ in edges.randomElement(using: &random) ?? 0
            }
            let length = UTF8Sequence.length(bytes.span, at: 0, to: bytes.count)
            let isValid = (1...bytes.count).contains {
                String(validating: bytes.prefix($0), as: UTF8.self)?.unicodeScalars.count == 1
            }
            #expect((length > 0) == isValid, "\(bytes)")
            if length > 0 { #expect(String(validating: bytes.prefix(length), as: UTF8.self) != nil) }
            if length < 0 { #expect(-length <= bytes.count) }
        }
    }
}
