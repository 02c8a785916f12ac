/// The newest events of a feed, encoded for the streams that send them.
///
/// Positions count all events of the feed from its start; old events are dropped from the front.
nonisolated struct EventRing {
    /// An encoded event.
    struct Frame {
        /// The position in the log after the event; `nil` if a client cannot resume after it.
        let cursor: String?
        /// The bytes to send.
        let bytes: [UInt8]
    }

    private var frames: [Frame] = []
    /// The number of frames at the front of `frames` that have been dropped.
    private var dropped = 0
    private var positions: [String: Int] = [:]
    private var size = 0
    private let mostBytes: Int

    /// The position of the oldest kept event.
    private(set) var start = 0

    /// Makes an empty ring that keeps events of so many bytes in all, and at least the newest one.
    init(mostBytes: Int) { self.mostBytes = mostBytes }

    /// The position after the newest event.
    var end: Int { start + frames.count - dropped }

    /// Appends an event.
    mutating func append(_ frame: Frame) {
        if let cursor = frame.cursor, positions[cursor] == nil { positions[cursor] = end }
        frames.append(frame)
        size += frame.bytes.count
        while size > mostBytes, frames.count - dropped > 1 { dropFirst() }
    }

    /// Returns the event at a position; `nil` if it was dropped or has not occurred.
    subscript(_ position: Int) -> Frame? {
        position >= start && position < end ? frames[position - start + dropped] : nil
    }

    /// Returns the position after the event with a cursor; `nil` if it is not kept.
    ///
    /// The state of a source has the cursor of the change before it: a client that resumes there gets it
    /// again, which is better than not at all.
    func position(after cursor: String) -> Int? { positions[cursor].map { $0 + 1 } }

    private mutating func dropFirst() {
        let frame = frames[dropped]
        size -= frame.bytes.count
        if let cursor = frame.cursor, positions[cursor] == start { positions[cursor] = nil }
        frames[dropped] = Frame(cursor: nil, bytes: [])
        dropped += 1
        start += 1
        // Moving the rest costs as much as was appended since.
        if dropped * 2 > frames.count {
            frames.removeFirst(dropped)
            dropped = 0
        }
    }
}
