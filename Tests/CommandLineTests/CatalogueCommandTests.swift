import Foundation
import TestSupport
import Testing

@Suite("imwire message, code, uid and names")
struct CatalogueCommandTests {
    @Test("a message's card names its flags, fields and platforms, and an unknown name the nearest one")
    func show() async throws {
        let card = try await Program.run("message", "show", "RC:ImgMsg")
        #expect(card.status == 0)
        for word in ["imageUri", "content", "persisted", "counted"] { #expect(card.text.contains(word)) }
        let unknown = try await Program.run("message", "show", "RC:ImgMgs")
        #expect(unknown.status == 1)
        #expect(unknown.output.isEmpty)
        #expect(unknown.errors.contains("RC:ImgMsg"))
    }

    @Test("the list can be cut down by kind, platform and flag, and is the same in every format")
    func list() async throws {
        let all = try await Program.run("message", "list")
        let counted = try await Program.run("message", "list", "--flag", "counted")
        #expect(all.status == 0 && counted.status == 0)
        #expect(counted.lines.count < all.lines.count)
        #expect(counted.lines.contains { $0.hasPrefix("RC:TxtMsg ") })
        #expect(!counted.lines.contains { $0.hasPrefix("RC:TypSts ") })
        let json = try #require(try await Program.run("message", "list", "--format", "json").objects().first)
        #expect((json["messages"] as? [Any])?.count == all.lines.count - 1)
    }

    @Test("a content is read in the documented spelling, with what is odd about it")
    func decodeContent() async throws {
        let content = #"{"content":"hi","user":{"id":"u1","portraitUri":"http://a/b"},"own":1}"#
        let result = try await Program.run("message", "decode", "RC:TxtMsg", input: Data(content.utf8))
        #expect(result.status == 0)
        let object = try #require(try result.objects().first)
        #expect(object["digest"] as? String == "hi")
        let user = (object["content"] as? [String: Any])?["user"] as? [String: Any]
        #expect(user?["portrait"] as? String == "http://a/b")
        #expect((object["content"] as? [String: Any])?["own"] as? Int == 1)
        let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
        #expect(diagnostics.map { $0["code"] as? String } == ["platform-key"])
        #expect(diagnostics.first?["path"] as? String == "user.portraitUri")
        #expect(diagnostics.first?["offset"] as? Int == content.utf8.count - #""http://a/b"},"own":1}"#.utf8.count)
    }

    @Test("a content is written in a platform's spelling")
    func encodeContent() async throws {
        let content = Data(#"{"content":"hi"}"#.utf8)
        let documented = try await Program.run("message", "encode", "RC:TxtMsg", input: content)
        #expect(documented.text == "{\"content\":\"hi\"}\n")
        let android = try await Program.run("message", "encode", "RC:TxtMsg", "--platform", "android", input: content)
        #expect(android.text == "{\"content\":\"hi\",\"isBurnAfterRead\":false,\"burnDuration\":0}\n")
        let own = try await Program.run("message", "encode", "App:Own", input: Data(#"{ "a" : 1 }"#.utf8))
        #expect(own.text == "{\"a\":1}\n")
    }

    @Test(
        "an id that begins with a minus is an argument, wherever it stands",
        arguments: [
            ["-1"], ["-1", "--format", "text"], ["--format", "text", "-1"], ["--system", "leancloud", "-1"],
            ["-1", "--system", "leancloud"], ["--", "-1"], ["--format", "text", "--", "-1"], ["_lctype:-1"],
        ]
    )
    func minus(_ arguments: [String]) async throws {
        let card = try await Program.run(["message", "show"] + arguments)
        #expect(card.status == 0, "\(card.errors)")
        #expect(card.lines.first == "-1  text")
    }

    @Test("every kind of every system is listed, shown, read and written")
    func allSystems() async throws {
        let list = try #require(try await Program.run("message", "list", "--format", "json").objects().first)
        let messages = try #require(list["messages"] as? [[String: Any]])
        #expect(Set(messages.compactMap { $0["system"] as? String }) == ["rongcloud", "leancloud", "nim", "yc"])
        // Those of RongCloud have tests of their own.
        for message in messages where message["system"] as? String != "rongcloud" {
            let system = try #require(message["system"] as? String)
            let name = try #require((message["objectName"] ?? message["title"]) as? String)
            let example = try #require((message["examples"] as? [String: String])?["full"])
            let shown = try await Program.run("message", "show", name, "--system", system, "--format", "json")
            #expect(try shown.objects().contains { $0["title"] as? String == message["title"] as? String }, "\(name)")
            let read = try await Program.run("message", "decode", name, "--system", system, input: Data(example.utf8))
            #expect(read.status == 0 && !read.text.contains("diagnostics"), "\(name): \(read.text)")
            let written = try await Program.run(
                "message",
                "encode",
                name,
                "--system",
                system,
                input: Data(example.utf8)
            )
            #expect(written.text == example + "\n")
        }
    }

    @Test("a name of several systems asks which, and --system answers")
    func ambiguous() async throws {
        let asked = try await Program.run("message", "show", "text")
        #expect(asked.status == 64 && asked.output.isEmpty)
        for word in ["--system", "leancloud (-1 text)", "nim (0 text)", "yc (1 text)"] {
            #expect(asked.errors.contains(word))
        }
        for (system, line) in [("leancloud", "-1  text"), ("nim", "0  text"), ("yc", "1  text")] {
            let card = try await Program.run("message", "show", "text", "--system", system)
            #expect(card.text.hasPrefix(line + "\n"))
        }
        let decoded = try await Program.run("message", "decode", "text", input: Data("{}".utf8))
        #expect(decoded.status == 64)
    }

    @Test("what is reconstructed is marked, in words and in JSON")
    func reconstructed() async throws {
        let card = try await Program.run("message", "show", "701")
        #expect(card.lines.contains { $0.hasPrefix("Reconstructed") })
        let json = try #require(try await Program.run("message", "show", "701", "--format", "json").objects().first)
        #expect(json["reconstructed"] as? Bool == true)
        let seen = try await Program.run("message", "show", "new_chat")
        #expect(!seen.text.contains("Reconstructed"))
    }

    @Test("what is wrong with a content of another system has its place")
    func wrongContents() async throws {
        let content = Data(#"{"_lctype":-2,"_lcfile":{"url":7}}"#.utf8)
        let read = try #require(try await Program.run("message", "decode", "-2", input: content).objects().first)
        let finding = try #require((read["diagnostics"] as? [[String: Any]])?.first)
        #expect(finding["path"] as? String == "_lcfile.url" && finding["offset"] as? Int == 31)
        let broken = try await Program.run("message", "decode", "-2", input: Data(#"{"_lctype":"#.utf8))
        #expect(broken.status == 65 && broken.errors.contains("offset 11"))
        #expect(try await Program.run("message", "decode", "-77", input: content).status == 1)
        for (bytes, offset) in [([0x68, 0xEF], 1), ([0x68, 0xEF, 0xBF], 1), ([0xFF, 0x68], 0)] as [([UInt8], Int)] {
            let text = try await Program.run("message", "decode", "0", "--system", "nim", input: Data(bytes))
            #expect(text.status == 65 && text.errors.contains("UTF-8, at offset \(offset)"), "\(text.errors)")
        }
        let platform = try await Program.run("message", "encode", "-2", "--platform", "ios", input: content)
        #expect(platform.status == 64)
        #expect(try await Program.run("message", "show", "--formt", "json", "-1").errors.contains("--formt"))
        #expect(try await Program.run("message", "list", "--kind", "nothing").status == 64)
    }

    @Test("what is no JSON is no content", arguments: ["decode", "encode"])
    func noContent(_ command: String) async throws {
        for name in ["RC:TxtMsg", "App:Own"] {
            let result = try await Program.run("message", command, name, input: Data("{\"content\":".utf8))
            #expect(result.status == 65)
            #expect(result.errors.contains("offset 11"))
            #expect(result.output.isEmpty)
        }
    }

    @Test(
        "encode refuses a content whose shape decode reports as wrong, and takes the others",
        arguments: [
            ("RC:TxtMsg", "[1]", "the content is an array, not an object"),
            ("RC:CmdMsg", " 5", "the content is a number, not an object, at offset 1"),
            ("RC:Delivered", "{}", "the content is an object, not a list"), ("-1", "[1]", "text is no object"),
            ("App:Own", "[1]", nil), ("RC:TxtMsg", #"{"content":1}"#, nil),
        ] as [(String, String, String?)]
    )
    func contentOfWrongShape(_ name: String, _ content: String, _ words: String?) async throws {
        let input = Data(content.utf8)
        let read = try #require(try await Program.run("message", "decode", name, input: input).objects().first)
        let codes = (read["diagnostics"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
        #expect(codes.contains { $0.hasSuffix("wrong-shape") } == (words != nil), "\(codes)")
        let written = try await Program.run("message", "encode", name, input: input)
        #expect(written.status == (words == nil ? 0 : 65))
        #expect(written.output.isEmpty == (words != nil))
        #expect(words.map { written.errors.contains($0) } ?? written.errors.isEmpty, "\(written.errors)")
    }

    @Test("a code is explained on all platforms, and an unknown one says so")
    func code() async throws {
        let known = try await Program.run("code", "23408")
        #expect(known.status == 0)
        #expect(known.text.contains("23408"))
        let json = try #require(try await Program.run("code", "23408", "--format", "json").objects().first)
        #expect(json["schema"] as? String == "imwire-code/2")
        let named = try await Program.run("code", "sessionRequired")
        #expect(named.status == 0 && named.text.contains("LeanCloud"))
        #expect(try await Program.run("code", "-987654").status != 0)
        #expect(try await Program.run("code", "987654").status == 1)
    }

    @Test("a message UID is taken apart, put together, and held against a target")
    func uid() async throws {
        let object = try #require(
            try await Program.run("uid", "BUFE-A62U-32C4-01I2", "--format", "json").objects().first
        )
        #expect(object["schema"] as? String == "imwire-uid/1")
        #expect(object["layout"] as? String == "B")
        let hash = try #require(object["hashHex"] as? String)
        #expect(UInt32(hash, radix: 16) == (object["hash"] as? Int).map(UInt32.init))
        for spelling in [hash, "0x\(hash)", hash.uppercased()] {
            let made = try await Program.run(
                "uid",
                "--encode",
                "--time",
                "\(object["time"] as? Int ?? 0)",
                "--sequence",
                "\(object["sequence"] as? Int ?? 0)",
                "--type",
                "\(object["type"] as? Int ?? 0)",
                "--hash",
                spelling
            )
            #expect(made.text == "BUFE-A62U-32C4-01I2\n", "\(spelling)")
        }
        for wrong in ["", "0x", "+642", "0x0x1", "1FFFFFFFF", "hash", "６"] {
            let made = try await Program.shell("imwire uid --encode --time 1642750828920 --type 1 --hash '\(wrong)'")
            #expect(made.status == 64, "\(wrong)")
        }
        #expect(try await Program.run("uid", "BUFE-A62U-32C4-01I2", "--target", "24").status == 0)
        #expect(try await Program.run("uid", "BUFE-A62U-32C4-01I2", "--target", "25").status == 1)
        #expect(try await Program.run("uid", "not-a-uid").status == 65)
    }

    @Test("names check reports a mistake with its line, and fails on what --fail-on says")
    func names() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("let name = \"RC:TXTMSG\"\n", to: "App.swift")
        let text = try await Program.run("names", "check", "--source", folder.path)
        #expect(text.status == 1)
        #expect(text.text.contains("App.swift:1:12: error: ") && text.text.contains("[names.letter-case]"))
        #expect(text.errors.contains("1 error"))
        let json = try #require(
            try await Program.run("names", "check", "--source", folder.path, "--format", "json").objects().first
        )
        #expect(json["schema"] as? String == "imwire-findings/1")
        #expect(json["command"] as? String == "names check")
        #expect(try await Program.run("names", "check", "--source", folder.path + "/none").status == 66)
        #expect(try await Program.run("names", "check").status == 64)
    }
}
