extension Channel {
    /// Sends the frames of a log after a mark, from the end of this turn on, as they are appended.
    ///
    /// - Parameters:
    ///   - log: The group to join.
    ///   - mark: The mark after which to start.
    ///   - fellBehind: Called once when the log no longer holds the next frame, with the mark of the last
    ///     frame that is sent completely; the channel then leaves the group.
    /// - Returns: `false`, without any effect, if the log no longer holds the first frame after the mark,
    ///   or the channel is closed.
    public func follow(
        _ log: SharedFrames, after mark: Int64, fellBehind: @escaping (Int64) -> Void
    ) -> Bool {
        guard follow(log, after: mark) else { return false }
        addExtras().fellBehind = fellBehind
        return true
    }

    /// Sends the frames of a log as they are appended; the owner is notified when the channel falls behind,
    /// see `follow`.
    public func follow(_ log: SharedFrames, after mark: Int64) -> Bool {
        guard acceptsOutput, log.floor <= mark else { return false }
        leave()
        log.add(self, after: mark)
        enlist()
        return true
    }
}
