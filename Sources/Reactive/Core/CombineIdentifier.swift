import Synchronization

/// An identifier of a subscriber or a subscription: unique for a value, the object's identity for a class.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
    private let value: UInt64

    /// Makes a unique identifier.
    public init() {
        value = next.wrappingAdd(2, ordering: .relaxed).oldValue
    }

    /// Makes the identifier of an object; it is equal for the same object.
    public init(_ object: AnyObject) {
        value = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// The identifier in hexadecimal.
    public var description: String { "0x" + String(value, radix: 16) }
}

/// The next identifier of a value; odd, so that it never equals an object's address.
private let next = Atomic<UInt64>(1)
