package import FuzzInputs
package import Fuzzer
import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

/// Commands of LeanCloud: one WebSocket message.
///
/// The first byte of an input has options: bits 0 and 1 the form, bit 2 the older schema.
package struct LeanCloudTarget: FuzzTarget {
    package let name = "leancloud"
    package let summary = "LeanCloud's commands in every form, their messages, typed contents and frame objects"
    /// Member names, commands and operations.
    package var words: [[UInt8]] {
        [
            "\"cmd\":", "\"op\":", "\"i\":", "\"peerId\":", "\"msg\":", "\"ids\":", "\"results\":", "\"patches\":",
            "session", "direct", "rcp", "conv", "unread", "patch", "open", "add", "_lctype", "_lctext", "_lcattrs",
        ].map { Array($0.utf8) }
    }

    private static let forms = LeanCloudForm.allCases

    package init() {}

    /// Runs one command.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let options = input.first else { return }
        let bytes = Array(input.dropFirst())
        let form = Self.forms[Int(options & 3) % Self.forms.count]
        let generation: LeanCloudGeneration = options & 4 != 0 ? .older : .current
        let tree = FieldTree()
        let shown = attempt { () throws(WireError) in
            try tree.append(leanCloud: bytes.span, form: form, generation: generation)
        }
        try Oracles.coverage(tree, of: 0..<bytes.count, "leancloud")
        if case .failure(let error) = shown { try Oracles.place(error, in: bytes.count, "leancloud's tree") }
        let frame: LeanCloudFrame
        do throws(WireError) {
            frame = try LeanCloudFrame(decoding: bytes.span, form: form, generation: generation)
        } catch {
            features.reach("leancloud", error)
            return try Oracles.place(error, in: bytes.count, "leancloud")
        }
        if case .failure(let error) = shown {
            throw Violation(.coverage, "the command is read, and its tree says \(error)")
        }
        features.reach(
            "leancloud.command",
            Int(frame.envelope.cmd?.rawValue ?? -1),
            Int(frame.envelope.op?.rawValue ?? -1)
        )
        try Oracles.same(frame.encoded(), bytes, .roundtrip, "\(form): \(Oracles.hex(bytes)) is written otherwise")
        let object = frame.object
        // The object does not contain the schema generation.
        let again = attempt { () throws(WireError) in
            try LeanCloudFrame(object: object, form: form, generation: generation)
        }
        guard case .success(let other) = again, other.encoded() == bytes else {
            throw Violation(.roundtrip, "\(Oracles.hex(bytes)) by way of its frame object: \(again)")
        }
        try Self.messages(bytes, form, generation, &features)
    }

    /// Finds a command's messages, and reads their contents.
    private static func messages(
        _ bytes: [UInt8],
        _ form: LeanCloudForm,
        _ generation: LeanCloudGeneration,
        _ features: inout Features
    ) throws(Violation) {
        var layout = LeanCloudLayout()
        guard (try? layout.read(bytes.span, form: form, generation: generation)) != nil else {
            throw Violation(.disagreement, "the command is read, and its layout is not")
        }
        layout.findMessages(in: bytes.span)
        guard layout.messages.count <= bytes.count else {
            throw Violation(.limit, "\(layout.messages.count) messages in \(bytes.count) bytes")
        }
        for message in layout.messages {
            for text in [message.binary, message.conversation, message.sender, message.id] {
                if let text {
                    features.reach("leancloud.text", Features.bucket(layout.string(text, of: bytes.span).utf8.count))
                }
            }
            guard let text = message.text, let content = layout.copy(text, of: bytes.span) else { continue }
            let read = LeanCloudContent(text: content)
            try Oracles.same(
                read.encoded(),
                content,
                .roundtrip,
                "the content \(Oracles.hex(content)) is written otherwise"
            )
            switch read {
            case .typed(let type, let document):
                features.reach(
                    "leancloud.typed",
                    Int(truncatingIfNeeded: type),
                    LeanCloudContents.check(document.root).count
                )
                _ = LeanCloudContents.digest(document.root)
            case .json: features.reach("leancloud.json")
            case .text: features.reach("leancloud.plain")
            case .binary: features.reach("leancloud.bytes")
            }
        }
    }

    /// The fields of the command.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let options = input.first else { return nil }
        let bytes = Array(input.dropFirst())
        let inner: Shape?
        switch Self.forms[Int(options & 3) % Self.forms.count] {
        case .protobuf:
            let generation: LeanCloudGeneration = options & 4 != 0 ? .older : .current
            inner = ProtobufShape.message(bytes, as: LeanCloudSchema.genericCommand(generation), LeanCloudSchema.shared)
        case .json: inner = JSONShape.json(bytes)
        case .protobufBase64, .messagePack: inner = Shape("text", .text, bytes)
        }
        return inner.map { Shape("input", [Shape("options", .token, [options]), $0]) }
    }

    /// Commands of both schemas with random fields, and some in each other form.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        func options(_ form: LeanCloudForm) -> UInt8 { UInt8(Self.forms.firstIndex(of: form) ?? 0) }
        var seeds: [[UInt8]] = []
        for generation in [LeanCloudGeneration.current, .older] {
            let message = LeanCloudSchema.genericCommand(generation)
            for _ in 0..<16 {
                let bytes = ProtobufShape.sample(message, LeanCloudSchema.shared, &random).encoded()
                let bit: UInt8 = generation == .older ? 4 : 0
                seeds.append([options(.protobuf) | bit] + bytes)
            }
        }
        seeds.append([options(.protobufBase64)] + Array("CAIoAsIGCAoCaGlaAmMx".utf8))
        seeds += [
            #"{"cmd":"session","op":"open","appId":"a","i":1,"peerId":"t","ua":"js/1.5.2","s":"s","t":1,"n":"n"}"#,
            #"{"cmd":"direct","cid":"c","msg":"{\"_lctype\":-1,\"_lctext\":\"hi\",\"_lcattrs\":{}}","i":2,"r":1}"#,
            #"{"cmd":"direct","cid":"c","msg":"plain","id":"m1","fromPeerId":"u","timestamp":1416990613000}"#,
            #"{"cmd":"conv","op":"results","i":3,"results":[{"objectId":"c","m":["u","v"]}]}"#,
            #"{"cmd":"ack","i":2,"uid":"m1","t":1416990613000}"#, "{}",
        ].map { [options(.json)] + Array($0.utf8) }
        seeds.append([options(.messagePack), 0x82, 0xA3, 0x63, 0x6D, 0x64, 0xA4, 0x65, 0x63, 0x68, 0x6F])
        return seeds
    }
}
