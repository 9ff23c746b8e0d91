/// Returns pseudorandom bytes for a number; plans fill payloads with them.
package func planBytes(_ number: Int, _ count: Int) -> [UInt8] {
    var random = FuzzRandom(seed: UInt64(truncatingIfNeeded: number) &* 0x51_7C_C1_B7_27_22_0A_95)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
        let word = random.next()
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * shift))) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
}
