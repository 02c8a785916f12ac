extension PassthroughSubject {
    /// Receives all values and the completion, until the returned object is released.
    @inlinable
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        withExtendedLifetime(self) {
            hubOrNew._withUnsafeGuaranteedRef {
                $0.sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
            }
        }
    }
}

extension PassthroughSubject where Failure == Never {
    /// Receives all values, until the returned object is released.
    @inlinable
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
