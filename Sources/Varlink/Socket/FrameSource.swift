/// Frames that a channel sends in addition to its own bytes, which go first; `place` is the channel's index.
///
/// A protocol, so that channels do not depend on the groups of subscribers that they join. A group sends
/// frames to its channels without it; a channel calls it when its socket was full.
protocol FrameSource: AnyObject {
    /// Returns the number of bytes that wait for the channel.
    func lag(at place: Int) -> Int
    /// Returns the unsent rest of a partly sent frame.
    func remainder(at place: Int) -> UnsafeRawBufferPointer
    /// Lets other bytes go first: moves the rest of a partly sent frame to the channel.
    func pause(at place: Int)
    /// Sets whether other bytes must be sent first, or the socket is full.
    func setWaiting(_ isWaiting: Bool, at place: Int)
    /// Sets the index of the channel's ledger entry.
    func setEntry(_ entry: Int16, at place: Int)
    /// Sends what waits for the channel.
    ///
    /// - Returns: Whether everything was sent; otherwise the socket is full, or the channel is closed now.
    func send(at place: Int) -> Bool
    /// Removes the channel, which refers to the source no longer.
    func remove(at place: Int)
}
