import Crypto
import LeanCloud
import Testing
import WireFormat
import WireProtobuf

@testable import Redaction

@Suite("Tags and lengths of protobuf that are too long to stay")
struct BrokenTagTests {
    private static let type = LeanCloudSchema.genericCommand(.current)

    private static func code(_ bytes: [UInt8]) -> WireError.Code? {
        var tape = ProtobufTape()
        do throws(WireError) {
            try tape.decode(bytes.span, in: 0..<bytes.count, as: type, schema: LeanCloudSchema.shared)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "are refused for the same reason as before",
        arguments: [
            // A number that is too large, a tag of six bytes, the number 0, a wire type that is none, and an end alone.
            ([0xF0, 0x9F, 0x99, 0x82, 0x76], .value), ([0x88, 0x80, 0x80, 0x80, 0x80, 0], .varint),
            (Array("\u{6797}\u{7F8E}A".utf8), .value), ([0x82, 0x80, 0], .wireType), ([0x8F, 0x80, 1], .wireType),
            ([0x8C, 0x80, 1], .wireType),
            // Lengths of four bytes, of six bytes with an empty group, beyond 2^31, and of all bits.
            ([0x1A, 0xE6, 0xB5, 0xB7, 0x71], .truncated),
            ([0x1A, 0x80, 0x80, 0x80, 0x80, 1, 0], .truncated),
            ([0x1A, 0xF0, 0x9F, 0x99, 0x82, 0x76], .length),
            ([0x1A] + [UInt8](repeating: 0xFF, count: 9) + [1], .length),
        ] as [([UInt8], WireError.Code)]
    )
    func refused(_ tag: [UInt8], _ expected: WireError.Code) {
        let leaves = LeafReplacer(Pseudonyms(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32))))
        for rest in ["", "wang", "wang_lei@example.com"] {
            let bytes = [0x28, 7] + tag + Array(rest.utf8)
            #expect(Self.code(bytes) == expected)
            var writer = ByteWriter(capacity: 64)
            let isRefused = leaves.refused(
                bytes.span,
                as: Self.type,
                LeanCloudSchema.shared,
                UnitTables.leanCloud,
                to: &writer
            )
            let made = writer.array
            #expect(isRefused && Self.code(made) == expected)
            #expect(made.count == bytes.count && !made.starts(with: bytes.prefix(2 + tag.count)))
            #expect(made.dropFirst(2 + tag.count).allSatisfy { $0 == 0xFF })
        }
    }
}
