/// The edits that correct letter case and near misses, as a patch to be applied by the user.
package struct NamesPatch: Sendable {
    /// The number of unchanged lines around an edit.
    private static let context = 3

    /// The patch in the unified format, file by file; empty if there is nothing to correct.
    package private(set) var text = ""
    /// The number of edits in the patch.
    package private(set) var count = 0

    private struct Edit {
        var column: Int
        var old: String
        var new: String
    }

    /// The findings that are corrected if only one name can be meant.
    private static let mended: Set<NameFinding.Code> = [.letterCase, .nearMiss, .blank, .fullWidthColon, .unknown]

    /// Creates the patch.
    ///
    /// - Parameters:
    ///   - findings: the findings; one is corrected if it has exactly one nearest name and a literal spells the name.
    ///   - read: returns the bytes of a file; `nil` on failure.
    package init(_ findings: [NameFinding], read: (String) -> [UInt8]?) {
        var edits: [String: [Int: [Edit]]] = [:]
        var seen: Set<SourcePlace> = []
        for finding in findings where Self.mended.contains(finding.code) {
            guard finding.nearest.count == 1, let meant = finding.nearest.first, let place = finding.place,
                seen.insert(place).inserted
            else { continue }
            let edit = Edit(column: place.column, old: finding.objectName, new: meant)
            edits[place.file, default: [:]][place.line, default: []].append(edit)
        }
        for file in edits.keys.sorted() {
            // The patch is UTF-8: a file in another encoding, or with bytes that are not text, is left out.
            guard let bytes = read(file), SourceEncoding.utf8(bytes) == bytes, let edits = edits[file],
                String(validating: bytes, as: UTF8.self) != nil
            else { continue }
            add(file, bytes, edits)
        }
    }

    private mutating func add(_ file: String, _ bytes: [UInt8], _ edits: [Int: [Edit]]) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let hasEnd = lines.last?.isEmpty == true
        if hasEnd { lines.removeLast() }
        var changed: [Int: [UInt8]] = [:]
        for (number, edits) in edits where lines.indices.contains(number - 1) {
            var line = lines[number - 1]
            // From right to left, so that the columns on the left stay valid.
            for edit in edits.sorted(by: { $0.column > $1.column }) {
                guard let start = Self.offset(of: edit.column, in: line),
                    let place = Self.find(edit.old, in: line, from: start)
                else { continue }
                line.replaceSubrange(place..<(place + edit.old.utf8.count), with: edit.new.utf8)
                count += 1
            }
            if line != lines[number - 1] { changed[number - 1] = line }
        }
        let numbers = changed.keys.sorted()
        guard let first = numbers.first else { return }
        let path = file.hasPrefix("/") ? String(file.drop { $0 == "/" }) : file
        text += "--- a/\(path)\n+++ b/\(path)\n"
        var hunk = [first]
        for number in numbers.dropFirst() {
            if let last = hunk.last, number - last > 2 * Self.context {
                write(hunk, lines, changed, hasEnd)
                hunk = []
            }
            hunk.append(number)
        }
        write(hunk, lines, changed, hasEnd)
    }

    private mutating func write(_ hunk: [Int], _ lines: [[UInt8]], _ changed: [Int: [UInt8]], _ hasEnd: Bool) {
        guard let first = hunk.first, let last = hunk.last else { return }
        let start = max(0, first - Self.context)
        let end = min(lines.count, last + Self.context + 1)
        text += "@@ -\(start + 1),\(end - start) +\(start + 1),\(end - start) @@\n"
        func line(_ mark: String, _ bytes: [UInt8], _ index: Int) {
            text += mark + String(decoding: bytes, as: UTF8.self) + "\n"
            if index == lines.count - 1, !hasEnd { text += "\\ No newline at end of file\n" }
        }
        for index in start..<end {
            guard let new = changed[index] else {
                line(" ", lines[index], index)
                continue
            }
            line("-", lines[index], index)
            line("+", new, index)
        }
    }

    /// Returns the index of the byte at which a column begins.
    private static func offset(of column: Int, in line: [UInt8]) -> Int? {
        var left = column
        for (index, byte) in line.enumerated() where byte & 0xC0 != 0x80 {
            left -= 1
            if left == 0 { return index }
        }
        return nil
    }

    /// Returns the index of a name in the literal that begins at `start`: right after its quotes.
    private static func find(_ name: String, in line: [UInt8], from start: Int) -> Int? {
        let name = Array(name.utf8)
        for place in start..<min(start + 8, max(start, line.count - name.count + 1))
        where line[place...].starts(with: name) {
            return place
        }
        return nil
    }
}
