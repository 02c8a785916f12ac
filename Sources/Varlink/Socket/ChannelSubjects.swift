import Reactive

/// The subjects of a channel's publishers; few channels need them.
final class ChannelSubjects {
    let drained = PassthroughSubject<Void, Never>()
    let closed = PassthroughSubject<Void, Never>()
}
