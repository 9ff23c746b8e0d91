import ArgumentParser
import Conformance
public import RongCloud
import WireFormat
import WireJSON

/// `imwire uid`: message UIDs and their parts.
struct UIDCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uid",
        abstract: "Show the parts of a message UID, or make one of its parts.",
        discussion: """
            --hash takes the hash in hexadecimal, as the text shows it; JSON has it as hashHex, and as the number hash.

            Examples:
              imwire uid BUFE-A62U-32C4-01I2 --target 24
              imwire uid --encode --time 1642750828920 --sequence 1574 --type 1 --target 24
            """
    )

    /// The format of the parts.
    enum Format: String, WordArgument {
        case text
        case json
    }

    @Argument(help: "The UID to show.")
    var text: String?

    @Flag(help: "Make a UID of the parts in the other options.")
    var encode = false

    @Option(
        help: """
            With --encode, the layout of the bits: A (43 bits of time, until 2018) or B (42 bits of time and a sequence); \
            by default B.
            """
    )
    var layout: MessageUID.Layout?

    @Option(help: "With --encode: milliseconds since 1970.")
    var time: Int64?

    @Option(help: "With --encode: the sequence number; only in layout B.")
    var sequence: Int?

    @Option(help: "With --encode: the number of the conversation type.")
    var type: Int32?

    @Option(help: "With --encode: the hash of the target id, in hexadecimal, with or without 0x.")
    var hash: String?

    @Option(help: "A target id, whose hash is compared with that of the UID; with --encode, its hash is used.")
    var target: String?

    @Option(help: "How to write the parts.")
    var format = Format.text

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if encode {
            guard text == nil else { throw ValidationError("--encode takes the parts, not a UID") }
            guard time != nil, type != nil else { throw ValidationError("--encode needs --time and --type") }
            guard hash != nil || target != nil else { throw ValidationError("--encode needs --hash or --target") }
            guard hash == nil || target == nil else {
                throw ValidationError("--target gives the hash, so --hash and --target exclude each other")
            }
            if let hash, Self.number(ofHash: hash) == nil {
                throw ValidationError("--hash is not 32 bits of hexadecimal")
            }
            guard (sequence != nil) == (layout != .a) else {
                throw ValidationError(
                    layout == .a ? "--sequence is for layout B" : "--encode needs --sequence, except in layout A"
                )
            }
        } else {
            guard time == nil, sequence == nil, type == nil, hash == nil, layout == nil else {
                throw ValidationError("--time, --sequence, --type, --hash and --layout go with --encode")
            }
        }
    }

    func run() async throws {
        do {
            let card = UIDCard(encode ? try made() : try given(), target: encode ? nil : target)
            switch format {
            case .text: try StandardOutput.write(lines: encode ? [card.uid.description] : card.lines)
            case .json: try StandardOutput.write(lines: [card.json.description])
            }
            if card.targetMatches == false { throw Exit.findings }
        } catch let error as WireError {
            StandardError.write("imwire: \(error)")
            throw Exit.badData
        }
    }

    /// Returns the UID of the argument; refuses to run without one.
    private func given() throws -> MessageUID {
        guard let text else { throw ValidationError("no UID is given") }
        return try MessageUID(text)
    }

    /// Returns the number of a hash in hexadecimal; `nil` for anything else.
    private static func number(ofHash text: String) -> UInt32? {
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        return digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
    }

    private func made() throws(WireError) -> MessageUID {
        let layout = layout ?? .b
        let hash =
            target.map { MessageUID.hash(ofTarget: $0, layout: layout) } ?? hash.flatMap(Self.number)
        return try MessageUID(
            layout: layout,
            time: time ?? 0,
            sequence: sequence,
            type: ConversationType(rawValue: type ?? 0),
            hash: hash ?? 0
        )
    }
}

extension MessageUID.Layout: WordArgument {}
