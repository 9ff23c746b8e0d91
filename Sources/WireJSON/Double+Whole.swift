extension Double {
    /// The integer that this is; `nil` with a fraction, and beyond 64 bits.
    ///
    /// `Int64(exactly:)` would do the same, but needs the C library's `trunc`, which a program without Foundation does not
    /// link.
    package var whole: Int64? {
        guard self >= -0x1p63, self < 0x1p63 else { return nil }
        let integer = Int64(self)
        return Double(integer) == self ? integer : nil
    }
}

extension JSONView {
    /// The integer that a number means, also where it is spelt with a fraction of zero or an exponent.
    ///
    /// `nil` for another value, another number, and beyond 64 bits.
    public var wholeNumber: Int64? { int64 ?? double?.whole }
}
