/// An object that its user need not retain: if it is taken from its variable while it is in use, it retains
/// itself until the use ends.
///
/// This saves two atomic operations for each value, and what they cost if the downstream writes to the same
/// cache line: as much again as the delivery.
@usableFromInline
class SelfRetaining {
    @usableFromInline @exclusivity(unchecked)
    final var isInUse = false

    /// Whether it retains itself.
    @usableFromInline @exclusivity(unchecked)
    final var isKept = false

    @usableFromInline
    init() {}
}

extension Unmanaged where Instance: SelfRetaining {
    /// Uses an object that may be taken from its variable meanwhile. A use may contain others.
    @inlinable
    @inline(__always)
    func use<Result>(_ body: (Instance) -> Result) -> Result {
        let (result, isOver) = _withUnsafeGuaranteedRef { object in
            let wasInUse = object.isInUse
            object.isInUse = true
            let result = body(object)
            object.isInUse = wasInUse
            return (result, object.isKept && !wasInUse)
        }
        if isOver { release() }
        return result
    }
}

/// Moves an object out of a variable, which is empty afterwards; the object remains as long as it is in use.
@inlinable
@inline(__always)
func take<T: SelfRetaining>(_ place: inout T?) -> T? {
    guard let taken = place else { return nil }
    place = nil
    if taken.isInUse, !taken.isKept {
        taken.isKept = true
        _ = Unmanaged.passRetained(taken)
    }
    return taken
}
