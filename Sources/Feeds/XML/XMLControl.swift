/// The parser whose events a builder receives.
///
/// A protocol, so that the builder does not depend on the reader, which calls it directly for each event.
protocol XMLControl: AnyObject {
    /// The current line, from 1.
    var line: Int { get }
    /// Stops the parser; may be called while it reports an event.
    func stop()
}
