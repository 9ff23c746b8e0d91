import Testing

@testable import Redaction

@Suite("Words that stay")
struct VocabularyTests {
    @Test(
        "are times by their digits",
        arguments: [
            ("0", true), ("86400", true), ("1795400000", true), ("1795400000123", true), ("1795400000.123", true),
            ("1795400000123456", true), ("2026-11-27T10:00:00Z", true), ("13812345678", false), ("2795400000", false),
            ("179540000012", false), ("lin_mei", false), ("", true),
        ]
    )
    func times(_ text: String, isTime: Bool) {
        #expect(Vocabulary.isTime(text) == isTime)
    }
}
