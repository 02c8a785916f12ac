/// Moves a value out of its place, which is empty afterwards.
///
/// The value dies where the caller says, after the access to the place has ended: what its end releases may come back
/// to the same place.
@inlinable
@inline(__always)
func take<T>(_ place: inout T?) -> T? {
    withUnsafeMutablePointer(to: &place) { pointer in
        let taken = pointer.move()
        pointer.initialize(to: nil)
        return taken
    }
}
