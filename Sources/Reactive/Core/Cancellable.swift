/// Something that can be stopped, for good.
public protocol Cancellable {
    /// Stops it at once and lets go of what it holds; a second time does nothing.
    func cancel()
}

extension Cancellable {
    /// Keeps this in a collection, which then owns it: emptying the collection cancels.
    @inlinable
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        AnyCancellable(self).store(in: &collection)
    }

    /// Keeps this in a set, which then owns it: emptying the set cancels.
    @inlinable
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
