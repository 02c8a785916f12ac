import Glibc

/// A group of subscribers that receive the same frames of a log, and the position of each.
///
/// A subscriber is a position: a turn of the loop sends everything after it in one call, however many frames
/// that is, and bytes that the socket did not accept remain after the position. A slow subscriber therefore
/// costs no memory and delays nobody. One that falls behind the start of the log is removed and notified, and
/// continues elsewhere.
///
/// Frames carry non-decreasing marks, such as numbers of changes; subscribers start after a mark, and their
/// progress is reported as a mark.
public final class SharedFrames {
    let log: FrameLog
    var index: FrameIndex
    var followers: [Follower] = []
    /// The number of bytes ever appended; positions count these.
    var end: UInt64 = 0
    /// A lower bound on the positions of unblocked subscribers.
    var flushed: UInt64 = 0
    /// A lower bound on the positions of blocked subscribers.
    var lowest = UInt64.max
    private var isEnlisted = false
    /// Whether the log knows that there may be unsent frames here.
    private var isKnown = false
    /// The progress of a pass over the subscribers that needs more than one turn.
    var sweep: Sweep?
    /// The subscribers whose socket did not accept everything (error 0) or failed (its `errno`).
    var problems: [(channel: Channel, error: CInt)] = []
    /// The subscribers that must be notified that they fell behind, with their marks.
    var late: [(channel: Channel, mark: Int64, tell: ((Int64) -> Void)?)] = []

    struct Follower {
        let channel: Channel
        /// The position of the first unsent byte.
        var position: UInt64
        let descriptor: CInt
        /// The index of the ledger entry; -1 without one.
        var entry: Int16
        /// Whether other bytes must be sent first, or the socket is full.
        var isWaiting: Bool
    }

    struct Sweep {
        /// The index of the next subscriber.
        var place = 0
        /// The end of the frames when the pass started.
        let end: UInt64
        /// The lowest position of a blocked subscriber so far.
        var lowest = UInt64.max
    }

    /// Creates an empty group.
    ///
    /// - Parameters:
    ///   - log: The log that holds the frames.
    ///   - mark: The mark after which the frames start.
    public init(of log: FrameLog, after mark: Int64) { (self.log, index) = (log, FrameIndex(floor: mark)) }

    /// The lowest mark after which a subscriber can start.
    public var floor: Int64 { index.floor }

    /// The mark of the newest frame.
    public var last: Int64 { index.last }

    /// The number of subscribers.
    public var count: Int { followers.count }

    /// Appends a frame, which is sent to all subscribers at the end of the turn.
    ///
    /// A frame larger than the log is not stored: all subscribers fall behind.
    ///
    /// - Parameters:
    ///   - frame: The newest frame of the log.
    ///   - mark: The frame's mark, not less than that of the previous frame.
    public func append(_ frame: FrameLog.Frame, mark: Int64) {
        precondition(mark >= index.last, "marks of frames fall")
        guard let place = frame.place else { return skip(to: mark) }
        index.append(start: end, place: place, mark: mark)
        end += UInt64(frame.count)
        if !isKnown { log.add(self, lacking: place) }
        isKnown = true
        enlist()
    }

    /// Appends a frame that only this group needs to the log and to the group.
    public func append(_ frame: [UInt8], mark: Int64) { append(log.append(frame), mark: mark) }

    /// Returns the mark of the last frame that a subscriber was sent, including a partly sent one; `nil` if
    /// it is not in the group.
    public func mark(of channel: Channel) -> Int64? {
        guard channel.frames === self else { return nil }
        return index.mark(before: boundary(at: Int(channel.place)))
    }

    /// Adds a subscriber that lacks the frames after a mark.
    func add(_ channel: Channel, after mark: Int64) {
        let position = index.start(after: mark) ?? end
        channel.frames = self
        channel.place = Int32(followers.count)
        followers.append(
            Follower(
                channel: channel, position: position, descriptor: channel.raw, entry: channel.entry,
                isWaiting: true))
        include(position)
    }

    /// Returns the bytes between two positions, valid until the next call. If they are contiguous in the log
    /// they are returned in place; otherwise they are copied together, as many as the buffer holds.
    func bytes(_ start: UInt64, _ end: UInt64) -> UnsafeRawBufferPointer {
        guard start < end else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let place = index.place(of: start)
        if index.place(of: end - 1) - place == end - 1 - start {
            return log.bytes(at: place, Int(end - start))
        }
        let room = log.sockets.room.bytes
        var count = 0
        index.forPieces(from: start, to: min(end, start + UInt64(room.count))) { place, size in
            UnsafeMutableRawBufferPointer(rebasing: room[count..<count + size])
                .copyMemory(from: log.bytes(at: place, size))
            count += size
        }
        return UnsafeRawBufferPointer(rebasing: room[..<count])
    }

    private func lacks(before place: UInt64) -> Bool { index.firstPlace.map { $0 < place } ?? false }

    /// Drops the frames that have been sent to all subscribers.
    func trim() { index.drop(upTo: min(flushed, lowest), end: end) }

    /// Returns the end of the partly sent frame of a subscriber, or its position if there is none.
    private func boundary(at place: Int) -> UInt64 {
        index.boundary(from: followers[place].position) ?? end
    }

    /// Includes the position of a blocked subscriber in the lower bounds.
    private func include(_ position: UInt64) {
        lowest = min(lowest, position)
        if let sweep { self.sweep?.lowest = min(sweep.lowest, position) }
    }

    func enlist() {
        guard !isEnlisted else { return }
        isEnlisted = true
        log.sockets.enlist(group: self)
    }
}

extension SharedFrames: Sender {
    /// Sends each unblocked subscriber its unsent frames, and notifies those that fell behind.
    func flush(_ budget: inout SendBudget) {
        isEnlisted = false
        if !sendSome(&budget) { enlist() }
        while let problem = problems.popLast() {
            if problem.error == 0 {
                problem.channel.concludeSend(false, hasMoved: true)
            } else {
                problem.channel.close()
            }
        }
        while let one = late.popLast() {
            if let tell = one.tell {
                tell(one.mark)
            } else {
                one.channel.owner?.channelFellBehind(at: one.mark)
            }
        }
    }
}

extension SharedFrames: FrameSource {
    func lag(at place: Int) -> Int { Int(end - followers[place].position) }

    func remainder(at place: Int) -> UnsafeRawBufferPointer {
        bytes(followers[place].position, boundary(at: place))
    }

    func pause(at place: Int) {
        let boundary = boundary(at: place)
        followers[place].channel.hold(remainder(at: place))
        followers[place].position = boundary
        setWaiting(true, at: place)
    }

    func setWaiting(_ isWaiting: Bool, at place: Int) {
        followers[place].isWaiting = isWaiting
        if isWaiting { include(followers[place].position) }
    }

    func setEntry(_ entry: Int16, at place: Int) { followers[place].entry = entry }

    func remove(at place: Int) {
        let channel = followers[place].channel
        var place = place
        if let sweep, place < sweep.place {
            // The last subscriber has not been visited yet, so it must not move among those that have been.
            move(sweep.place - 1, to: place)
            place = sweep.place - 1
            self.sweep?.place = place
        }
        move(followers.count - 1, to: place)
        followers.removeLast()
        channel.frames = nil
        channel.extras?.fellBehind = nil
    }

    private func move(_ source: Int, to place: Int) {
        followers[place] = followers[source]
        followers[place].channel.place = Int32(place)
    }
}

extension SharedFrames: FrameLogReader {
    func letGo(before place: UInt64) -> UInt64? {
        if lacks(before: place) { sendAll() }
        if lacks(before: place) {
            leaveBehind(before: index.start(from: place) ?? end)
            trim()
        }
        isKnown = index.firstPlace != nil
        return index.firstPlace
    }
}
