/// The downstream of an operator that joins several upstreams or waits.
///
/// It is a reference that is dropped at the end, so the operator holds nothing afterwards, whoever still holds the
/// operator; and it costs one reference count to use, however many stages the downstream consists of.
@usableFromInline
final class Outlet<Downstream: Subscriber> {
    @usableFromInline let downstream: Downstream

    @inlinable
    init(_ downstream: Downstream) { self.downstream = downstream }
}
