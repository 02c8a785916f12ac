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
    /// Nothing is called back from within, so that nobody joins or leaves meanwhile. Those who came first are sent
    /// first, who read first most likely: what they have taken is memory that the kernel uses again for the next.
    ///
    /// - Returns: Whether all were looked at.
    func sendSome(_ budget: inout SendBudget) -> Bool {
        var sweep = sweep ?? Sweep(end: end)
        while sweep.place < followers.count, !budget.isSpent {
            send(&sweep, &budget)
            // Of whom it is to be noted what it was not sent is the last one, and nobody is sent anything before.
            problems.last?.channel.settleNote()
        }
        guard sweep.place == followers.count else {
            self.sweep = sweep
            return false
        }
        (lowest, flushed) = (sweep.lowest, sweep.end)
        self.sweep = nil
        trim()
        return true
    }

    /// Sends until the turn's share is spent, or somebody who is noted in the ledger was not sent all.
    private func send(_ sweep: inout Sweep, _ budget: inout SendBudget) {
        // What objects hold is read once, not for each follower.
        let (end, mark, words) = (end, index.last, log.sockets.ledger?.words)
        // Most are at the same position, and lack the same.
        var (from, slice) = (end, UnsafeRawBufferPointer(start: nil, count: 0))
        followers.withUnsafeMutableBufferPointer { followers in
            while sweep.place < followers.count, !budget.isSpent {
                let place = sweep.place
                sweep.place += 1
                let position = followers[place].position
                var hasUnnoted = false
                if !followers[place].isWaiting, position != end {
                    if position != from { (from, slice) = (position, bytes(position, end)) }
                    budget.spend(slice.count)
                    let word = LedgerLayout.word(at: followers[place].entry, of: words)
                    word?.pointee |= 1
                    let isWhole = send(slice, to: &followers[place], upTo: end)
                    if isWhole { word?.pointee = mark << 1 }
                    hasUnnoted = !isWhole && word != nil
                }
                if followers[place].isWaiting {
                    sweep.lowest = min(sweep.lowest, followers[place].position)
                }
                if hasUnnoted { return }
            }
        }
    }

    /// Sends a follower all that it lacks, as far as it goes.
    ///
    /// - Returns: Whether all went.
    @inline(__always)
    private func send(
        _ slice: UnsafeRawBufferPointer, to follower: inout Follower, upTo end: UInt64
    ) -> Bool {
        let sent = Glibc.send(follower.descriptor, slice.baseAddress, slice.count, sendFlags)
        guard sent == end - follower.position else {
            note(&follower, sent, errno)
            return false
        }
        follower.position = end
        return true
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

    /// Passes over a frame that cannot be held.
    func skip(to mark: Int64) {
        sendAll()
        leaveBehind(before: end + 1)
        index.drop(upTo: mark)
    }

    /// Takes out those whose position is before `limit`; a begun frame is finished.
    func leaveBehind(before limit: UInt64) {
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
        let place = Int(channel.place)
        pause(at: place)
        late.append((channel, index.mark(before: followers[place].position), channel.extras?.fellBehind))
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
