/// The timers of a loop, ordered by deadline; timers with equal deadlines are ordered by creation.
///
/// sd-event serves timers that are due together in any order, but the order must be right even after a delay
/// of the loop. This is a binary heap whose timers know their index, since there may be a timer for each of
/// thousands of sources.
final class TimerOrder {
    /// A timer, which is not retained, with its position in the order.
    private struct Entry {
        let deadline: Int64
        let number: UInt64
        let timer: Unmanaged<LoopTimer>

        static func < (left: Entry, right: Entry) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    /// The heap: no entry comes before its parent, that of index n before those of 2n + 1 and 2n + 2.
    private var entries: [Entry] = []
    private var made: UInt64 = 0

    /// Adds a timer with a deadline.
    ///
    /// - Parameters:
    ///   - timer: A timer, which is not retained: it must be removed before it is deallocated.
    ///   - deadline: The deadline in microseconds of CLOCK_BOOTTIME.
    func add(_ timer: LoopTimer, at deadline: Int64) {
        made += 1
        let entry = Entry(deadline: deadline, number: made, timer: .passUnretained(timer))
        entries.append(entry)
        raise(entry, from: entries.count - 1)
    }

    /// Removes a timer; does nothing if it is already removed.
    func remove(_ timer: LoopTimer) {
        guard let index = timer.index.take() else { return }
        let last = entries.removeLast()
        guard index < entries.count else { return }
        lower(last, from: index)
    }

    /// Returns the first timer, if it comes before another one, which may already be removed.
    func first(before timer: LoopTimer) -> LoopTimer? {
        guard timer.index != nil, let first = entries.first?.timer.takeUnretainedValue() else { return nil }
        return first === timer ? nil : first
    }

    /// Places an entry at an index, or above it.
    private func raise(_ entry: Entry, from index: Int) {
        var index = index
        while index > 0, entry < entries[(index - 1) / 2] {
            put(entries[(index - 1) / 2], at: index)
            index = (index - 1) / 2
        }
        put(entry, at: index)
    }

    /// Places an entry at an index, or below or above it.
    private func lower(_ entry: Entry, from index: Int) {
        var index = index
        while let next = firstChild(of: index), entries[next] < entry {
            put(entries[next], at: index)
            index = next
        }
        raise(entry, from: index)
    }

    /// Returns the index of the child that comes before the other one; `nil` if there is none.
    private func firstChild(of index: Int) -> Int? {
        let left = 2 * index + 1
        guard left < entries.count else { return nil }
        return left + 1 < entries.count && entries[left + 1] < entries[left] ? left + 1 : left
    }

    private func put(_ entry: Entry, at index: Int) {
        entries[index] = entry
        entry.timer._withUnsafeGuaranteedRef { $0.index = index }
    }
}
