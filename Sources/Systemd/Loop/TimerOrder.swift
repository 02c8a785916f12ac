/// The timers of a loop, ordered by deadline; timers with equal deadlines are ordered by creation.
///
/// sd-event serves timers that are due together in any order, but the order must be right even after a delay
/// of the loop.
final class TimerOrder {
    /// A timer's position in the order.
    struct Place: Comparable {
        let deadline: Int64
        let number: UInt64

        static func < (left: Place, right: Place) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    private var timers: [(place: Place, timer: Unmanaged<LoopTimer>)] = []
    private var made: UInt64 = 0

    /// Adds a timer with a deadline.
    ///
    /// - Parameters:
    ///   - timer: A timer, which is not retained: it must be removed before it is deallocated.
    ///   - deadline: The deadline in microseconds of CLOCK_BOOTTIME.
    /// - Returns: The timer's place.
    func add(_ timer: LoopTimer, at deadline: Int64) -> Place {
        made += 1
        let place = Place(deadline: deadline, number: made)
        timers.insert((place, Unmanaged.passUnretained(timer)), at: index(of: place))
        return place
    }

    /// Removes a timer; does nothing if it is already removed.
    func remove(_ place: Place) {
        let index = index(of: place)
        if index < timers.count, timers[index].place == place { timers.remove(at: index) }
    }

    /// Returns the first timer, if it comes before a place.
    func first(before place: Place) -> LoopTimer? {
        guard let first = timers.first, first.place < place else { return nil }
        return first.timer.takeUnretainedValue()
    }

    private func index(of place: Place) -> Int {
        var low = 0
        var high = timers.count
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
