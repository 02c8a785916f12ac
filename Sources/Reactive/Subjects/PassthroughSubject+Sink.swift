extension PassthroughSubject {
    /// Receives every value and the end, until the returned object is let go.
    @inlinable
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        if hub.isOver {
            hub.refuse(ErasedSubscriber(SinkCore(receiveCompletion, receiveValue)))
            return AnyCancellable {}
        }
        return hub.sink(receiveCompletion, receiveValue)
    }
}

extension PassthroughSubject where Failure == Never {
    /// Receives every value, until the returned object is let go.
    @inlinable
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
