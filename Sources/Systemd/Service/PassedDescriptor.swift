/// A descriptor that the service manager handed over, until somebody takes it.
///
/// One that nobody takes is closed with this.
public final class PassedDescriptor {
    /// The name that the unit or the store gave it; `unknown` or empty when there was none.
    public let name: String
    private var descriptor: FileDescriptor?

    init(name: String, _ descriptor: consuming FileDescriptor) {
        self.name = name
        self.descriptor = consume descriptor
    }

    /// The number, to look at what it is; `nil` when the descriptor has been taken.
    public var raw: CInt? {
        switch descriptor {
        case .some(let descriptor): descriptor.raw
        case .none: nil
        }
    }

    /// The descriptor, once; `nil` when it has been taken.
    public func take() -> FileDescriptor? { descriptor.take() }
}
