/// A hub that stores the newest value and tracks which subscribers have received it.
@usableFromInline
final class StateHub<Output, Failure: Error>: Hub<Output, Failure> {
    @usableFromInline @exclusivity(unchecked)
    var value: Output

    /// The version of the value; a slot with this version has received the newest one.
    @usableFromInline @exclusivity(unchecked)
    var version = 1

    @usableFromInline
    init(_ value: Output) {
        self.value = value
        super.init()
        isWanted = true
    }

    override var title: String { "CurrentValueSubject<\(Output.self), \(Failure.self)>" }

    /// Replaces the value and sends it.
    @inlinable
    func set(_ newValue: Output) {
        #if DEBUG
            let isOutermost = enterUse()
            defer { if isOutermost { leaveUse() } }
        #endif
        if isOver { return }
        let old = value
        value = newValue
        version += 1
        withExtendedLifetime(old) {}
        if isSending { return wait(.value(newValue), version: version) }
        isSending = true
        deliver(newValue, version: version, to: count)
        if !waiting.isEmpty { drainStates() }
        finishSending()
    }

    /// Delivers a value to those of the first `end` slots that have not received it or a newer one.
    @inlinable
    func deliver(_ value: Output, version: Int, to end: Int) {
        var index = 0
        while index < end {
            slots[index]?._withUnsafeGuaranteedRef {
                unsafeDowncast($0, to: StateConduit<Output, Failure>.self).offer(value, version: version)
            }
            index += 1
        }
    }

    /// Delivers the queued signals.
    @inlinable
    func drainStates() {
        while let entry = nextWaiting() {
            switch entry.signal {
            case .value(let value): deliver(value, version: entry.version, to: entry.end)
            case .completion(let completion): complete(completion, to: entry.end)
            }
        }
    }

    @usableFromInline
    override func drainRest() { drainStates() }

    /// Makes a slot that receives the current value on its first request.
    @inlinable
    func join<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        #if DEBUG
            let isOutermost = enterUse()
            defer { if isOutermost { leaveUse() } }
        #endif
        if isOver { return refuse(ErasedSubscriber(subscriber)) }
        if !S.releasesSubscription { return join(Guard(subscriber)) }
        let conduit = StateConduit<Output, Failure>(.passUnretained(self), delivery(to: subscriber))
        conduit.hub = self
        conduit.tells = true
        add(.passRetained(conduit))
        subscriber.receive(subscription: conduit)
    }

    /// Delivers the current value to a slot that has not received it. A slot that is receiving another value
    /// gets it in turn.
    @usableFromInline
    func requested(_ conduit: StateConduit<Output, Failure>) {
        if conduit.isReceiving || conduit.seen == version { return }
        let isInside = isSending
        isSending = true
        conduit.offer(value, version: version)
        if isInside { return }
        drainStates()
        finishSending()
    }
}

/// A slot that tracks the version it has received.
@usableFromInline
final class StateConduit<Output, Failure: Error>: OpenConduit<Output, Failure> {
    /// The version of the newest delivered value; 0 for none.
    @usableFromInline @exclusivity(unchecked)
    var seen = 0

    @usableFromInline @exclusivity(unchecked)
    var isReceiving = false

    /// The hub, retained until cancellation or completion: a later request receives its value, even if nobody
    /// else keeps the subject.
    @usableFromInline @exclusivity(unchecked)
    var hub: StateHub<Output, Failure>?

    @usableFromInline override var description: String { "CurrentValueSubject" }

    @usableFromInline
    override func requested() { hub?.requested(self) }

    @usableFromInline
    override func cancel() {
        let left = take(&hub)
        super.cancel()
        withExtendedLifetime(left) {}
    }

    @usableFromInline
    override func finish(_ completion: Subscribers.Completion<Failure>) {
        let left = take(&hub)
        super.finish(completion)
        withExtendedLifetime(left) {}
    }

    /// Delivers a value that is newer than the last one.
    @inlinable
    func offer(_ value: Output, version: Int) {
        if demand == .none || seen >= version { return }
        seen = version
        isReceiving = true
        if demand.isUnlimited {
            _ = pass(value)
        } else {
            count(value)
        }
        isReceiving = false
    }
}
