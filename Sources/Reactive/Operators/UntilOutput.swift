extension Publishers {
    /// Publishes the upstream until another publisher publishes something.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Whose first value ends it.
        public let other: Other

        /// Makes the publisher that `prefix(untilOutputFrom:)` returns.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let link = UntilLink("PrefixUntilOutput")
            let inner = Stage<S, Output, Failure>(until: link, subscriber) { .pass($0) }
            let isEnded = Box(false)
            link.watch(other) {
                isEnded.set(true)
                inner.end(nil, .finished)
            }
            if isEnded.value { return Empty<Output, Failure>().receive(subscriber: subscriber) }
            upstream.receive(subscriber: inner)
        }
    }

    /// Drops the upstream's values until another publisher publishes something.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream, or as the other before its first value.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Whose first value opens the gate.
        public let other: Other

        /// Makes the publisher that `drop(untilOutputFrom:)` returns.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isOpen = Box(false)
            let link = UntilLink("DropUntilOutput")
            let inner = Stage<S, Output, Failure>(until: link, subscriber) {
                isOpen.value ? .pass($0) : .skip
            }
            link.watch(other, ended: { if case .failure(let error) = $0 { inner.end(nil, .failure(error)) } })
            {
                isOpen.set(true)
            }
            upstream.receive(subscriber: inner)
        }
    }
}

extension Publisher {
    /// Publishes until another publisher publishes something, and finishes.
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }

    /// Drops the values until another publisher publishes something.
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where P.Failure == Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

extension Stage where Failure == Downstream.Failure {
    /// A stage that another publisher ends or opens.
    init(until link: UntilLink, _ downstream: Downstream, _ judge: @escaping (Input) -> Judgement) {
        self.downstream = downstream
        self.link = link
        self.judge = judge
        convert = { $0 }
    }
}

/// A link that holds a subscription to another publisher as well, as long as it matters.
@usableFromInline
final class UntilLink: Link {
    @exclusivity(unchecked)
    private var other: AnyCancellable?

    /// Subscribes to the other publisher until its first value.
    func watch<P: Publisher>(
        _ publisher: P, ended: @escaping (Subscribers.Completion<P.Failure>) -> Void = { _ in },
        _ opened: @escaping () -> Void
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
