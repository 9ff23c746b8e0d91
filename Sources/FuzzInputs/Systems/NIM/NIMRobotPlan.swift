/// Answers of a robot, whose templates are a small subset of XML, and their shown texts.
///
/// Character references are written as in XML 1.0 (section 4.1), or in an invalid way.
///
/// A plan has the number of answers; then, for each one, its type, the number of pieces of its text, and whether some
/// are invalid; then each piece.
package struct NIMRobotPlan: Sendable {
    /// A template and its shown text; `nil` for an invalid one.
    package typealias Template = (text: String, shown: String?)

    /// The content as JSON.
    package let content: String
    /// The expected diagnostics: a code and a path each.
    package private(set) var expected: [String] = []
    package private(set) var templates: [Template] = []

    /// Characters at the limits of XML's range (section 2.2), and those with a meaning in XML.
    private static let scalars: [Unicode.Scalar] = [
        "A", "é", "中", "🙂", "<", "&", "\"", "'", "\t", "]", "\u{7F}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}",
        "\u{10FFFF}",
    ]
    private static let entities = [("lt", "<"), ("gt", ">"), ("amp", "&"), ("quot", "\""), ("apos", "'")]
    /// Texts that are not valid references.
    private static let wrong = [
        "&#X41;", "&#xG1;", "&#;", "&#x;", "&nbsp;", "&LT;", "&", "&;", "&#+65;", "&#x+41;", "&#-65;", "&# 65;",
        "&#65 ;",
        "&#1F;", "&#xD800;", "&#xDFFF;", "&#x110000;", "&#1114112;", "&#0;", "&#x1;", "&#xB;", "&#31;", "&#xFFFE;",
        "&#65535;", "&#99999999999;", "&#x41", "&amp", "&#x4_1;",
    ]

    package init(_ reader: inout PlanReader) {
        var answers: [String] = []
        for place in 0...reader.below(3) {
            let options = reader.byte()
            let type = ["11", "11", "11", "01"][options & 3]
            let template = Self.template(&reader, count: options >> 2 & 7, isRight: options & 0x80 == 0)
            answers.append(#"{"type":"\#(type)","content":\#(PlanText.json(template.text))}"#)
            templates.append(template)
            // Only an answer of type 11 is a template.
            guard type == "11", template.shown == nil else { continue }
            expected.append("template-invalid robotMsg.message[\(place)].content")
        }
        let list = answers.joined(separator: ",")
        content = #"{"robotAccid":"b","robotMsg":{"flag":"bot","message":[\#(list)]}}"#
    }

    private static func template(_ reader: inout PlanReader, count: Int, isRight: Bool) -> Template {
        var written = ""
        var shown = ""
        var attributes = ""
        var isWrong = false
        for _ in 0...count {
            let choice = reader.byte()
            let scalar = scalars[choice >> 4]
            let more = reader.byte()
            switch choice & 7 {
            case 0:
                written += "b"
                shown += "b"
            case 1, 2:
                written += reference(scalar, more)
                shown.unicodeScalars.append(scalar)
            case 3:
                let entity = entities[more % entities.count]
                written += "&\(entity.0);"
                shown += entity.1
            case 4:
                // A CDATA section contains no references (section 2.7).
                written += "<![CDATA[&#x41;<&]]>"
                shown += "&#x41;<&"
            case 5: written += "<!-- &#x41; & -->"
            case 6: attributes += #" a\#(attributes.utf8.count)="\#(reference(scalar, more))""#
            default:
                guard !isRight else { break }
                isWrong = true
                let text = wrong[more % wrong.count]
                if choice & 8 == 0 { written += text } else { attributes += " b\(attributes.utf8.count)='\(text)'" }
            }
        }
        // The letters at both ends keep whitespace from being trimmed.
        let text = "<text\(attributes)>a\(written)c</text>"
        let template = #"<template version="0.1"><LinearLayout>\#(text)</LinearLayout></template>"#
        return (template, isWrong ? nil : "a\(shown)c")
    }

    /// Returns a numeric reference to a character: in either form, with digits in either letter case, after any number
    /// of zeros.
    private static func reference(_ scalar: Unicode.Scalar, _ form: Int) -> String {
        let zeros = String(repeating: "0", count: [0, 0, 1, 4, 12][(form >> 2) % 5])
        guard form & 1 == 0 else { return "&#\(zeros)\(scalar.value);" }
        return "&#x\(zeros)\(String(scalar.value, radix: 16, uppercase: form & 2 != 0));"
    }
}
