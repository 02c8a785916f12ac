public import AlmanacValues

extension Failure {
    /// The failure in one line: the reason comes first, unless the message begins with it.
    public var line: Line {
        message.utf8.starts(with: reason.utf8) ? Line(message) : Line(reason, .bad) + Line(": \(message)")
    }
}
