/// What readers have in common that want the same in the same way.
final class ReaderKind {
    /// What they want, and how.
    let wish: Subscribers.Wish
    /// What serves them.
    unowned let desk: Subscribers
    /// How many there are.
    var count = 0

    init(_ wish: Subscribers.Wish, _ desk: Subscribers) { (self.wish, self.desk) = (wish, desk) }
}
