import Glibc
import Systemd

extension SharedFrames {
    /// Sends each unblocked subscriber all unsent frames.
    func sendAll() {
        var budget = SendBudget.unlimited
        sweep = nil
        _ = sendSome(&budget)
    }

    /// Sends unblocked subscribers all their unsent frames, starting where the last call ended.
    ///
    /// No callback runs meanwhile, so that no subscriber joins or leaves. The oldest subscribers come first
    /// because they most likely read first: the kernel then reuses the memory of what they have read for the
    /// next ones.
    ///
    /// - Returns: Whether all subscribers were visited.
    func sendSome(_ budget: inout SendBudget) -> Bool {
        var sweep = sweep ?? Sweep(end: end)
        while sweep.place < followers.count, !budget.isSpent {
            send(&sweep, &budget)
            // The loop stops after a partial send to a subscriber with a ledger entry. Its unsent rest is
            // recorded before anything else is sent.
            problems.last?.channel.recordProgress()
        }
        guard sweep.place == followers.count else {
            self.sweep = sweep
            return false
        }
        lowest = sweep.lowest
        flushed = sweep.end
        self.sweep = nil
        trim()
        return true
    }

    /// Sends until the budget of this turn is spent, or a subscriber with a ledger entry was sent only a
    /// part.
    private func send(_ sweep: inout Sweep, _ budget: inout SendBudget) {
        // The properties of objects are read once, not for each subscriber.
        let end = end
        let mark = index.last
        let words = log.sockets.ledger?.words
        // Most subscribers are at the same position and need the same bytes.
        var from = end
        var slice = UnsafeRawBufferPointer(start: nil, count: 0)
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

    /// Sends a subscriber its unsent frames in one call.
    ///
    /// - Returns: Whether everything was sent.
    @inline(__always)
    private func send(
        _ slice: UnsafeRawBufferPointer, to follower: inout Follower, upTo end: UInt64
    ) -> Bool {
        let sent = Glibc.send(follower.descriptor, slice.baseAddress, slice.count, sendFlags)
        guard sent == end - follower.position else {
            recordPart(&follower, sent, errno)
            return false
        }
        follower.position = end
        return true
    }

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

    /// Skips a frame that does not fit into the log.
    func skip(to mark: Int64) {
        sendAll()
        leaveBehind(before: end + 1)
        index.drop(upTo: mark)
    }

    /// Removes the subscribers whose position is before `limit`; the rest of a partly sent frame is still
    /// sent.
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
        remove(at: place)
        enlist()
    }

    /// Records that a subscriber was sent only a part.
    private func recordPart(_ follower: inout Follower, _ sent: Int, _ error: CInt) {
        if sent > 0 { follower.position += UInt64(sent) }
        follower.isWaiting = true
        let isBroken = sent < 0 && error != EAGAIN && error != EINTR
        problems.append((follower.channel, isBroken ? error : 0))
    }
}
