import Capture
import Foundation
import TestSupport
import Testing
import WireFormat

/// Captures packed with gzip.
@Suite struct GzipCaptureTests {
    static let packets = CaptureReaderTests.packets(60)
    static let files = [CaptureReaderTests.pcap(packets), CaptureReaderTests.pcapng(packets, .big)]

    @Test("a packed capture gives the packets of the plain one", arguments: files.indices)
    func whole(_ index: Int) throws {
        let file = Self.files[index]
        for packed in [GzipBuilder.member(file), GzipBuilder.member(file, name: "chat.pcap")] {
            let contents = try CaptureContents(packed)
            #expect(contents.bytes == Self.packets)
            #expect(contents.damage == nil)
        }
    }

    @Test("members that follow one another are one capture, wherever they are cut", arguments: files.indices)
    func members(_ index: Int) throws {
        let file = Self.files[index]
        for cut in [0, 1, 3, 4, 11, 12, 24, 40, file.count / 2, file.count - 1, file.count] {
            let packed = GzipBuilder.member(Array(file[..<cut])) + GzipBuilder.member(Array(file[cut...]))
            let contents = try CaptureContents(packed)
            #expect(contents.bytes == Self.packets, "cut at \(cut)")
            #expect(contents.damage == nil, "cut at \(cut)")
        }
        let single = file.map { GzipBuilder.member([$0]) }.flatMap { $0 }
        #expect(try CaptureContents(single).bytes == Self.packets)
    }

    @Test("zeros that fill up the last block are no damage, anything else is")
    func trailer() throws {
        let packed = GzipBuilder.member(Self.files[0])
        #expect(try CaptureContents(packed + Array(repeating: 0, count: 512)).damage == nil)
        let spoiled = try CaptureContents(packed + [0, 0, 7, 1])
        #expect(spoiled.bytes == Self.packets)
        #expect(spoiled.damage?.offset == packed.count + 2)
    }

    @Test("chunks of any size through a pipe give the same packets", arguments: [[1], [2, 5], [17], [4096]])
    func chunks(_ sizes: [Int]) throws {
        for file in Self.files {
            let contents = try CaptureContents(CaptureInput.pipe(GzipBuilder.member(file), chunks: sizes))
            #expect(contents.bytes == Self.packets)
            #expect(contents.damage == nil)
        }
    }

    @Test("packed data that are cut off give all whole packets before, and say so")
    func truncation() throws {
        let file = Self.files[0]
        let packed = GzipBuilder.member(file)
        // Header 10, head of the stored block 5; the capture's own header 24.
        var whole = 0
        var end = 24
        for cut in 15 + 24..<packed.count {
            while whole < Self.packets.count, cut - 15 >= end + 16 + Self.packets[whole].count {
                end += 16 + Self.packets[whole].count
                whole += 1
            }
            let contents = try CaptureContents(Array(packed[..<cut]))
            #expect(contents.bytes == Array(Self.packets[..<whole]), "cut at \(cut)")
            #expect(contents.damage?.offset == cut)
            #expect(contents.damage?.reason.contains("cut off") == true)
        }
    }

    @Test("packed data that are damaged give what is before the damage, and name it")
    func damage() throws {
        var packed = GzipBuilder.member(Self.files[0]) + GzipBuilder.member([1, 2, 3])
        let second = packed.count - GzipBuilder.member([1, 2, 3]).count
        // The kind of a block may not be 3.
        packed[second + 10] = 7
        let contents = try CaptureContents(packed)
        #expect(contents.bytes == Self.packets)
        #expect(contents.damage?.reason.contains("gzip data are damaged") == true)
        #expect((second...packed.count).contains(contents.damage?.offset ?? 0))
    }

    @Test("a wrong check sum is named after all packets")
    func checksum() throws {
        let contents = try CaptureContents(GzipBuilder.member(Self.files[1], checksum: 1))
        #expect(contents.bytes == Self.packets)
        #expect(contents.damage?.reason.contains("gzip data are damaged") == true)
    }

    @Test("damage of the capture inside is found as in a plain one, its offset that of the unpacked bytes")
    func innerDamage() throws {
        let file = Array(Self.files[0].dropLast())
        let contents = try CaptureContents(GzipBuilder.member(file))
        #expect(contents.bytes == Array(Self.packets.dropLast()))
        #expect(contents.damage?.offset == (try CaptureContents(file)).damage?.offset)
        #expect(contents.damage?.reason.contains("unpacked") == true)
    }

    @Test("what is packed but no capture is refused by its name")
    func refusals() throws {
        func refusal(_ packed: [UInt8]) throws -> CaptureError? {
            do throws(CaptureError) {
                let descriptor: Int32
                do { descriptor = try CaptureInput.descriptor(packed) } catch { throw .inputOutput(-1) }
                _ = try CaptureReader(descriptor: descriptor, closesDescriptor: true)
                return nil
            } catch {
                return error
            }
        }
        #expect(try refusal(GzipBuilder.member([])) == .empty)
        let document = GzipBuilder.member(Array("%PDF-1.7 and more".utf8))
        #expect(try refusal(document) == .notACapture(looksLike: "a PDF document"))
        for broken: [UInt8] in [[0x1F, 0x8B, 8, 0, 0, 0, 0, 0], [0x1F, 0x8B] + Array(repeating: 9, count: 10)] {
            #expect(try refusal(broken) == .notACapture(looksLike: "a damaged gzip file"))
        }
        guard case .unsupported? = try refusal(GzipBuilder.member(GzipBuilder.member(Self.files[0]))) else {
            Issue.record("gzip inside gzip was not refused")
            return
        }
    }

    @Test("no change of any byte traps, and packets before it stay", arguments: UInt64(0)..<3)
    func mutations(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let packed = GzipBuilder.member(Self.files[Int(seed) % 2])
        for offset in 2..<packed.count where offset < 40 || random.below(4) == 0 {
            var broken = packed
            broken[offset] = UInt8(random.below(256))
            // A broken header may make it unreadable; whatever is read is bounded by what there is.
            guard let contents = try? CaptureContents(broken) else { continue }
            #expect(contents.entries.count <= 2 * Self.packets.count)
        }
    }

    /// Some megabytes that pack well.
    static let monotonous: [UInt8] = {
        var file = PcapFile()
        let packet = [UInt8](repeating: 0, count: 1400)
        for index in 0..<4000 { file.add(packet, seconds: UInt32(index)) }
        return file.bytes
    }()

    @Test(
        "what gzip packs is read, in blocks that do not grow with what it unpacks to",
        .enabled(if: GzipProgram.path != nil, "gzip is not installed"),
        arguments: [1, 6, 9]
    )
    func program(_ level: Int) throws {
        let packed = try GzipProgram.pack(Self.monotonous, level: level)
        #expect(packed.count * 40 < Self.monotonous.count)
        var reader = try CaptureInput.file(packed)
        var count = 0
        while let block = try reader.next() {
            #expect(block.bytes.count <= 5 << 19)
            for packet in block.packets {
                count += 1
                #expect(packet.time == Int64(count - 1) * 1_000_000_000)
            }
        }
        #expect(count == 4000)
        #expect(reader.damage == nil)
    }
}
