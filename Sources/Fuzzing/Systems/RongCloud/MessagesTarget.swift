import Conformance
package import FuzzInputs
package import Fuzzer
import RongCloud
import WireFormat
import WireJSON

/// Typed message contents.
///
/// The first byte of an input is the index of the type among the sorted object names; the rest is the content.
package struct MessagesTarget: FuzzTarget, AdapterSubject {
    /// `messages`.
    package let name = "messages"
    /// The purpose of the target, for lists of targets.
    package let summary = "typed message contents: reading, judging, writing in every platform's spelling"
    /// The keys of all contents.
    package var words: [[UInt8]] { Self.keys }

    /// Makes the target.
    package init() {}

    private static let names = MessageRegistry.builtIn.objectNames
    private static let details: [(Int, MessageDetails)] = names.indices.compactMap { index in
        MessageCatalogue.shared.details(names[index]).map { (index, $0) }
    }
    private static let keys: [[UInt8]] = Set(
        details.flatMap { $0.1.fields.map(\.key) } + [
            "extra", "user", "mentionedInfo", "isBurnAfterRead", "burnDuration", "type", "userIdList", "portrait",
        ]
    ).sorted().map { Array($0.utf8) }

    /// Runs one content.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let first = input.first else { return }
        let name = Self.names[Int(first) % Self.names.count]
        let bytes = Array(input.dropFirst())
        features.reach("message.type", Int(first) % Self.names.count)
        for diagnostic in MessageRegistry.builtIn.diagnose(name, bytes) {
            features.reach("message.diagnostic", diagnostic.code, diagnostic.path.utf8.count)
        }
        let decoded = MessageRegistry.builtIn.decode(name, bytes)
        try Oracles.same(decoded.encoded(), bytes, .roundtrip, "\(name): an unchanged content is written otherwise")
        features.reach("message.digest", Features.bucket(decoded.digest.utf8.count))
        guard let content = decoded.content else {
            if bytes.isEmpty || JSONValidator.isValid(bytes.span, in: 0..<bytes.count) {
                throw Violation(.disagreement, "\(name): JSON is not read as a content")
            }
            return
        }
        try written(content, name, &features)
    }

    /// Checks that each platform's spelling is read as the same content.
    private func written<Content: MessageContent>(
        _ content: Content,
        _ name: String,
        _ features: inout Features
    ) throws(Violation) {
        for (number, spelling) in [ContentSpelling.documented, .ios, .android, .web].enumerated() {
            let text = content.encoded(as: spelling)
            guard let again = try? Content(parsing: text) else {
                throw Violation(.json, "\(name) as \(spelling) is not JSON: \(Oracles.hex(text))")
            }
            for member in (try? JSONValue(parsing: text))?.members ?? [] {
                features.reach("message.member", member.key.text, number)
            }
            let second = again.encoded(as: spelling)
            try Oracles.same(
                second,
                text,
                .roundtrip,
                "\(name) as \(spelling): \(String(decoding: text.prefix(300), as: UTF8.self)) became"
                    + " \(String(decoding: second.prefix(300), as: UTF8.self))"
            )
        }
    }

    /// Returns a question that decodes the content.
    package func question(of input: [UInt8]) -> AdapterQuestion? {
        guard let first = input.first else { return nil }
        let name = Self.names[Int(first) % Self.names.count]
        return AdapterQuestion(.decodeMessage, Array(input.dropFirst()), ["objectName": JSONValue(name)])
    }

    /// Returns the tokens of the content.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let first = input.first else { return nil }
        return JSONShape.json(Array(input.dropFirst())).map {
            Shape("input", [Shape("selector", .token, [first]), $0])
        }
    }

    /// Returns the catalogue's examples.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        Self.details.flatMap { index, details in
            [details.fullExample, details.minimalExample].map { [UInt8(truncatingIfNeeded: index)] + Array($0.utf8) }
        } + [[0], [0] + Array("{\"a\":1}".utf8)]
    }
}
