import Testing
import WireFormat

@Suite("WireError")
struct WireErrorTests {
    @Test("says path, figures and offset on one line")
    func text() {
        let error = WireError(.truncated, at: 17, path: ["targetId"], needed: 300, available: 12)
        #expect(error.inside("PUBLISH").description == "PUBLISH.targetId: needs 300 bytes, 12 left, at offset 17")
        let one = WireError(.truncated, at: 0, path: ["header"], needed: 1, available: 0)
        #expect(one.description == "header: needs 1 byte, 0 left, at offset 0")
        #expect(WireError(.trailing, at: 4).description == "trailing, at offset 4")
        #expect(
            WireError(.value, at: 0, path: ["qos"], expected: "0 to 3").description
                == "qos: value, expected 0 to 3, at offset 0"
        )
        // A field that is named like the failure is not named twice.
        #expect(
            WireError(.checksum, at: 1, path: ["checksum"], expected: "0x42").description
                == "checksum: expected 0x42, at offset 1"
        )
    }

    @Test("is seen from further out with a longer path and a larger offset, all else the same")
    func nesting() {
        let error = WireError(.varint, at: 3, path: ["time"], needed: 11, available: 10, expected: "ten bytes")
        let outer = error.inside("list[2]").inside("DownStreamMessages").shifted(by: 20)
        #expect(
            outer
                == WireError(
                    .varint,
                    at: 23,
                    path: ["DownStreamMessages", "list[2]", "time"],
                    needed: 11,
                    available: 10,
                    expected: "ten bytes"
                )
        )
    }

    @Test("has the classes of the adapter protocol, by those names")
    func classes() {
        #expect(
            Set(WireError.Code.allCases.map(\.rawValue)) == [
                "truncated", "trailing", "length", "checksum", "string", "varint", "wireType", "required", "json",
                "limit", "unsupported", "value",
            ]
        )
    }
}
