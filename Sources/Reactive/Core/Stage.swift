/// The result of a stage for one value.
@usableFromInline
@frozen
enum Verdict<Output, Failure: Error> {
    /// The value passes.
    case pass(Output)
    /// The value is dropped; another one is requested instead.
    case skip
    /// The value passes as the last one.
    case last(Output)
    /// The value is dropped, and the publisher completes.
    case finish
    /// The closure threw an error.
    case fail(Failure)
}

/// An operator with one upstream that processes each value independently.
@usableFromInline
struct Stage<Downstream: Subscriber, Input, Failure: Error>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline typealias Judgement = Verdict<Downstream.Input, Downstream.Failure>

    @usableFromInline let downstream: Downstream
    @usableFromInline let link: Link
    @usableFromInline let judge: (Input) -> Judgement
    @usableFromInline let convert: (Failure) -> Downstream.Failure

    @inlinable
    init(
        _ name: String, to downstream: Downstream, convert: @escaping (Failure) -> Downstream.Failure,
        judge: @escaping (Input) -> Judgement
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
        case .last(let output): complete(with: output, completion: .finished)
        case .finish: complete(with: nil, completion: .finished)
        case .fail(let error): complete(with: nil, completion: .failure(error))
        }
        return .none
    }

    /// Cancels the upstream, then delivers a last value and the completion, unless the downstream cancels in
    /// between.
    @usableFromInline
    func complete(with output: Downstream.Input?, completion: Subscribers.Completion<Downstream.Failure>) {
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
    /// Makes a stage with the upstream's failure.
    @inlinable
    init(_ name: String, to downstream: Downstream, judge: @escaping (Input) -> Judgement) {
        self.init(name, to: downstream, convert: { $0 }, judge: judge)
    }
}

extension Stage where Downstream.Failure == any Error {
    /// Makes a stage that also fails with errors thrown by its closure.
    @inlinable
    init(trying name: String, to downstream: Downstream, judge: @escaping (Input) throws -> Judgement) {
        self.init(name, to: downstream, convert: { $0 }) { input in
            do { return try judge(input) } catch { return .fail(error) }
        }
    }
}

/// A mutable value that closures share.
@usableFromInline
final class Box<Value> {
    @usableFromInline @exclusivity(unchecked)
    var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }

    /// Stores a new value; the old one is released afterwards.
    @inlinable
    func set(_ newValue: Value) {
        let old = value
        value = newValue
        withExtendedLifetime(old) {}
    }
}
