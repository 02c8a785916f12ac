/// Has a value that stands for none, to fill places that are not used.
public protocol Blank: Hashable, Sendable {
    /// The value that stands for none.
    static var blank: Self { get }
}
