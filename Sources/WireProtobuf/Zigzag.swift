extension UInt64 {
    /// The signed number that these bits encode in zigzag.
    @inlinable var zigzag: Int64 { Int64(bitPattern: self >> 1) ^ -Int64(bitPattern: self & 1) }
}

extension UInt32 {
    /// The signed number that these bits encode in zigzag.
    @inlinable var zigzag: Int32 { Int32(bitPattern: self >> 1) ^ -Int32(bitPattern: self & 1) }
}

extension Int64 {
    /// The zigzag form: small magnitudes become small numbers.
    var zigzagged: UInt64 { UInt64(bitPattern: self << 1 ^ self >> 63) }
}
