import Reactive

/// What a channel tells to whom it may concern; most have nobody to tell.
final class Signals {
    let drained = PassthroughSubject<Void, Never>()
    let closed = PassthroughSubject<Void, Never>()
}
