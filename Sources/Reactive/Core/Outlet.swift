/// The downstream of an operator that has several upstreams or waits.
///
/// The reference is dropped at completion, so that the operator retains nothing afterwards. Passing a value
/// costs no reference count, regardless of the number of stages in the downstream.
@usableFromInline
final class Outlet<Downstream: Subscriber>: SelfRetaining {
    @usableFromInline let downstream: Downstream

    @inlinable
    init(_ downstream: Downstream) { self.downstream = downstream }
}
