/// A slot with its subscriber, which is reached through one closure made where its type is known.
@usableFromInline
class Conduit<Output, Failure: Error>: Slot {
    @usableFromInline final let deliver: (Signal<Output, Failure>) -> Subscribers.Demand

    /// What a sink does with a value, when the sink is right here; asks for nothing, ever. Not optional: taking an
    /// optional closure apart costs a reference count for each value.
    @usableFromInline final let plain: (Output) -> Void

    @inlinable
    init(_ roster: Roster, _ deliver: @escaping (Signal<Output, Failure>) -> Subscribers.Demand) {
        self.deliver = deliver
        plain = { _ in }
        super.init(roster)
    }

    /// Makes the slot of a sink that is right here.
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

    /// Hands over one value and counts it.
    @inlinable
    final func offer(_ value: Output) {
        if demand == .none { return }
        if isPlain { return plain(value) }
        if demand != .unlimited { demand -= 1 }
        let more = deliver(.value(value))
        if more != .none { add(more) }
    }

    /// Hands over the end.
    @usableFromInline
    func finish(_ completion: Subscribers.Completion<Failure>) { _ = deliver(.completion(completion)) }
}

/// A sink right at a subject: its slot, its subscription and its closures in one object.
@usableFromInline
final class SinkConduit<Output, Failure: Error>: Conduit<Output, Failure> {
    @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

    /// Who owns this; told at the end, so that nothing is kept beyond it. Cleared before the owner dies.
    @usableFromInline @exclusivity(unchecked)
    unowned(unsafe) var owner: AnyCancellable?

    @inlinable
    init(
        _ roster: Roster, _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        _ receiveValue: @escaping (Output) -> Void
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
