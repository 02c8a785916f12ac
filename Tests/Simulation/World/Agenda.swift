/// The planned actions in the order of time; actions of the same moment run in the order of planning.
struct Agenda {
    private struct Entry {
        let moment: Nanoseconds
        let number: Int
        let action: () -> Void
    }

    private var heap: [Entry] = []
    private var last = 0

    /// The moment of the first entry; `nil` if there is none.
    var first: Nanoseconds? { heap.first?.moment }

    /// Adds an action.
    mutating func add(at moment: Nanoseconds, _ action: @escaping () -> Void) {
        last += 1
        heap.append(Entry(moment: moment, number: last, action: action))
        var place = heap.count - 1
        while place > 0, isBefore(place, (place - 1) / 2) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes and returns the first action if its moment has come.
    mutating func takeDue(at now: Nanoseconds) -> (() -> Void)? {
        guard let first = heap.first, first.moment <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink()
        return first.action
    }

    private mutating func sink() {
        var place = 0
        while true {
            let children = [2 * place + 1, 2 * place + 2].filter { $0 < heap.count }
            guard let least = children.min(by: isBefore), isBefore(least, place) else { return }
            heap.swapAt(place, least)
            place = least
        }
    }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        (heap[one].moment, heap[one].number) < (heap[other].moment, heap[other].number)
    }
}
