/// The message of a call, shared by calls with the same message.
final class SharedMessage {
    let message: CallMessage
    /// A value that the handler derived from the message.
    var understood: AnyObject?

    init(_ message: CallMessage) { self.message = message }
}
