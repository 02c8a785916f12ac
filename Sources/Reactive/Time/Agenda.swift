/// The agenda of a manual scheduler: a heap ordered by deadline, then by the order of scheduling.
struct Agenda: ~Copyable {
    /// Work, an owned reference, with its place in the order; comparing and moving entries needs no reference
    /// count.
    private struct Entry {
        let deadline: LoopTime
        let sequence: Int
        let work: Unmanaged<Work>

        func isBefore(_ other: Entry) -> Bool {
            (deadline.microseconds, sequence) < (other.deadline.microseconds, other.sequence)
        }
    }

    private var heap: [Entry] = []
    private var sequence = 0

    /// Whether any action is left that runs only once.
    var hasSingle: Bool {
        heap.contains { $0.work._withUnsafeGuaranteedRef { $0.isSingle && $0.isLive } }
    }

    deinit {
        for entry in heap { entry.work.release() }
    }

    /// Adds work after all work with the same deadline.
    mutating func add(_ work: Work) {
        sequence += 1
        let added = Entry(deadline: work.deadline, sequence: sequence, work: .passRetained(work))
        heap.append(added)
        var child = heap.count - 1
        while child > 0, added.isBefore(heap[(child - 1) / 2]) {
            heap[child] = heap[(child - 1) / 2]
            child = (child - 1) / 2
        }
        heap[child] = added
    }

    /// Returns the deadline of the first work; drops cancelled work on the way.
    mutating func nextDeadline() -> LoopTime? {
        while let first = heap.first {
            if first.work._withUnsafeGuaranteedRef({ $0.isLive }) { return first.deadline }
            removeFirst()
            first.work.release()
        }
        return nil
    }

    /// Removes the first work that is due at a moment; drops cancelled work on the way.
    mutating func next(until moment: LoopTime) -> Work? {
        while let first = heap.first {
            let isLive = first.work._withUnsafeGuaranteedRef { $0.isLive }
            if isLive, first.deadline > moment { return nil }
            removeFirst()
            if isLive { return first.work.takeRetainedValue() }
            first.work.release()
        }
        return nil
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        if heap.isEmpty { return }
        var parent = 0
        while true {
            var child = 2 * parent + 1
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard child < heap.count, heap[child].isBefore(last) else { break }
            heap[parent] = heap[child]
            parent = child
        }
        heap[parent] = last
    }
}

/// An action with its deadline; cancelling releases the action at once.
final class Work: Cancellable {
    @exclusivity(unchecked) var deadline: LoopTime
    let interval: LoopTime.Stride
    @exclusivity(unchecked) private(set) var action: (() -> Void)?

    init(at deadline: LoopTime, interval: LoopTime.Stride, action: @escaping () -> Void) {
        self.deadline = deadline
        self.interval = interval
        self.action = action
    }

    var isSingle: Bool { interval == .forever }

    /// Whether it was neither cancelled nor, if it runs only once, run.
    var isLive: Bool { action != nil }

    func cancel() { action = nil }

    /// Runs the action and releases it, unless the work was cancelled.
    func runOnce() {
        var once: (() -> Void)?
        swap(&once, &action)
        once?()
    }
}
