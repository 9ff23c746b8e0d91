/// The frame types whose bodies have fields that are known; the others carry opaque data.
///
/// The list is closed: what forgets a type that is added here does not compile.
@usableFromInline
enum KnownFrame: UInt8, CaseIterable {
    case connect = 1
    case connack = 2
    case publish = 3
    case puback = 4
    case query = 5
    case queryack = 6
    case querycon = 7
    case pingreq = 12
    case pingresp = 13
    case disconnect = 14
}

extension FrameType {
    /// Which of the known types this is; `nil` for those whose body is opaque.
    @inlinable
    var known: KnownFrame? { KnownFrame(rawValue: rawValue) }
}
