/// The agenda of a manual scheduler: a heap ordered by deadline, then by the order of scheduling.
struct Agenda {
    private var heap: [Work] = []
    private var sequence = 0

    /// Whether any action is left that runs only once.
    var hasSingle: Bool { heap.contains { $0.isSingle && $0.action != nil } }

    /// Adds work after all work with the same deadline.
    mutating func add(_ work: Work) {
        sequence += 1
        work.sequence = sequence
        heap.append(work)
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the first work that is due at a moment; drops cancelled work on the way.
    mutating func next(until moment: LoopTime) -> Work? {
        while let first = heap.first, first.deadline <= moment || first.action == nil {
            removeFirst()
            if first.action != nil { return first }
        }
        return nil
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let children = (2 * parent + 1)..<(2 * parent + 3)
            let first = children.filter { $0 < heap.count }.min { heap[$0].isBefore(heap[$1]) }
            guard let first, heap[first].isBefore(heap[parent]) else { return }
            heap.swapAt(first, parent)
            parent = first
        }
    }
}

/// An action with its deadline; cancelling releases the action at once.
final class Work: Cancellable {
    var deadline: LoopTime
    var sequence = 0
    let interval: LoopTime.Stride
    private(set) var action: (() -> Void)?

    init(at deadline: LoopTime, interval: LoopTime.Stride, action: @escaping () -> Void) {
        self.deadline = deadline
        self.interval = interval
        self.action = action
    }

    var isSingle: Bool { interval == .forever }

    func isBefore(_ other: Work) -> Bool {
        (deadline, sequence) < (other.deadline, other.sequence)
    }

    func cancel() {
        let ended = take(&action)
        withExtendedLifetime(ended) {}
    }
}
