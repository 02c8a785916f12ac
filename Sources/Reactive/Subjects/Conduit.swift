/// A slot with its subscriber, which is called through one closure created where its type is known.
@usableFromInline
class Conduit<Output, Failure: Error>: Slot {
    @usableFromInline final let deliver: (Signal<Output, Failure>) -> Subscribers.Demand

    /// The closure of a directly attached sink, which requests nothing. It is not optional: unwrapping an
    /// optional closure costs a reference count for each value.
    @usableFromInline final let plain: (Output) -> Void

    @inlinable
    init(_ roster: Roster, _ deliver: @escaping (Signal<Output, Failure>) -> Subscribers.Demand) {
        self.deliver = deliver
        plain = { _ in }
        super.init(roster)
    }

    /// Makes the slot of a directly attached sink.
    @inlinable
    init(_ roster: Roster, plain: @escaping (Output) -> Void) {
        deliver = { _ in .none }
        self.plain = plain
        super.init(roster)
        isPlain = true
        demand = .unlimited
    }

    @usableFromInline
    override func requested() {
        tells = false
        guard let roster else { return }
        unsafeDowncast(roster, to: Hub<Output, Failure>.self).want()
    }

    /// Delivers one value and counts it.
    @inlinable
    final func offer(_ value: Output) {
        if demand == .none { return }
        if isPlain { return plain(value) }
        if demand != .unlimited { demand -= 1 }
        let more = deliver(.value(value))
        if more != .none { add(more) }
    }

    /// Delivers the completion.
    @usableFromInline
    func finish(_ completion: Subscribers.Completion<Failure>) { _ = deliver(.completion(completion)) }
}

/// A directly attached sink: its slot, its subscription and its closures in one object.
@usableFromInline
final class SinkConduit<Output, Failure: Error>: Conduit<Output, Failure> {
    @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

    /// The owner, which is notified at completion and then retains nothing. Cleared before the owner is
    /// released.
    @usableFromInline @exclusivity(unchecked)
    unowned(unsafe) var owner: AnyCancellable?

    @inlinable
    init(
        in roster: Roster, receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) {
        self.receiveCompletion = receiveCompletion
        super.init(roster, plain: receiveValue)
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
