public import ArgumentParser
public import CaptureGeneration

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes captures for benchmarks, of any size and shape.
@main
struct GenerateCapture: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate-capture",
        abstract: "Write a capture of a made-up chat; the same options give the same bytes.",
        discussion: """
            Examples:
              generate-capture --messages 400000 --interleave acks,heartbeats -o chat.pcap
              generate-capture --form polling --interleave all -o polling.pcap
              generate-capture --form tcp --obfuscation-key 5cd1a81cc347b1c3 -o tcp.pcap
              generate-capture --tls --keys-file chat.keys --pcapng -o chat.pcapng
              generate-capture --disorder 0.05 --disorder-kinds swap,retransmit --lost-syns 0.1 -o torn.pcap
              generate-capture --flows 1 --messages 4000000 --size 128-1024 --ipv6 -o - | imwire stats -
            """
    )

    @Option(name: .shortAndLong, help: "The file to write; - is standard output.")
    var output: String

    @Option(help: "Chat messages in all.")
    var messages = 1000

    @Option(help: "Connections, all open at the same time; with polling, pairs of connections.")
    var flows = 64

    @Option(help: "Bytes of a message's content: N, or FROM-TO.")
    var size = SizeRange(60...200)

    @Option(help: "Transport form.")
    var form = CaptureShape.Form.websocket

    @Option(help: "System.")
    var system = CaptureShape.System.rongcloud

    @Option(help: ArgumentHelp("Key of the TCP form's bodies, 16 hex digits.", valueName: "hex"))
    var obfuscationKey = ObfuscationKey(CaptureShape().obfuscationKey)

    @Flag(help: "Encrypt everything with TLS 1.3, AES-128-GCM.")
    var tls = false

    @Option(help: ArgumentHelp("Write the secrets of TLS there, as SSLKEYLOGFILE of browsers.", valueName: "file"))
    var keysFile: String?

    @Option(help: "What travels besides the messages: none, all, or some of \(names(CaptureShape.Extra.self)).")
    var interleave = Choice<CaptureShape.Extra>([])

    @Option(help: "Share of the data packets, 0 to 1, that something happens to.")
    var disorder = 0.0

    @Option(help: "What may happen to them: all, or some of \(names(CaptureShape.Disorder.self)).")
    var disorderKinds = Choice<CaptureShape.Disorder>(CaptureShape.Disorder.allCases)

    @Option(help: "Most packets of its direction that a swapped one comes after.")
    var disorderWindow = 3

    @Option(help: "Share of the connections, 0 to 1, whose SYNs are not captured.")
    var lostSyns = 0.0

    @Option(help: "Link layer.")
    var link = CaptureShape.Link.ethernet

    @Flag(help: "Write pcapng in place of pcap.")
    var pcapng = false

    @Flag(help: "Use IPv6 addresses.")
    var ipv6 = false

    @Option(help: "Keys of masked frames.")
    var masks = CaptureShape.Masking.random

    @Option(help: "Most bytes of payload in a packet.")
    var segment = 1460

    @Option(help: "Where the random numbers start.")
    var seed: UInt64 = 7

    func validate() throws {
        guard messages >= 0 else { throw ValidationError("--messages is negative") }
        guard 1...10_000_000 ~= flows else { throw ValidationError("--flows is not within 1 to 10000000") }
        guard 0...1 ~= disorder else { throw ValidationError("--disorder is not within 0 to 1") }
        guard 1...1000 ~= disorderWindow else { throw ValidationError("--disorder-window is not within 1 to 1000") }
        guard 0...1 ~= lostSyns else { throw ValidationError("--lost-syns is not within 0 to 1") }
        guard size.range.upperBound <= 2_000_000 else { throw ValidationError("--size is above 2000000") }
        guard tls || keysFile == nil else { throw ValidationError("--keys-file is of use with --tls only") }
        guard 1...60000 ~= segment else { throw ValidationError("--segment is not within 1 to 60000") }
    }

    func run() throws {
        var shape = CaptureShape()
        shape.messages = messages
        shape.flows = flows
        shape.contentBytes = size.range
        shape.form = form
        shape.system = system
        shape.obfuscationKey = obfuscationKey.bytes
        shape.isEncrypted = tls
        shape.extras = Set(interleave.values)
        shape.disorderShare = disorder
        shape.disorders = disorderKinds.values
        shape.disorderWindow = disorderWindow
        shape.lostHandshakeShare = lostSyns
        shape.link = link
        shape.fileFormat = pcapng ? .pcapng : .pcap
        shape.isIPv6 = ipv6
        shape.masking = masks
        shape.segmentBytes = segment
        shape.seed = seed
        let descriptor = output == "-" ? 1 : try create(output)
        let keysDescriptor = try keysFile.map { try create($0) }
        let summary = try CaptureGenerator.write(shape, to: descriptor, keysTo: keysDescriptor)
        for descriptor in [descriptor, keysDescriptor ?? 1] where descriptor != 1 {
            guard close(descriptor) == 0 else { throw WritingError(number: errno) }
        }
        let text =
            "\(summary.packets) packets, \(summary.bytes) bytes, \(summary.connections) flows, \(summary.frames) frames, "
            + "\(summary.disordered) disordered\n"
        _ = text.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
    }
}

/// Makes a file to write to, or empties it.
private func create(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw WritingError(number: errno) }
    return descriptor
}

private func names<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
}

/// `N` or `FROM-TO`.
struct SizeRange: ExpressibleByArgument {
    var range: ClosedRange<Int>

    init(_ range: ClosedRange<Int>) { self.range = range }

    init?(argument: String) {
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, 0 <= first, first <= last
        else { return nil }
        range = first...last
    }

    var defaultValueDescription: String { "\(range.lowerBound)-\(range.upperBound)" }
}

/// 16 hex digits.
struct ObfuscationKey: ExpressibleByArgument {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init?(argument: String) {
        guard argument.utf8.count == 16, let number = UInt64(argument, radix: 16), !argument.hasPrefix("+")
        else { return nil }
        bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }

    var defaultValueDescription: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// `none`, `all`, or names with commas between them.
struct Choice<Value: CaseIterable & RawRepresentable<String> & Equatable & SendableMetatype>: ExpressibleByArgument {
    var values: [Value]

    init(_ values: [Value]) { self.values = values }

    init?(argument: String) {
        switch argument {
        case "none": values = []
        case "all": values = Array(Value.allCases)
        default:
            let chosen = argument.split(separator: ",").map { Value(rawValue: String($0)) }
            guard !chosen.isEmpty, !chosen.contains(nil) else { return nil }
            values = chosen.compactMap(\.self)
        }
    }

    var defaultValueDescription: String {
        if values.isEmpty { return "none" }
        return values.count == Value.allCases.count ? "all" : values.map(\.rawValue).joined(separator: ",")
    }
}

extension CaptureShape.Form: ExpressibleByArgument {}
extension CaptureShape.System: ExpressibleByArgument {}
extension CaptureShape.Link: ExpressibleByArgument {}
extension CaptureShape.Masking: ExpressibleByArgument {}
