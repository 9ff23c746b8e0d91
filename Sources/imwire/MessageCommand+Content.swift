import ArgumentParser
import Conformance
import Inspection
import Reporting
import WireFormat
import WireJSON

extension MessageCommand {
    /// `imwire message decode`: a parsed content from standard input.
    struct Decode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "decode",
            abstract: "Read one message content from standard input: its values, its digest, and what is odd about it.",
            discussion: """
                Prints a JSON object. The values of RongCloud's messages are in the documented spelling, whatever platform \
                wrote the content; those of other systems are as they came. Differences from the catalogue are under \
                diagnostics, with the member and its offset.

                Examples:
                  echo '{"content":"hi","user":{"id":"u1","portraitUri":"http://a/b"}}' | imwire message decode RC:TxtMsg
                  echo '{"_lctype":-1,"_lctext":"hi"}' | imwire message decode -1
                """
        )

        @OptionGroup var name: MessageName

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let system = try name.contentSystem()
            let bytes = try Posix.readStandardInput(limit: JSONLimits().bytes)
            do {
                let card = try ContentCard(of: system, name: name.text, parsing: bytes)
                try StandardOutput.write(lines: [card.json.safeLine])
            } catch let error as WireError {
                throw MessageCommand.refused(error)
            }
        }
    }

    /// `imwire message encode`: a content from standard input, written again.
    struct Encode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "encode",
            abstract: "Write one message content from standard input in the documented or a platform's spelling.",
            discussion: """
                Members that the type does not have come last, unchanged. Contents of other systems than RongCloud keep \
                everything but white space. A content that is not the object that the type has is refused.

                Examples:
                  echo '{"content":"hi"}' | imwire message encode RC:TxtMsg --platform android
                  echo '{"_lctype": -1, "_lctext": "hi"}' | imwire message encode -1
                """
        )

        /// The platform whose spelling is written.
        enum Platform: String, WordArgument {
            case documented
            case ios
            case android
            case web
        }

        @OptionGroup var name: MessageName

        @Option(help: "The platform whose keys are written where RongCloud's platforms differ.")
        var platform = Platform.documented

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let system = try name.contentSystem()
            guard system == .rongCloud || platform == .documented else {
                throw ValidationError("--platform is for messages of rongcloud; leave it out for one of \(system.name)")
            }
            let bytes = try Posix.readStandardInput(limit: JSONLimits().bytes)
            do {
                let spelling = platform == .documented ? nil : platform.rawValue
                try MessageCommand.checkShape(of: system.catalogue.read(bytes, as: name.text))
                let written = try system.catalogue.write(bytes, as: name.text, platform: spelling)
                try StandardOutput.write(written + [UInt8(ascii: "\n")])
            } catch let error as WireError {
                throw MessageCommand.refused(error)
            }
        }
    }

    /// The codes of findings about a content that is not an object, or is one where the type has an array.
    private static let wrongShapes = ["content-wrong-shape", "wrong-shape"]

    /// Ends the program with 65 if a content is not of the kind of JSON value that its type has, so that no message of
    /// the type can be written.
    fileprivate static func checkShape(of content: CatalogueContent) throws {
        let wrong = content.findings.first { $0.path.isEmpty && wrongShapes.contains($0.code) }
        guard let wrong else { return }
        StandardError.write("imwire: \(wrong.text), at offset \(wrong.offset)")
        throw Exit.badData
    }

    fileprivate static func refused(_ error: WireError) -> ExitCode {
        let what = error.code == .json ? "the content is not JSON: " : ""
        StandardError.write("imwire: \(what)\(error)")
        return Exit.badData
    }
}
