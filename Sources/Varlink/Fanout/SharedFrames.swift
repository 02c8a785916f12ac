import Glibc

/// The frames of a log that some readers want, and how far each of them has been sent these.
///
/// A follower is a position: a turn of the loop sends each one what it lacks by one call, however many frames that is;
/// what the socket did not take is remembered as the position. Nobody's slowness costs memory or keeps anyone waiting:
/// who falls behind farther than the log reaches is told, and goes on elsewhere.
///
/// Frames bear marks that never fall, such as the numbers of changes, by which followers join and are told how far
/// they got.
public final class SharedFrames {
    let log: FrameLog
    var index: FrameIndex
    var followers: [Follower] = []
    /// How many bytes were ever appended; positions count these.
    var end: UInt64 = 0
    /// Where the followers are, at least, that do not wait.
    var flushed: UInt64 = 0
    /// Where the last of the followers is that wait; it may be farther.
    var lowest = UInt64.max
    private var isEnlisted = false
    /// The log knows that somebody here may lack something.
    private var isKnown = false
    /// How far the followers have been looked at, when that was too much for one turn.
    var sweep: Sweep?
    /// Those whose socket did not take all, or broke (by which `errno`).
    var problems: [(channel: Channel, error: CInt)] = []
    /// Those to be told that they fell behind, and their marks.
    var late: [(channel: Channel, mark: Int64, tell: ((Int64) -> Void)?)] = []

    struct Follower {
        let channel: Channel
        /// The first byte that it has not been sent.
        var position: UInt64
        let descriptor: CInt
        /// Where it is noted how far it is; -1 when it is not.
        var entry: Int16
        /// Something else is to be sent before, or there is no room in the socket.
        var isWaiting: Bool
    }

    struct Sweep {
        /// Those before it are done.
        var place = 0
        /// Where the log ended when it began.
        let end: UInt64
        /// The least position of those that wait.
        var lowest = UInt64.max
    }

    /// Wants no frame yet.
    ///
    /// - Parameters:
    ///   - log: Where the frames lie.
    ///   - mark: The mark that the frames come after.
    public init(of log: FrameLog, after mark: Int64) { (self.log, index) = (log, FrameIndex(floor: mark)) }

    /// One can join after this mark or any later one.
    public var floor: Int64 { index.floor }

    /// The mark of the newest frame.
    public var last: Int64 { index.last }

    /// How many follow.
    public var count: Int { followers.count }

    /// Adds a frame, which is sent to all followers at the end of the turn.
    ///
    /// One that is larger than the log is held by nobody: every follower falls behind.
    ///
    /// - Parameters:
    ///   - frame: The newest of the log.
    ///   - mark: Not less than that of the frame before.
    public func append(_ frame: FrameLog.Frame, mark: Int64) {
        precondition(mark >= index.last, "marks of frames fall")
        guard let place = frame.place else { return skip(to: mark) }
        index.append(start: end, place: place, mark: mark)
        end += UInt64(frame.count)
        if !isKnown { log.add(self, lacking: place) }
        isKnown = true
        enlist()
    }

    /// Adds a frame that nobody else wants to the log and to these.
    public func append(_ frame: [UInt8], mark: Int64) { append(log.append(frame), mark: mark) }

    /// The mark of the last frame that a follower was sent, a begun one included; `nil` when it does not follow.
    public func mark(of channel: Channel) -> Int64? {
        guard channel.frames === self else { return nil }
        return index.mark(before: boundary(at: Int(channel.place)))
    }

    /// Sends each follower that does not wait what it lacks, and tells those who fell behind.
    func flush(_ budget: inout SendBudget) {
        isEnlisted = false
        if !sendSome(&budget) { enlist() }
        while let problem = problems.popLast() {
            if problem.error == 0 {
                problem.channel.settle(false, hasMoved: true)
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

    func add(_ channel: Channel, after mark: Int64) {
        let position = index.start(after: mark) ?? end
        channel.place = Int32(followers.count)
        followers.append(
            Follower(
                channel: channel, position: position, descriptor: channel.raw, entry: channel.entry,
                isWaiting: true))
        note(position)
    }

    func remove(_ channel: Channel) {
        var place = Int(channel.place)
        if let sweep, place < sweep.place {
            // The last one is still to come: it must not get among those that are done.
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

    /// How many bytes a follower lacks.
    func lag(at place: Int) -> Int { Int(end - followers[place].position) }

    /// What is unsent of a frame that was begun.
    func rest(at place: Int) -> UnsafeRawBufferPointer {
        bytes(followers[place].position, boundary(at: place))
    }

    /// Lets something else come first: hands the rest of a begun frame to the channel.
    func pause(at place: Int) {
        let boundary = boundary(at: place)
        followers[place].channel.outgoing.append(rest(at: place))
        followers[place].position = boundary
        setWaiting(true, at: place)
    }

    func setWaiting(_ isWaiting: Bool, at place: Int) {
        followers[place].isWaiting = isWaiting
        if isWaiting { note(followers[place].position) }
    }

    func setEntry(_ entry: Int16, at place: Int) { followers[place].entry = entry }

    /// The bytes between two positions, good until the next that are asked for: where they lie when they lie side by
    /// side, else put side by side, as many as there is room for.
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

    /// What lies before a place in the log will be written over: sends it, or leaves behind who cannot take it.
    ///
    /// - Returns: Where the first frame lies that somebody may lack; `nil` when there is none.
    func letGo(before place: UInt64) -> UInt64? {
        if lacks(before: place) { sendAll() }
        if lacks(before: place) {
            leaveBehind(before: index.start(from: place) ?? end)
            trim()
        }
        isKnown = index.firstPlace != nil
        return index.firstPlace
    }

    private func lacks(before place: UInt64) -> Bool { index.firstPlace.map { $0 < place } ?? false }

    /// Forgets the frames that nobody lacks.
    func trim() { index.drop(upTo: min(flushed, lowest), end: end) }

    /// Where the frame ends that a follower was begun to be sent; where it is when none was.
    private func boundary(at place: Int) -> UInt64 {
        index.boundary(from: followers[place].position) ?? end
    }

    /// Somebody waits at a position.
    private func note(_ position: UInt64) {
        lowest = min(lowest, position)
        if let sweep { self.sweep?.lowest = min(sweep.lowest, position) }
    }

    func enlist() {
        guard !isEnlisted else { return }
        isEnlisted = true
        log.sockets.enlist(self)
    }
}
