/// Has an identifier; a class gets its own for nothing.
public protocol CustomCombineIdentifierConvertible {
    /// What tells this subscriber or subscription from others.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identity of the object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
