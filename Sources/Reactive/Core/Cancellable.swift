/// An operation that can be stopped.
public protocol Cancellable {
    /// Stops the operation at once and releases what it holds; a second call does nothing.
    func cancel()
}

extension Cancellable {
    /// Stores an `AnyCancellable` in a collection, which then owns it: emptying the collection cancels.
    @inlinable
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        AnyCancellable(self).store(in: &collection)
    }

    /// Stores an `AnyCancellable` in a set, which then owns it: emptying the set cancels.
    @inlinable
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
