/// Cancels an action or a subscription when the last reference to this object is released.
public final class AnyCancellable: Cancellable, Hashable {
    /// The object to cancel; `nil` after cancellation or completion.
    @usableFromInline @exclusivity(unchecked)
    var target: Cancellation?

    /// Makes an object that runs an action once, at `cancel()` or when the last reference is released.
    public init(_ cancel: @escaping () -> Void) {
        target = CancelAction(cancel)
    }

    /// Makes an object that owns a cancellable.
    public init<C: Cancellable>(_ canceller: C) {
        target = CancelBox(canceller)
    }

    /// Makes an object that owns one of this module's objects without a box.
    @inlinable
    init(owning target: Cancellation) {
        self.target = target
    }

    deinit {
        target?.cancel()
    }

    /// Cancels the owned object and releases it; a second call does nothing.
    public func cancel() {
        take(&target)?.cancel()
    }

    /// Releases an object that has completed by itself.
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
    /// Stores this object in a collection, which then owns it.
    @inlinable
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        collection.append(self)
    }

    /// Stores this object in a set, which then owns it.
    @inlinable
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }
}

/// The object that an `AnyCancellable` owns: one word, and one call without a witness table.
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

/// Owns a cancellable of any type.
final class CancelBox<C: Cancellable>: Cancellation {
    private var canceller: C?

    init(_ canceller: C) { self.canceller = canceller }

    override func cancel() {
        take(&canceller)?.cancel()
    }
}
