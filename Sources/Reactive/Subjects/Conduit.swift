/// A slot with the type of its values: an attached subscriber or a sink.
@usableFromInline
class Conduit<Output, Failure: Error>: Slot {
    @usableFromInline
    override func requested() {
        tells = false
        guard let roster else { return }
        unsafeDowncast(roster.takeUnretainedValue(), to: Hub<Output, Failure>.self).want()
    }

    /// Delivers one value and counts it; unlimited demand needs no count.
    @inlinable
    final func offer(_ value: Output) {
        if demand == .none { return }
        if isPlain { return unsafeDowncast(self, to: SinkConduit<Output, Failure>.self).plain(value) }
        let open = unsafeDowncast(self, to: OpenConduit<Output, Failure>.self)
        if demand.isUnlimited {
            _ = open.pass(value)
        } else {
            open.count(value)
        }
    }

    /// Delivers the completion.
    @usableFromInline
    func finish(_ completion: Subscribers.Completion<Failure>) {}
}

/// The slot of a subscriber, which is called through one closure created where its type is known.
@usableFromInline
class OpenConduit<Output, Failure: Error>: Conduit<Output, Failure> {
    @usableFromInline final let deliver: Delivery<Output, Failure>

    @inlinable
    init(_ roster: Unmanaged<Roster>, _ deliver: @escaping Delivery<Output, Failure>) {
        self.deliver = deliver
        super.init(roster)
    }

    /// Delivers one value; returns the additional demand.
    @inlinable
    @inline(__always)
    final func pass(_ value: Output) -> Subscribers.Demand {
        _withUnprotectedUnsafePointer(to: value) { deliver($0, nil) }
    }

    /// Delivers one value of a limited demand.
    @inlinable
    final func count(_ value: Output) {
        demand -= 1
        let more = pass(value)
        if more != .none { add(more) }
    }

    @usableFromInline
    override func finish(_ completion: Subscribers.Completion<Failure>) {
        _ = withUnsafePointer(to: completion) { deliver(nil, $0) }
    }
}

/// A directly attached sink: its slot, its subscription and its closures in one object.
@usableFromInline
final class SinkConduit<Output, Failure: Error>: Conduit<Output, Failure> {
    @usableFromInline let plain: (Output) -> Void
    @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

    /// The owner, which is notified at completion and then retains nothing. Cleared before the owner is
    /// released.
    @usableFromInline @exclusivity(unchecked)
    unowned(unsafe) var owner: AnyCancellable?

    @inlinable
    init(
        in roster: Unmanaged<Roster>, receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) {
        plain = receiveValue
        self.receiveCompletion = receiveCompletion
        super.init(roster)
        isPlain = true
        demand = .unlimited
    }

    @usableFromInline
    override func finish(_ completion: Subscribers.Completion<Failure>) {
        receiveCompletion(completion)
        owner?.release()
    }

    @usableFromInline
    override func cancel() {
        owner = nil
        super.cancel()
    }
}
