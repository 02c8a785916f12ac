extension PassthroughSubject {
    /// Receives all values and the completion, until the returned object is released.
    @inlinable
    public func sink(
        receiveCompletion: consuming @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: consuming @escaping (Output) -> Void
    ) -> AnyCancellable {
        defer { withExtendedLifetime(self) {} }
        return Hub.sink(in: hubOrNew, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    }
}

extension PassthroughSubject where Failure == Never {
    /// Receives all values, until the returned object is released.
    @inlinable
    public func sink(receiveValue: consuming @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
