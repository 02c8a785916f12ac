/// The message of a call, shared by calls with the same message.
final class SharedMessage {
    let message: CallMessage
    /// The method without its interface.
    let name: String
    /// A value that the handler derived from the message.
    var understood: AnyObject?

    init(_ message: CallMessage) { (self.message, name) = (message, message.name) }
}
