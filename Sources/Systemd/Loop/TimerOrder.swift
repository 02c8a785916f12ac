/// The timers of a loop in the order in which they are due; of equal moments, in the order of their making.
///
/// sd-event serves what is due at one time in any order: a loop that was held up must still be right.
final class TimerOrder {
    /// Where a timer stands in the order.
    struct Place: Comparable {
        let deadline: Int64
        let number: UInt64

        static func < (left: Place, right: Place) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    private var timers: [(place: Place, timer: Unmanaged<LoopTimer>)] = []
    private var made: UInt64 = 0

    /// Adds a timer that is due at a moment.
    ///
    /// - Parameters:
    ///   - timer: One that removes itself before it ends.
    ///   - deadline: Microseconds on CLOCK_BOOTTIME.
    /// - Returns: Its place.
    func add(_ timer: LoopTimer, at deadline: Int64) -> Place {
        made += 1
        let place = Place(deadline: deadline, number: made)
        timers.insert((place, Unmanaged.passUnretained(timer)), at: index(of: place))
        return place
    }

    /// Takes a timer out; nothing when it is out already.
    func remove(_ place: Place) {
        let index = index(of: place)
        if index < timers.count, timers[index].place == place { timers.remove(at: index) }
    }

    /// The first timer, if it comes before a place.
    func first(before place: Place) -> LoopTimer? {
        guard let first = timers.first, first.place < place else { return nil }
        return first.timer.takeUnretainedValue()
    }

    private func index(of place: Place) -> Int {
        var (low, high) = (0, timers.count)
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
