public import AlmanacValues
import Records

extension Failure {
    /// The failure in one line: the reason comes first, unless the message begins with it.
    public var line: Line {
        message.utf8.starts(with: reason.utf8) ? Line(message) : Line(reason, .bad) + Line(": \(message)")
    }

    /// Returns the failure in one line after the standing of its source; a source that waits does not wait
    /// twice.
    func line(of standing: Standing) -> Line { reason == standing.rawValue ? Line(message) : line }
}
