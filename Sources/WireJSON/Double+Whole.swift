extension Double {
    /// The value as an integer; `nil` if it has a fraction or does not fit in 64 bits.
    ///
    /// `Int64(exactly:)` does the same, but needs the C library's `trunc`, which a program without Foundation does not
    /// link.
    package var whole: Int64? {
        guard self >= -0x1p63, self < 0x1p63 else { return nil }
        let integer = Int64(self)
        return Double(integer) == self ? integer : nil
    }
}

extension JSONView {
    /// The integer value of a number, also if it is spelt with a fraction of zero or an exponent.
    ///
    /// `nil` for other numbers, other values, and integers beyond 64 bits.
    public var wholeNumber: Int64? { int64 ?? double?.whole }
}
