import WireFormat

/// Reads pcapng blocks other than packets (draft-ietf-opsawg-pcapng, sections 4.1, 4.2, 4.5 to 4.7).
extension CaptureParser {
    mutating func takeSection(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        notes.sections += 1
        var options = PcapngOptions(body.lowerBound + 16..<body.upperBound, bigEndian: bigEndian)
        while let option = options.next(bytes) {
            let value = bytes.extracting(option.value)
            switch option.code {
            case PcapngOptions.Code.comment: notes.comment(on: .section(notes.sections), value)
            case 2 where notes.hardware == nil: notes.hardware = String(decodingUTF8: value)
            case 3 where notes.system == nil: notes.system = String(decodingUTF8: value)
            case 4 where notes.application == nil: notes.application = String(decodingUTF8: value)
            default: break
            }
        }
    }

    mutating func takeInterface(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        var note = CaptureNotes.Interface(
            link: LinkType(rawValue: uint16(bytes, body.lowerBound)),
            snapLength: Int(uint32(bytes, body.lowerBound + 4))
        )
        var clock = TimestampClock.microseconds
        var options = PcapngOptions(body.lowerBound + 8..<body.upperBound, bigEndian: bigEndian)
        while let option = options.next(bytes) {
            let value = bytes.extracting(option.value)
            switch (option.code, value.count) {
            case (PcapngOptions.Code.comment, _): notes.comment(on: .interface, value)
            case (2, _): note.name = String(decodingUTF8: value)
            case (3, _): note.about = String(decodingUTF8: value)
            case (9, 1): clock.resolution = value[0]
            case (13, 1): note.checkSequenceBits = Int(value[0])
            case (14, 8): clock.offsetSeconds = Int64(bitPattern: uint64(value, 0))
            default: break
            }
        }
        note.hasNanoseconds = clock.isFinerThanMicroseconds
        var interface = Interface(link: note.link, snapLength: note.snapLength, clock: clock)
        interface.note = notes.add(note)
        interfaces.append(interface)
    }

    /// Reads a Name Resolution Block: records of an address and its names, then options.
    mutating func takeNames(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        var offset = body.lowerBound
        while body.upperBound - offset >= 4 {
            let type = uint16(bytes, offset)
            let length = Int(uint16(bytes, offset + 2))
            offset += 4
            guard type != 0, length <= body.upperBound - offset else { break }
            switch type {
            case 1 where length > 4:
                notes.name(
                    InternetAddress(ipv4: bytes.uint32(at: offset)),
                    bytes.extracting(offset + 4..<offset + length)
                )
            case 2 where length > 16:
                notes.name(
                    InternetAddress(ipv6High: bytes.uint64(at: offset), low: bytes.uint64(at: offset + 8)),
                    bytes.extracting(offset + 16..<offset + length)
                )
            default: break
            }
            offset = min(body.upperBound, offset + (length + 3) & ~3)
        }
        takeComments(bytes, offset..<body.upperBound)
    }

    /// Reads an Interface Statistics Block; its counts start when the interface was opened.
    mutating func takeStatistics(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        guard body.count >= 12 else { return }
        let index = Int(uint32(bytes, body.lowerBound))
        guard index < interfaces.count else { return }
        var options = PcapngOptions(body.lowerBound + 12..<body.upperBound, bigEndian: bigEndian)
        while let option = options.next(bytes) {
            if option.code == PcapngOptions.Code.comment {
                notes.comment(on: .other, bytes.extracting(option.value))
            }
            guard option.value.count == 8 else { continue }
            let count = uint64(bytes, option.value.lowerBound)
            notes.update(interfaces[index].note) { note in
                switch option.code {
                case 4: note.received = count
                case 5: note.droppedByInterface = count
                case 7: note.droppedBySystem = count
                default: break
                }
            }
        }
    }

    /// Reads a Decryption Secrets Block; only TLS key logs are kept.
    mutating func takeSecrets(_ bytes: Span<UInt8>, _ body: Range<Int>) {
        guard body.count >= 8 else { return }
        notes.secretBlocks += 1
        let start = body.lowerBound + 8
        let length = min(Int(uint32(bytes, body.lowerBound + 4)), body.upperBound - start)
        if uint32(bytes, body.lowerBound) == 0x544C_534B {
            keyLogs.append(Array(copying: bytes.extracting(start..<start + length)))
        }
        takeComments(bytes, min(body.upperBound, start + (length + 3) & ~3)..<body.upperBound)
    }

    private mutating func takeComments(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var options = PcapngOptions(range, bigEndian: bigEndian)
        while let option = options.next(bytes) {
            guard option.code == PcapngOptions.Code.comment else { continue }
            notes.comment(on: .other, bytes.extracting(option.value))
        }
    }
}
