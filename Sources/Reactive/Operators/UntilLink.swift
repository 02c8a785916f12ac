extension Stage where Failure == Downstream.Failure {
    /// Makes a stage that another publisher ends or opens.
    init(until link: UntilLink, to downstream: Downstream, judge: @escaping (Input) -> Judgement) {
        self.downstream = downstream
        self.link = link
        self.judge = judge
        convert = { $0 }
    }
}

/// A link that also holds a subscription to another publisher while it is needed.
@usableFromInline
final class UntilLink: Link {
    @exclusivity(unchecked)
    private var other: AnyCancellable?

    /// Subscribes to the other publisher until its first value.
    func watch<P: Publisher>(
        _ publisher: P, ended: @escaping (Subscribers.Completion<P.Failure>) -> Void = { _ in },
        opened: @escaping () -> Void
    ) {
        other = publisher.first().sink(receiveCompletion: ended) { [unowned self] _ in
            if phase != .over { opened() }
        }
        if phase == .over { unwatch() }
    }

    @usableFromInline
    override func ended() { unwatch() }

    private func unwatch() {
        take(&other)?.cancel()
    }
}
