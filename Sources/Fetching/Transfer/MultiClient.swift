import CCurl

/// The owner of an easy handle in a set of transfers.
protocol MultiClient: AnyObject {
    /// The easy handle.
    var handle: UnsafeMutableRawPointer { get }
    /// Handles the end of the transfer.
    func finish(_ code: CURLcode)
    /// Ends the transfer because of a fault of this machine.
    func fail(_ reason: String)
}
