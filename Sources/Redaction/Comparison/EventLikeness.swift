/// Tells which of several events with the same meaning, or of the same type, are alike.
struct EventLikeness {
    /// What a missing and a new event that are paired have in common, the closest first.
    enum Degree: CaseIterable {
        /// They answer requests that are paired.
        case request
        case action
        case type
    }

    private let tables: ComparisonTables
    /// The pairs of events that may have been answered.
    private let requests: PartnerNumbers

    /// - Parameter pairs: the pairs of events that may have been answered.
    init(_ tables: ComparisonTables, requests pairs: [NumberPair]) {
        (self.tables, requests) = (tables, PartnerNumbers(pairs))
    }

    /// Returns the number in the first capture of the request that an event answers; `nil` without a known one.
    func request(_ row: EventRow, isOfA: Bool) -> UInt32? {
        if row.request == 0 || requests.isEmpty { return nil }
        return isOfA ? row.request : requests[row.request]
    }

    /// Returns what an event has in common with the same event of the other capture: the request, or else the fields.
    ///
    /// - Parameter fields: the number of the event's list of fields.
    func trait(_ row: EventRow, isOfA: Bool, fields: Int32) -> UInt32 {
        request(row, isOfA: isOfA).map { $0 | Self.requestMark } ?? UInt32(bitPattern: fields)
    }

    /// Marks the traits that are the numbers of requests.
    private static let requestMark: UInt32 = 1 << 31

    /// Returns whether elements of one meaning with these traits differ in their fields.
    static func areFieldsUnlike(_ own: UInt32, _ other: UInt32) -> Bool { own != other && own | other < requestMark }

    /// Returns a word that is equal for events of one type that are alike; `nil` for events that cannot be alike.
    func word(_ row: EventRow, isOfA: Bool, _ degree: Degree) -> UInt64? {
        let kind = tables.kind(row)
        switch degree {
        case .request:
            return request(row, isOfA: isOfA).map { UInt64($0) << 32 | UInt64(UInt32(bitPattern: kind.type)) }
        case .action: return UInt64(UInt32(bitPattern: kind.action))
        case .type: return UInt64(UInt32(bitPattern: kind.type))
        }
    }
}
