/// The events of a connection by their numbers.
struct NumberedRows {
    private let rows: [EventRow]
    /// The indices of the events, sorted by number.
    private let places: [Int32]

    init(_ rows: [EventRow], _ range: Range<Int>) {
        self.rows = rows
        places = range.map { Int32(truncatingIfNeeded: $0) }
            .sorted { (rows[Int($0)].number, $0) < (rows[Int($1)].number, $1) }
    }

    /// Returns the first event with a number.
    subscript(number: UInt32) -> EventRow? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[Int(places[middle])].number < number { low = middle + 1 } else { high = middle }
        }
        guard low < places.count else { return nil }
        let row = rows[Int(places[low])]
        return row.number == number ? row : nil
    }
}
