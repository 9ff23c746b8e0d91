import ArgumentParser
import Conformance
import RongCloud
import WireFormat
import WireJSON

extension MessageCommand {
    /// A content from standard input, taken apart.
    struct Decode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "decode",
            abstract: "Read one message content from standard input: its values, its digest, what is odd about it.",
            discussion: """
                Prints a JSON object. The values are in the documented spelling, whatever platform wrote the content.

                Example: echo '{"content":"hi","user":{"id":"u1","portraitUri":"http://a/b"}}' | imwire message decode RC:TxtMsg
                """
        )

        @Argument(help: "The object name that the content came under.")
        var name: String

        func run() async throws {
            let bytes = Posix.readStandardInput(limit: Limits().jsonBytes)
            do {
                let card = try ContentCard(objectName: name, parsing: bytes)
                try StandardOutput.write(lines: [card.json.description])
            } catch let error as WireError {
                StandardError.write("imwire: the content is not JSON: \(error)")
                throw Exit.badData
            }
        }
    }

    /// A content from standard input, written anew.
    struct Encode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "encode",
            abstract: "Write one message content from standard input anew, in the documented or a platform's spelling.",
            discussion: """
                Members that the type does not have come last, unchanged.

                Example: echo '{"content":"hi"}' | imwire message encode RC:TxtMsg --platform android
                """
        )

        /// Whose spelling is written.
        enum Platform: String, CaseIterable, ExpressibleByArgument {
            case documented
            case ios
            case android
            case web

            var spelling: ContentSpelling {
                switch self {
                case .documented: .documented
                case .ios: .ios
                case .android: .android
                case .web: .web
                }
            }
        }

        @Argument(help: "The object name of the content.")
        var name: String

        @Option(help: "Whose keys to write where the platforms disagree.")
        var platform = Platform.documented

        func run() async throws {
            let bytes = Posix.readStandardInput(limit: Limits().jsonBytes)
            do {
                let document = try JSONDocument(bytes)
                let message = MessageRegistry.builtIn.decode(name, bytes)
                let content = try message.content?.json(as: platform.spelling) ?? document.value()
                try StandardOutput.write(lines: [content.description])
            } catch let error as WireError {
                StandardError.write("imwire: the content is not JSON: \(error)")
                throw Exit.badData
            }
        }
    }
}
