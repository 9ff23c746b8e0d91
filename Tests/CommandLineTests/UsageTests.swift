import Foundation
import Testing

@Suite("Usage")
struct UsageTests {
    /// Command lines with an option that would change nothing, or without one that is needed, and what is said of it.
    ///
    /// `CAPTURE` is a capture. A file `none` does not exist: the usage is told before anything is read.
    private static let wrong = [
        ("decode --raw CAPTURE", "--raw needs --format jsonl, or the field hex in -Y or -e"),
        ("decode --raw --format tree CAPTURE", "--raw needs --format jsonl"),
        ("decode --raw --format fields -e n CAPTURE", "--raw needs --format jsonl"),
        ("decode -t d --format jsonl CAPTURE", "-t and --width are for --format text and tree"),
        ("decode --width 80 --format fields -e n CAPTURE", "-t and --width are for --format text and tree"),
        ("decode -w - --format jsonl CAPTURE", "-w - writes packets in place of events"),
        ("decode --payload ppMsgP=DownStreamMessage CAPTURE", "the topic ppMsgP carries UpStreamMessage by the table"),
        ("decode --payload x=UpStreamMessage --payload x=DownStreamMessage CAPTURE", "two messages for the topic x"),
        ("live -i lo --raw", "--raw needs --format jsonl"),
        ("live -D -w none", "-D lists the interfaces and captures nothing"),
        ("ladder --limit 100001 CAPTURE", "--limit needs a number from 1 to 100000"),
        ("ladder --limit 0 CAPTURE", "--limit needs a number from 1 to 100000"),
        ("ladder --width 80 --format svg CAPTURE", "--width is for --format text"),
        ("decod CAPTURE", "there is no command \"decod\" (did you mean decode?); imwire --help lists them"),
        ("CAPTURE", "; imwire --help lists them"),
        ("conform rum --help", "\"conform rum\" (did you mean run?); imwire conform --help lists them"),
        ("decode", "no capture is named"),
        ("check --fail-on warning", "no capture is named; - is standard input"),
        ("flows - -", "- is standard input, which is read only once"),
        ("report CAPTURE", "-o says where the page is written"),
        ("live", "no interface is named with -i"),
        ("conform run", "no adapter is named"),
        ("diff CAPTURE --format json", "Missing expected argument '<second>'"),
        ("names check", "nothing to check: name a --source or --adapter"),
        ("uid", "no UID is given"),
        ("report --extract none --limit 3", "--extract prints what a page holds"),
        ("report --extract none --keys none", "--extract prints what a page holds"),
        ("check --list-rules --write-baseline none", "no capture is named"),
        ("uid BUFE-A62U-32C4-01I2 --layout A", "--layout go with --encode"),
        ("uid --encode --time 1 --type 1 --hash 642 --target 24", "--hash and --target exclude each other"),
        ("uid --encode --time 1 --type 1 --sequence 1", "--encode needs --hash or --target"),
        ("uid --encode --time 1 --type 1 --target 24", "--encode needs --sequence, except in layout A"),
        ("uid --encode --time 1 --type 1 --target 24 --layout A --sequence 1", "--sequence is for layout B"),
        ("frame decode --obfuscation-key 0011223344556677 c0", "--obfuscation-key needs --form tcp"),
        ("names check --list-rules --format json", "--format is for findings"),
        ("names check --source none --fix-preview --format sarif", "--format is for findings"),
        ("names check --source none --matrix html --format json", "--format is for findings"),
        ("names check --adapter a=self --exclude x", "--exclude is for --source"),
        ("names check --source ios=", "--source ios=: a folder or file is missing"),
        ("names check --adapter web=", "--adapter web=: a command or file is missing"),
        ("conform run --adapter self --format json --tap -", "both say what goes to standard output"),
        ("conform run --adapter none --check-adapter --level must", "--check-adapter asks for a few known answers"),
        ("fuzz replay --target uids --in-process --adapter self none", "--in-process and --adapter exclude each other"),
    ]

    @Test("an option too many or too few ends with 64 and says what to do", arguments: wrong)
    func wrongOptions(_ command: String, _ words: String) async throws {
        let line = "imwire " + command.replacingOccurrences(of: "CAPTURE", with: "'\(Files.v2)'")
        let result = try await Program.shell(line)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(words), "\(result.errors)")
    }

    @Test(
        "a misspelt option is reported before what is missing because of it",
        arguments: [
            "decode --fromat", "stats --fromat", "flows --fromat", "check --fromat", "ladder --fromat",
            "report CAPTURE --otput p.html", "live --interfcae lo", "conform run --adpater self",
            "names check --sorce .", "uid --layuot A",
        ]
    )
    func misspelt(_ command: String) async throws {
        let line = "imwire " + command.replacingOccurrences(of: "CAPTURE", with: "'\(Files.v2)'")
        let result = try await Program.shell(line)
        #expect(result.status == 64)
        #expect(result.errors.contains("Unknown option '--"), "\(result.errors)")
        #expect(result.errors.contains("Did you mean '--"), "\(result.errors)")
    }

    @Test(
        "an option that does not exist is reported before an argument that is missing, and before other checks",
        arguments: [
            ("diff --fromat json", "--fromat (did you mean --format?); imwire diff --help lists the options"),
            ("diff CAPTURE --fromat=json", "--fromat (did you mean --format?); imwire diff"),
            ("redact --kye 00", "--kye (did you mean --key?); imwire redact"),
            ("conform report --mrakdown", "--mrakdown (did you mean --markdown?); imwire conform report"),
            ("conform record --flwo 3", "--flwo (did you mean --flow?); imwire conform record"),
            ("fuzz replay --taget", "--taget (did you mean --target?); imwire fuzz replay"),
            ("fuzz merge --taget uids -o x y", "--taget (did you mean --target?); imwire fuzz merge"),
            ("fuzz minimize -z", "-z"),
        ]
    )
    func misspeltAndMissing(_ command: String, _ words: String) async throws {
        let line = "imwire " + command.replacingOccurrences(of: "CAPTURE", with: "'\(Files.v2)'")
        let result = try await Program.shell(line)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("imwire: unknown option \(words)"), "\(result.errors)")
    }

    @Test(
        "the same option is taken where it changes something",
        arguments: [
            "decode --raw -Y 'hex contains \"32\"' CAPTURE", "decode --raw --format fields -e hex CAPTURE",
            "decode -t d --format tree CAPTURE", "decode --payload =UpStreamMessage CAPTURE",
            "names check --adapter a=self --matrix html -o /dev/null --format json",
        ]
    )
    func usefulOption(_ command: String) async throws {
        let line = "imwire " + command.replacingOccurrences(of: "CAPTURE", with: "'\(Files.v2)'")
        let result = try await Program.shell(line)
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.isEmpty)
    }

    @Test("what a command refuses while it runs is one line, without the usage of another command")
    func refusedWhileRunning() async throws {
        let content = Data(#"{"_lctype":-1}"#.utf8)
        let result = try await Program.run("message", "encode", "-1", "--platform", "ios", input: content)
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors == "imwire: --platform is for messages of rongcloud; leave it out for one of leancloud\n")
    }
}
