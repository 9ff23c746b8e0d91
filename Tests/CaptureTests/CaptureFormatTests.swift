import Capture
import Foundation
import Testing
import WireFormat

/// What is a capture and what is not.
@Suite struct CaptureFormatTests {
    private func refusal(_ bytes: [UInt8]) throws -> CaptureError? {
        do throws(CaptureError) {
            let descriptor: Int32
            do { descriptor = try CaptureInput.descriptor(bytes) } catch { throw .inputOutput(-1) }
            _ = try CaptureReader(descriptor: descriptor, closesDescriptor: true)
            return nil
        } catch {
            return error
        }
    }

    @Test("an empty input is told from one that is no capture")
    func empty() throws {
        #expect(try refusal([]) == .empty)
    }

    @Test(
        "other kinds of files are called by their names",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1], "JPEG"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], "PNG"),
            (Array("GIF89a..........".utf8), "GIF"),
            (Array("%PDF-1.7\n%......".utf8), "PDF"),
            ([0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0, 1, 2, 3], "ZIP"),
            (Array("{\"event\":1}".utf8), "JSON"),
            (Array("<?xml version=".utf8), "XML"),
        ] as [([UInt8], String)]
    )
    func otherKinds(_ bytes: [UInt8], _ name: String) throws {
        guard case .notACapture(let kind?)? = try refusal(bytes) else {
            Issue.record("\(name) was not recognised")
            return
        }
        #expect(kind.contains(name))
    }

    @Test(
        "compressed files are refused with the command that unpacks them",
        arguments: [
            ([0x28, 0xB5, 0x2F, 0xFD, 4, 0, 0, 0, 0, 0, 0, 0], "zstd -d"),
            ([0x5E, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 0, 0, 0, 0], "zstd -d"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4, 0xE6, 0xD6, 0xB4, 0x46], "xz -d"),
            ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 1, 2], "bzip2 -d"),
            ([0x04, 0x22, 0x4D, 0x18, 0x64, 0x40, 0xA7, 0, 0, 0, 0, 0], "lz4 -d"),
        ] as [([UInt8], String)]
    )
    func compressed(_ bytes: [UInt8], _ command: String) throws {
        guard case .unsupported(let text)? = try refusal(bytes) else {
            Issue.record("not refused as unsupported")
            return
        }
        #expect(text.contains(command))
    }

    @Test(
        "plain text and short pieces of a signature are no captures",
        arguments: ["hello, world\n", "x", "\n\r\r", "a"]
    )
    func text(_ text: String) throws {
        #expect(try refusal(Array(text.utf8)) == .notACapture(looksLike: nil))
    }

    @Test("a descriptor that cannot be read is an input error, not an empty capture")
    func unreadable() {
        #expect(throws: CaptureError.inputOutput(EBADF)) {
            _ = try CaptureReader(descriptor: -1, closesDescriptor: false)
        }
    }

    @Test("an error of the system is told in the system's words")
    func systemError() {
        #expect("\(CaptureError.inputOutput(ENOENT))" == "reading failed: No such file or directory")
        #expect("\(CaptureError.writing(ENOSPC))" == "writing failed: No space left on device")
    }

    @Test("both forms of pcap in both byte orders are recognised", arguments: ByteOrder.allCases, [false, true])
    func pcap(_ order: ByteOrder, _ nanoseconds: Bool) throws {
        var file = PcapFile(order, nanoseconds: nanoseconds)
        file.add([1, 2, 3])
        let contents = try CaptureContents(file.bytes)
        #expect(contents.bytes == [[1, 2, 3]])
        #expect(contents.damage == nil)
        #expect(contents.entries.first?.packet.hasNanoseconds == nanoseconds)
    }
}
