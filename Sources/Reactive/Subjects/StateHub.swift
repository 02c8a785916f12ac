/// A hub that remembers the newest value, and who has not seen it yet.
@usableFromInline
final class StateHub<Output, Failure: Error>: Hub<Output, Failure> {
    @usableFromInline @exclusivity(unchecked)
    var value: Output

    /// Counts the values; a slot that has seen this many has the newest.
    @usableFromInline @exclusivity(unchecked)
    var version = 1

    @usableFromInline
    init(_ value: Output) {
        self.value = value
        super.init()
        isWanted = true
    }

    /// Replaces the value and sends it.
    @inlinable
    func set(_ newValue: Output) {
        if isOver { return }
        let old = value
        value = newValue
        version += 1
        withExtendedLifetime(old) {}
        if isSending { return wait(.value(newValue), version: version) }
        isSending = true
        deliver(newValue, version, to: count)
        if !waiting.isEmpty { drainStates() }
        endSending()
    }

    /// Hands one value to those of the first `end` slots that have not seen it or a newer one.
    @inlinable
    func deliver(_ value: Output, _ version: Int, to end: Int) {
        var index = 0
        while index < end {
            slots[index]?._withUnsafeGuaranteedRef {
                unsafeDowncast($0, to: StateConduit<Output, Failure>.self).offer(value, version)
            }
            index += 1
        }
    }

    /// Delivers what was sent meanwhile.
    @inlinable
    func drainStates() {
        while let entry = nextWaiting() {
            switch entry.signal {
            case .value(let value): deliver(value, entry.version, to: entry.end)
            case .completion(let completion): end(completion, to: entry.end)
            }
        }
    }

    @usableFromInline
    override func drainRest() { drainStates() }

    /// Makes a slot that is handed the present value on its first request.
    @inlinable
    func join<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        if isOver { return refuse(ErasedSubscriber(subscriber)) }
        if !subscriber._dropsSubscription { return join(Guard(subscriber)) }
        let conduit = StateConduit<Output, Failure>(self) { subscriber.receive(signal: $0) }
        conduit.tells = true
        add(conduit)
        subscriber.receive(subscription: conduit)
    }

    /// Hands over the present value to a slot that has not seen it. One that is just receiving gets it in its turn.
    @usableFromInline
    func requested(_ conduit: StateConduit<Output, Failure>) {
        if conduit.isReceiving || conduit.seen == version { return }
        let isInside = isSending
        isSending = true
        conduit.offer(value, version)
        if isInside { return }
        drainStates()
        endSending()
    }
}

/// A slot that knows which value it has seen.
@usableFromInline
final class StateConduit<Output, Failure: Error>: Conduit<Output, Failure> {
    /// The version of the newest value that was delivered; 0 for none.
    @usableFromInline @exclusivity(unchecked)
    var seen = 0

    @usableFromInline @exclusivity(unchecked)
    var isReceiving = false

    @usableFromInline override var description: String { "CurrentValueSubject" }

    @usableFromInline
    override func requested() {
        guard let roster else { return }
        unsafeDowncast(roster, to: StateHub<Output, Failure>.self).requested(self)
    }

    /// Hands over a value that is newer than what was seen.
    @inlinable
    func offer(_ value: Output, _ version: Int) {
        if demand == .none || seen >= version { return }
        seen = version
        isReceiving = true
        offer(value)
        isReceiving = false
    }
}
