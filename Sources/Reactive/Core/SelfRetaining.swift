/// An object that its user need not retain: if it is taken from its variable while it is in use, it retains
/// itself until the use ends.
///
/// Retaining and releasing it for each value would need two atomic operations, which take as long as a
/// delivery if the downstream writes to the same cache line.
@usableFromInline
class SelfRetaining {
    @usableFromInline @exclusivity(unchecked)
    final var isInUse = false

    /// Whether it retains itself.
    @usableFromInline @exclusivity(unchecked)
    final var isRetained = false

    @usableFromInline
    init() {}
}

extension Optional where Wrapped: AnyObject {
    /// A reference to the object that does not retain it.
    @inlinable
    @inline(__always)
    var unretained: Unmanaged<Wrapped>? { map { Unmanaged.passUnretained($0) } }
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
            return (result, object.isRetained && !wasInUse)
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
    if taken.isInUse, !taken.isRetained {
        taken.isRetained = true
        _ = Unmanaged.passRetained(taken)
    }
    return taken
}
