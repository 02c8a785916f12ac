/// A type with a value that fills unused places.
public protocol Blank: Hashable, Sendable {
    /// The value that fills unused places.
    static var blank: Self { get }
}
