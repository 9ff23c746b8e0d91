import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("imwire fuzz")
struct FuzzCommandTests {
    private func folder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder()
        return try await body(folder.path)
    }

    @Test("prints the same for the same seed and number of runs, and ends with 0 when nothing is found")
    func repeats() async throws {
        try await folder { folder in
            let arguments = "fuzz run --quiet --target uids,keylogs,json --runs 50 --seed 11 --findings \(folder)/found"
            let first = try await Program.shell("imwire \(arguments)")
            let second = try await Program.shell("imwire \(arguments)")
            #expect(first.status == 0)
            #expect(first.errors.isEmpty)
            #expect(first.text == second.text)
            #expect(first.lines.count == 3)
            #expect(first.lines.allSatisfy { $0.contains(": 50 runs from ") && $0.hasSuffix(" 0 findings") })
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/found"))
        }
    }

    @Test("keeps a corpus, begins with it, and merges it")
    func corpus() async throws {
        try await folder { folder in
            let arguments = "fuzz run --quiet --target uids --runs 200 --corpus \(folder)/corpus"
            let first = try await Program.shell("imwire \(arguments)")
            let kept = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/corpus/uids")
            #expect(kept.count > 4)
            let second = try await Program.shell("imwire \(arguments)")
            #expect(first.text.contains("runs from 4 inputs"))
            #expect(second.text.contains("runs from \(kept.count + 4) inputs"))
            let merged = try await Program.shell(
                "imwire fuzz merge --target uids -o \(folder)/small \(folder)/corpus/uids"
            )
            #expect(merged.status == 0)
            let small = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/small")
            let all = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/corpus/uids")
            #expect(!small.isEmpty && small.count <= all.count)
            let replay = try await Program.shell("imwire fuzz replay --target uids \(folder)/small/*")
            #expect(replay.status == 0)
            #expect(replay.lines.count == small.count)
            #expect(replay.lines.allSatisfy { $0.hasSuffix(": passes") })
        }
    }

    @Test("writes SARIF and JUnit that other programs read")
    func reports() async throws {
        try await folder { folder in
            let result = try await Program.shell(
                "imwire fuzz run --quiet --target uids --runs 10 --sarif \(folder)/a.sarif --junit \(folder)/b/c.xml"
            )
            #expect(result.status == 0)
            let sarif = try JSONSerialization.jsonObject(with: Files.bytes("\(folder)/a.sarif")) as? [String: Any]
            #expect(sarif?["version"] as? String == "2.1.0")
            let xml = XMLParser(data: try Files.bytes("\(folder)/b/c.xml"))
            #expect(xml.parse())
        }
    }

    @Test("attacks an SDK through its adapter, and keeps, repeats and shortens what it finds")
    func adapter() async throws {
        try await folder { folder in
            let right = try await Program.shell(
                "imwire fuzz run --quiet --adapter self --runs 30 --findings \(folder)/none"
            )
            #expect(right.status == 0)
            #expect(right.lines.count == 4)
            #expect(right.lines.allSatisfy { $0.contains(": 30 runs from ") && $0.hasSuffix(" 0 findings") })

            // The library with another QoS: a wrong SDK.
            let command = "'\(try Program.path())' conform adapter | sed -u 's/\"qos\":1/\"qos\":2/'"
            let adapter = "--adapter \"\(command.replacing("\"", with: "\\\""))\""
            let run = "imwire fuzz run --quiet \(adapter) --target frames --runs 5 --findings \(folder)/found"
            let first = try await Program.shell("\(run) --junit \(folder)/a.xml --sarif \(folder)/a.sarif")
            #expect(first.status == 1)
            #expect(first.text.contains("adapter-differs: frame.decode: qos is 1 here and 2 there"))
            #expect(try await Program.shell(run).text == first.text)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/found/frames").sorted()
            let name = try #require(names.first { $0.count == 16 })
            let description = String(decoding: try Files.bytes("\(folder)/found/frames/\(name).json"), as: UTF8.self)
            #expect(description.contains("\"adapter\":") && description.contains("fuzz replay --adapter '"))
            for file in ["a.xml", "a.sarif"] {
                #expect(
                    String(decoding: try Files.bytes("\(folder)/\(file)"), as: UTF8.self).contains("adapter-differs")
                )
            }
            let replay = try await Program.shell("imwire fuzz replay \(adapter) \(folder)/found/frames/\(name)")
            #expect(replay.status == 1)
            #expect(replay.text.contains("qos is 1 here and 2 there"))
            let all = try await Program.shell("imwire fuzz replay \(adapter) \(folder)/found/frames/\(name)*")
            #expect(all.text == replay.text, "the description beside it is no input")
            let small = try await Program.shell(
                "imwire fuzz minimize \(adapter) -o \(folder)/small \(folder)/found/frames/\(name)"
            )
            #expect(small.status == 1)
            #expect(try Files.bytes("\(folder)/small").count <= Files.bytes("\(folder)/found/frames/\(name)").count)

            #expect(try await Program.shell("imwire fuzz run --quiet --adapter 'exit 1' --runs 1").status == 69)
        }
    }

    @Test("ends at once when it is interrupted: the adapter is stopped, and what was found is written")
    func interruptedAdapter() async throws {
        try await folder { folder in
            // Refuses what is asked first, and hangs when it is asked again.
            let hello = #"{"id":1,"ok":true,"value":{"sdk":"slow","version":"1","operations":["uid.decode"]}}"#
            let refusal = #"{"id":2,"ok":false,"error":{"class":"value","text":"no"}}"#
            let script = """
                read line; echo '\(hello)'; read line; echo '\(refusal)'; read line; echo $$ > '\(folder)/asked'
                exec sleep 1000
                """
            try Data(script.utf8).write(to: URL(filePath: "\(folder)/adapter.sh"))
            let result = try await Program.shell(
                """
                '\(try Program.path())' fuzz run --adapter "exec sh '\(folder)/adapter.sh'" --target uids --timeout 600 \
                    --findings '\(folder)/found' --junit '\(folder)/a.xml' --sarif '\(folder)/a.sarif' &
                while [ ! -s '\(folder)/asked' ]; do sleep 0.05; done
                kill -INT $!; wait $!; echo status $?
                kill -0 $(cat '\(folder)/asked') 2>/dev/null && echo still there
                """
            )
            #expect(result.lines.first?.hasPrefix("uids: 0 runs from 1 input,") == true, "\(result.text)")
            #expect(result.lines.first?.hasSuffix(" 1 finding") == true)
            #expect(result.lines.last == "status 130")
            let found = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/found/uids")
            #expect(found.count == 2, "an input and what it breaks: \(found)")
            for file in ["a.xml", "a.sarif"] {
                let report = String(decoding: try Files.bytes("\(folder)/\(file)"), as: UTF8.self)
                #expect(report.contains("adapter-refuses"), "\(file)")
                // SARIF describes all rules; no result is of this one.
                let hang = file == "a.xml" ? "adapter-hang" : #""ruleId":"adapter-hang""#
                #expect(!report.contains(hang), "\(file)")
            }
        }
    }

    @Test("keeps the corpus when it is interrupted together with the process that runs its inputs")
    func interruptedLibrary() async throws {
        try await folder { folder in
            // As a terminal does: the signal goes to all processes of the group.
            let result = try await Program.shell(
                """
                python3 - '\(try Program.path())' '\(folder)' <<'END'
                import os, signal, subprocess, sys, time
                program, folder = sys.argv[1:]
                line = ["fuzz", "run", "--target", "uids", "--budget", "600s", "--findings", folder + "/found"]
                run = subprocess.Popen([program, *line, "--corpus", folder + "/corpus"], start_new_session=True)
                time.sleep(1)
                os.killpg(run.pid, signal.SIGINT)
                print("status", run.wait())
                END
                """
            )
            #expect(result.lines.first?.hasPrefix("uids: ") == true, "\(result.text)")
            #expect(result.lines.first?.hasSuffix(" 0 findings") == true, "\(result.text)")
            #expect(result.lines.last == "status -2")
            let kept = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/corpus/uids")
            #expect(!kept.isEmpty)
        }
    }

    @Test("keeps temporary files where TMPDIR says")
    func temporaryFolder() async throws {
        let result = try await Program.run(
            "fuzz",
            "run",
            "--target",
            "uids",
            "--runs",
            "1",
            environment: ["TMPDIR": "/does/not/exist"]
        )
        #expect(result.status == 69)
        #expect(result.errors.contains("imwire: no temporary file"))
    }

    @Test("notices before a run that an output cannot be written, and ends with 74")
    func unwritable() async throws {
        try await folder { folder in
            // A file in the place of a folder is in the way of every user.
            try Data("x".utf8).write(to: URL(filePath: "\(folder)/file"))
            let run = "fuzz run --quiet --target uids --runs 1"
            let wrong = [
                "\(run) --findings \(folder)/file", "\(run) --findings \(folder)/file/deep/in",
                "\(run) --corpus \(folder)/file", "\(run) --sarif \(folder)", "\(run) --junit \(folder)/file/a.xml",
                "fuzz minimize --target uids -o \(folder)/file/small \(folder)/file",
                "fuzz merge --target uids -o \(folder)/file \(folder)",
            ]
            for line in wrong {
                let result = try await Program.shell("imwire \(line)")
                #expect(result.status == 74, "\(line)")
                #expect(result.errors.contains("imwire: \(folder)"), "\(line): \(result.errors)")
                #expect(result.errors.contains("a directory\n"), "\(line): \(result.errors)")
                #expect(result.text.isEmpty, "\(line)")
            }
            let right = try await Program.shell("imwire \(run) --findings \(folder)/new/folder --sarif \(folder)/a/b")
            #expect(right.status == 0)
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
        }
    }

    @Test("makes nothing smaller that breaks nothing: says so, writes nothing and ends with 65")
    func nothingToMinimize() async throws {
        try await folder { folder in
            try Data("BUFE-A62U-32C4-01I2".utf8).write(to: URL(filePath: "\(folder)/input"))
            let result = try await Program.shell(
                "imwire fuzz minimize --quiet --target uids -o \(folder)/small \(folder)/input"
            )
            #expect(result.status == 65)
            #expect(result.errors.contains("\(folder)/input: breaks nothing"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/small"))
        }
    }

    @Test("does not put the small input in the place of the input, under any name of it", arguments: ["input", "link"])
    func minimizesInPlace(_ output: String) async throws {
        try await folder { folder in
            let input = "\(folder)/input"
            try Data("x".utf8).write(to: URL(filePath: input))
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: input)
            let result = try await Program.shell("imwire fuzz minimize --target uids -o \(folder)/\(output) \(input)")
            #expect(result.status == 64)
            #expect(result.errors.contains("the small input would overwrite the input"), "\(result.errors)")
        }
    }

    @Test("refuses what makes no sense with 64, and a missing input with 66")
    func usage() async throws {
        for line in [
            "fuzz run --target nothing", "fuzz run --budget soon", "fuzz run --budget 1s --runs 1",
            "fuzz run --timeout 0", "fuzz run --effort soon", "fuzz run --effort 1s --runs 1",
            "fuzz replay /dev/null", "fuzz merge --target nothing -o new .", "fuzz run --max-findings 0",
            "fuzz run --adapter self --target json",
            "fuzz run --adapter ' '", "fuzz run --effort inf", "fuzz run --effort 1e300h", "fuzz run --budget nan",
            "fuzz run --findings ''", "fuzz run --corpus ''", "fuzz run --sarif -", "fuzz run --junit -",
        ] {
            let result = try await Program.shell("imwire \(line)")
            #expect(result.status == 64, "\(line)")
            #expect(result.errors.contains("Usage: imwire fuzz "), "\(line): \(result.errors)")
        }
        for line in [
            "fuzz replay --target uids /does/not/exist", "fuzz replay /does/not/exist",
            "fuzz minimize -o small /does/not/exist",
        ] {
            let result = try await Program.shell("imwire \(line)")
            #expect(result.status == 66, "\(line)")
            #expect(result.errors == "imwire: /does/not/exist: No such file or directory\n", "\(line)")
        }
    }
}
