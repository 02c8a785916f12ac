/// What becomes of a value.
@usableFromInline
@frozen
enum Verdict<Output, Failure: Error> {
    /// It goes on.
    case pass(Output)
    /// It is dropped; another one is wanted instead.
    case skip
    /// It goes on as the last.
    case last(Output)
    /// It is dropped, and nothing follows.
    case finish
    /// Something was thrown.
    case fail(Failure)
}

/// An operator with one upstream that decides about each value on its own.
@usableFromInline
struct Stage<Downstream: Subscriber, Input, Failure: Error>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline typealias Judgement = Verdict<Downstream.Input, Downstream.Failure>

    @usableFromInline let downstream: Downstream
    @usableFromInline let link: Link
    @usableFromInline let judge: (Input) -> Judgement
    @usableFromInline let convert: (Failure) -> Downstream.Failure

    @inlinable
    init(
        _ name: String, _ downstream: Downstream, convert: @escaping (Failure) -> Downstream.Failure,
        _ judge: @escaping (Input) -> Judgement
    ) {
        self.downstream = downstream
        self.judge = judge
        self.convert = convert
        link = Link(name)
    }

    @usableFromInline var description: String { link.name }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(link) }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isLive else { return .none }
        switch judge(input) {
        case .pass(let output): return link.isLive ? downstream.receive(output) : .none
        case .skip: return .max(1)
        case .last(let output): end(output, .finished)
        case .finish: end(nil, .finished)
        case .fail(let error): end(nil, .failure(error))
        }
        return .none
    }

    /// Cancels the upstream, then delivers a last value, then the end, unless the downstream cancels on the way.
    @usableFromInline
    func end(_ output: Downstream.Input?, _ completion: Subscribers.Completion<Downstream.Failure>) {
        guard link.isLive else { return }
        link.close()
        if let output { _ = downstream.receive(output) }
        guard link.phase == .closing else { return }
        link.phase = .over
        downstream.receive(completion: completion)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.finish() else { return }
        switch completion {
        case .finished: downstream.receive(completion: .finished)
        case .failure(let error): downstream.receive(completion: .failure(convert(error)))
        }
    }
}

extension Stage where Failure == Downstream.Failure {
    /// A stage whose failures are its upstream's.
    @inlinable
    init(_ name: String, _ downstream: Downstream, _ judge: @escaping (Input) -> Judgement) {
        self.init(name, downstream, convert: { $0 }, judge)
    }
}

extension Stage where Downstream.Failure == any Error {
    /// A stage that also fails with what its function throws.
    @inlinable
    init(trying name: String, _ downstream: Downstream, _ judge: @escaping (Input) throws -> Judgement) {
        self.init(name, downstream, convert: { $0 }) { input in
            do { return try judge(input) } catch { return .fail(error) }
        }
    }
}

/// A value that a function changes from one call to the next.
@usableFromInline
final class Box<Value> {
    @usableFromInline @exclusivity(unchecked)
    var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }

    /// Puts in a new value; the old one dies after that.
    @inlinable
    func set(_ newValue: Value) {
        let old = value
        value = newValue
        withExtendedLifetime(old) {}
    }
}
