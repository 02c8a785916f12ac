/// Moves a value out of a variable, which is empty afterwards.
///
/// The value is released after the access to the variable has ended, since its release may access the
/// variable again. It is not for closures in code that runs often: a generic function receives a closure in
/// another one, which must be allocated.
@inlinable
@inline(__always)
func take<T>(_ place: inout T?) -> T? {
    withUnsafeMutablePointer(to: &place) { pointer in
        let taken = pointer.move()
        pointer.initialize(to: nil)
        return taken
    }
}
