/// Follows a tree of fields in preorder and tells which are inside a structure with a secret name: all of them are
/// secret.
struct SecretNesting {
    /// The depth of the outermost secret structure that contains the current field; `Int.max` if there is none.
    private var secretDepth = Int.max

    /// Moves to the next field, and returns whether a secret structure contains it.
    ///
    /// - Parameter depth: the number of fields that contain it.
    @inline(__always)
    mutating func move(toDepth depth: Int) -> Bool {
        if depth <= secretDepth { secretDepth = .max }
        return secretDepth < .max
    }

    /// Notes that the current field is a secret structure.
    ///
    /// - Parameter depth: the number of fields that contain it.
    @inline(__always)
    mutating func begin(atDepth depth: Int) {
        if secretDepth == .max { secretDepth = depth }
    }
}
