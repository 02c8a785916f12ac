/// What a call asks, in common to those who ask the same.
final class Question {
    let message: CallMessage
    /// What whoever answers made of it.
    var understood: AnyObject?

    init(_ message: CallMessage) { self.message = message }
}
