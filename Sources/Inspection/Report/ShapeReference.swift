import WireFormat

/// A worker's reference to the shape of a tree: by the worker's own count, because workers share nothing.
///
///     byte             0: no tree; 1: a known shape; 2: a new one; 3: one that is not kept
///     byte             the worker, with 1 and 2
///     varint           the shape's number in the worker's own count, with 1
///     counted          the shape, with 2 and 3
enum ShapeReference {
    static let none: UInt8 = 0
    static let known: UInt8 = 1
    static let new: UInt8 = 2
    static let unkept: UInt8 = 3

    /// Appends the reference to a known shape.
    static func append(_ number: Int, worker: Int, to record: inout ByteWriter) {
        record.append(known)
        record.append(UInt8(truncatingIfNeeded: worker))
        record.append(varint: number)
    }

    /// Replaces the shape at the end of a record by its reference.
    static func replace(from start: Int, number: Int, isNew: Bool, worker: Int, in record: inout ByteWriter) {
        guard isNew else {
            record.truncate(to: start)
            return append(number, worker: worker, to: &record)
        }
        let shape = [UInt8](copying: record.span.extracting(start..<record.count))
        record.truncate(to: start)
        record.append(number > 0 ? new : unkept)
        if number > 0 { record.append(UInt8(truncatingIfNeeded: worker)) }
        record.append(varint: shape.count)
        record.append(shape)
    }
}

/// The shapes of a page's trees: maps the workers' numbers to those of the page, in the order of the events.
struct ReportShapes: Sendable {
    /// The number of a worker's shape in the page, or the shape itself.
    private enum Place {
        case number(Int)
        case bytes([UInt8])
    }

    private var list = ShapeList()
    private var places: [[Place]] = []

    /// All shapes in the order of their numbers.
    var bytes: [UInt8] { list.bytes }

    /// Forgets the workers' shapes, because the next events are of another capture.
    mutating func forgetWorkers() { places = [] }

    /// Appends the number of a referenced shape, or the shape itself, and returns the end of the reference.
    mutating func append(_ reference: Span<UInt8>, to block: inout ByteWriter) -> Int {
        let kind = reference[0]
        if kind == ShapeReference.none { return 1 }
        var position = 1
        func varint() -> Int {
            var value = 0
            var shift = 0
            while position < reference.count {
                let byte = reference[position]
                position += 1
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            return value
        }
        if kind == ShapeReference.unkept {
            let count = varint()
            append(.bytes([UInt8](copying: reference.extracting(position..<position + count))), to: &block)
            return position + count
        }
        let worker = Int(reference[position])
        position += 1
        let number = varint()
        while places.count <= worker { places.append([]) }
        guard kind == ShapeReference.new else {
            append(places[worker][number - 1], to: &block)
            return position
        }
        let shape = reference.extracting(position..<position + number)
        let found = list.number(of: shape).number
        places[worker].append(found > 0 ? .number(found) : .bytes([UInt8](copying: shape)))
        append(places[worker][places[worker].count - 1], to: &block)
        return position + number
    }

    private func append(_ place: Place, to block: inout ByteWriter) {
        switch place {
        case .number(let number): block.append(varint: number)
        case .bytes(let shape):
            block.append(varint: 0)
            block.append(varint: shape.count)
            block.append(shape)
        }
    }
}
