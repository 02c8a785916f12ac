/// Owns something cancellable: letting go of the last reference cancels it.
public final class AnyCancellable: Cancellable, Hashable {
    /// What is cancelled; `nil` once it is cancelled or has ended by itself.
    @usableFromInline @exclusivity(unchecked)
    var target: Cancellation?

    /// Owns an action that is run once, at `cancel()` or when the last reference goes.
    public init(_ cancel: @escaping () -> Void) {
        target = CancelAction(cancel)
    }

    /// Owns something cancellable.
    public init<C: Cancellable>(_ canceller: C) {
        target = CancelBox(canceller)
    }

    /// Owns an object of this module without a box around it.
    @inlinable
    init(owning target: Cancellation) {
        self.target = target
    }

    deinit {
        target?.cancel()
    }

    /// Cancels what is owned and lets go of it; a second time does nothing.
    public func cancel() {
        take(&target)?.cancel()
    }

    /// Lets go of what has ended by itself.
    @usableFromInline
    func release() {
        let ended = take(&target)
        withExtendedLifetime(ended) {}
    }

    /// Whether both are the same object.
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension AnyCancellable {
    /// Keeps this in a collection, which then owns it.
    @inlinable
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        collection.append(self)
    }

    /// Keeps this in a set, which then owns it.
    @inlinable
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }
}

/// What an `AnyCancellable` owns: one word, and one call without a witness table.
@usableFromInline
class Cancellation: Cancellable {
    @inlinable
    init() {}

    @usableFromInline
    func cancel() {}
}

/// Runs an action once.
final class CancelAction: Cancellation {
    private var action: (() -> Void)?

    init(_ action: @escaping () -> Void) { self.action = action }

    override func cancel() {
        let once = take(&action)
        once?()
    }
}

/// Holds a cancellable of any type.
final class CancelBox<C: Cancellable>: Cancellation {
    private var canceller: C?

    init(_ canceller: C) { self.canceller = canceller }

    override func cancel() {
        take(&canceller)?.cancel()
    }
}
