import RongCloud
import Testing
import WireJSON

@Suite("What platforms write differently")
struct MessageVariantTests {
    @Test("it decodes to the same value as the documented form", arguments: MessageVariants.all)
    func sameValue(_ variant: MessageVariants.Variant) throws {
        let written = try #require(
            MessageRegistry.builtIn.decode(variant.objectName, Array(variant.written.utf8)).content
        )
        let documented = MessageRegistry.builtIn.decode(variant.objectName, Array(variant.documented.utf8))
        let isSame = isEqual(written, try #require(documented.content))
        #expect(isSame, "\(written) and \(documented)")
    }

    @Test("it encodes to the bytes that were read", arguments: MessageVariants.all)
    func sameBytes(_ variant: MessageVariants.Variant) {
        let bytes = Array(variant.written.utf8)
        #expect(MessageRegistry.builtIn.decode(variant.objectName, bytes).encoded() == bytes)
    }

    @Test("it is reported, with the platform that it looks like", arguments: MessageVariants.all)
    func reported(_ variant: MessageVariants.Variant) {
        let findings = MessageRegistry.builtIn.diagnose(variant.objectName, Array(variant.written.utf8))
        #expect(findings.map(\.code).sorted() == variant.codes)
        if let platform = variant.platform { #expect(findings.contains { $0.platform == platform }) }
    }
}
