import Glibc
import Systemd

extension SharedFrames {
    /// Sends each follower that does not wait all that it lacks.
    func sendAll() {
        var budget = SendBudget.unlimited
        sweep = nil
        _ = sendSome(&budget)
    }

    /// Sends followers that do not wait all that they lack, beginning where the last time ended.
    ///
    /// Nothing is called back from within, so that nobody joins or leaves meanwhile. Who leaves between two times moves
    /// the last follower to the place, never one that is still to come to a place that is done.
    ///
    /// - Returns: Whether all were looked at.
    func sendSome(_ budget: inout SendBudget) -> Bool {
        var sweep = sweep ?? Sweep(place: followers.count, end: end)
        sweep.place = min(sweep.place, followers.count)
        // What the object holds is read once, not for each follower.
        let (base, size, end) = (memory.base, UInt64(memory.count), end)
        followers.withUnsafeMutableBufferPointer { followers in
            while sweep.place > 0, !budget.isSpent {
                sweep.place -= 1
                let position = followers[sweep.place].position
                if !followers[sweep.place].isWaiting, position != end {
                    let slice = UnsafeRawBufferPointer(
                        start: base + Int(position % size), count: Int(end - position))
                    budget.spend(slice.count)
                    send(slice, to: &followers[sweep.place])
                }
                if followers[sweep.place].isWaiting {
                    sweep.lowest = min(sweep.lowest, followers[sweep.place].position)
                }
            }
        }
        guard sweep.place == 0 else {
            self.sweep = sweep
            return false
        }
        (lowest, flushed) = (sweep.lowest, sweep.end)
        self.sweep = nil
        return true
    }

    /// Sends a follower all that it lacks, as far as it goes.
    @inline(__always)
    private func send(_ slice: UnsafeRawBufferPointer, to follower: inout Follower) {
        let sent = Glibc.send(follower.descriptor, slice.baseAddress, slice.count, sendFlags)
        if sent == slice.count { follower.position += UInt64(sent) } else { note(&follower, sent, errno) }
    }

    /// Sends one follower what it lacks.
    ///
    /// - Returns: Whether that went; else there is no room, or the channel is closed now.
    func send(at place: Int) -> Bool {
        while followers[place].position != end {
            let follower = followers[place]
            let rest = bytes(follower.position, end)
            let sent = Glibc.send(follower.descriptor, rest.baseAddress, rest.count, sendFlags)
            if sent < 0 {
                if errno != EAGAIN && errno != EINTR { follower.channel.close() }
                return false
            }
            followers[place].position += UInt64(sent)
        }
        return true
    }

    /// Makes room for bytes, at the cost of those who are so far behind that they need what stood there.
    func makeRoom(for count: Int) {
        let size = UInt64(memory.count)
        let needed = end + UInt64(count)
        guard needed > size else { return }
        if needed - size > flushed { sendAll() }
        if needed - size > lowest { leaveBehind(before: min(end, needed - size + size / 4)) }
        index.drop(before: needed - size)
    }

    /// Passes over a frame that cannot be held.
    func skip(to mark: Int64) {
        sendAll()
        leaveBehind(before: end + 1)
        index.drop(upTo: mark)
    }

    /// Takes out those whose position is before `limit`; a begun frame is finished. A quarter more than is needed go at
    /// once, so that the next frames find room without looking at everybody again.
    private func leaveBehind(before limit: UInt64) {
        lowest = .max
        for place in followers.indices.reversed() {
            if followers[place].position < limit {
                leaveBehind(followers[place].channel)
            } else if followers[place].isWaiting {
                lowest = min(lowest, followers[place].position)
            }
        }
    }

    private func leaveBehind(_ channel: Channel) {
        guard let tell = channel.fellBehind else { return }
        pause(at: channel.place)
        late.append((channel, index.mark(before: followers[channel.place].position), tell))
        remove(channel)
        enlist()
    }

    /// Notes that a follower was not sent all.
    private func note(_ follower: inout Follower, _ sent: Int, _ error: CInt) {
        if sent > 0 { follower.position += UInt64(sent) }
        follower.isWaiting = true
        let isBroken = sent < 0 && error != EAGAIN && error != EINTR
        problems.append((follower.channel, isBroken ? error : 0))
    }
}
