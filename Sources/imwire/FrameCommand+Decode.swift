import ArgumentParser
import Conformance
import Inspection
import Reporting
public import RongCloud
import WireFormat

extension FrameForm: WordArgument {}
extension FrameSender: WordArgument {}

extension FrameCommand {
    /// `imwire frame decode`: from hex to a frame object.
    struct Decode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "decode",
            abstract: "Decode one frame from hex to JSON.",
            discussion: """
                Examples:
                  imwire frame decode 400102
                  imwire frame decode --system leancloud 080e2801
                """
        )

        @Argument(help: "The frame in hex; without it, standard input.")
        var hex: String?

        @Option(help: "For a QUERYACK: the topic of the query that it answers.")
        var topic: String?

        @Option(help: "The end that wrote the frame; by default decided by the bytes, if they allow it.")
        var sender: FrameSender?

        @OptionGroup var frame: FrameOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let text = try hex ?? String(decoding: Posix.readStandardInput(limit: InputLimits.frame), as: UTF8.self)
            let bytes = try bytes(ofHex: text)
            do {
                let options = frame.options(sender: sender, topic: topic)
                try StandardOutput().write(
                    line: SafeText.json(written: try frame.system.frameObject(of: bytes, options))
                )
            } catch let error as WireError {
                // What a decoder needs first says little about a frame that is not there.
                let isEmpty = text.allSatisfy(\.isWhitespace)
                StandardError.write("imwire: \(isEmpty ? "there are no bytes to decode" : "\(error)")")
                if sender == nil, error.path == ["sender"] {
                    StandardError.write("imwire: --sender client or --sender server tells it")
                }
                // Errors in the head have no type in their path.
                if frame.assumesPlainBody, error.path.first.map({ FrameType(name: $0) != nil }) ?? false {
                    StandardError.write(
                        "imwire: an obfuscated body needs its key (--obfuscation-key), which imwire decode finds in a capture"
                    )
                }
                throw Exit.badData
            } catch is StandardOutput.Closed {
                return
            }
        }

        /// Returns the bytes of a hex text; ends the program with 65 if it is none.
        private func bytes(ofHex text: String) throws -> [UInt8] {
            do throws(WireError) {
                return try Hex.decode(text)
            } catch {
                // What comes from a file may be the frame itself.
                let advice = hex == nil ? "; xxd -p turns bytes into hex" : ""
                StandardError.write("imwire: the frame is not in hex: \(error)\(advice)")
                throw Exit.badData
            }
        }

        func validate() throws {
            guard topic != nil, !frame.system.hasFrameForms else { return }
            throw ValidationError("--topic is not for frames of \(frame.system.name)")
        }
    }

    /// `imwire frame encode`: from a frame object to hex.
    struct Encode: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "encode",
            abstract: "Encode one frame from JSON on standard input to hex.",
            discussion: """
                Example: echo '{"type":"PINGREQ","qos":0,"dup":false,"retain":false}' | imwire frame encode
                """
        )

        @Option(help: "The end that writes the frame; by default decided by its type and date.")
        var sender: FrameSender?

        @OptionGroup var frame: FrameOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let text = try Posix.readStandardInput(limit: InputLimits.frame)
            do {
                let bytes = try frame.system.frameBytes(of: text, frame.options(sender: sender, topic: nil))
                try StandardOutput().write(line: Hex.encode(bytes))
            } catch let error as WireError {
                // A member that holds JSON as a text is named by the error itself.
                let what = error.code == .json && error.path.isEmpty ? "the frame object is not JSON: " : ""
                StandardError.write("imwire: \(what)\(error)")
                throw Exit.badData
            } catch is StandardOutput.Closed {
                return
            }
        }
    }
}
