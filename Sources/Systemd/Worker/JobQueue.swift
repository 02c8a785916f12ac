import CSystemd
import Glibc

/// The jobs of a worker that wait and those that are done: all that the loop and the thread share.
nonisolated final class JobQueue<State>: Sendable {
    /// What to do with the state, or why there is none; gives the answer.
    typealias Job = @Sendable (Result<State, any Error>) -> any Sendable
    /// The answer of a job, by the job's number.
    typealias Answer = (number: UInt64, content: any Sendable)

    private let lines = Guarded(Lines<Job>())
    private let event: FileDescriptor

    init() throws(SystemError) {
        event = FileDescriptor(owning: try checked("eventfd", eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))))
    }

    /// The descriptor that becomes readable when a job is done.
    var bell: CInt { event.raw }

    func add(_ number: UInt64, _ priority: JobPriority, _ job: @escaping Job) {
        lines.whileHeld { lines in
            switch priority {
            case .normal: lines.waiting.append(number, job)
            case .idle: lines.idle.append(number, job)
            }
        }
        lines.signal()
    }

    func remove(_ number: UInt64) {
        lines.whileHeld { lines in
            lines.waiting.remove(number)
            lines.idle.remove(number)
        }
    }

    func close() {
        lines.whileHeld { $0.isClosed = true }
        lines.signal()
    }

    /// The answers of the jobs that are done, in order; they are told once.
    func takeDone() -> [Answer] {
        var count: eventfd_t = 0
        // Nothing to read only means that an earlier call took it all.
        _ = eventfd_read(event.raw, &count)
        return lines.whileHeld { lines in
            defer { lines.done = [] }
            return lines.done
        }
    }

    /// Makes the state and does jobs until the queue is closed and empty; runs on the worker's thread.
    func serve(_ make: () throws -> State) {
        let state = Result { try make() }
        while let (number, job) = next() { tell((number, job(state))) }
    }

    private func next() -> (number: UInt64, job: Job)? {
        lines.wait { lines in
            if let job = lines.waiting.popFirst() ?? lines.idle.popFirst() { return .some(job) }
            return lines.isClosed ? .some(nil) : nil
        }
    }

    private func tell(_ answer: Answer) {
        let isFirst = lines.whileHeld { lines in
            lines.done.append(answer)
            return lines.done.count == 1
        }
        // Cannot overflow: it is one for each time that the list was empty.
        if isFirst { _ = eventfd_write(event.raw, 1) }
    }
}

/// What waits and what is done.
private nonisolated struct Lines<Job> {
    var waiting = Line<Job>()
    var idle = Line<Job>()
    var done: [(number: UInt64, content: any Sendable)] = []
    var isClosed = false
}

/// Jobs in the order in which they came, with their numbers, which only grow.
private nonisolated struct Line<Job> {
    private var jobs: [(number: UInt64, job: Job?)] = []
    private var head = 0

    mutating func append(_ number: UInt64, _ job: Job) { jobs.append((number, job)) }

    mutating func popFirst() -> (number: UInt64, job: Job)? {
        while head < jobs.count {
            let (number, job) = jobs[head]
            jobs[head].job = nil
            head += 1
            if let job { return (number, job) }
        }
        jobs.removeAll(keepingCapacity: true)
        head = 0
        return nil
    }

    mutating func remove(_ number: UInt64) {
        var (low, high) = (head, jobs.count)
        while low < high {
            let middle = (low + high) / 2
            if jobs[middle].number < number { low = middle + 1 } else { high = middle }
        }
        if low < jobs.count, jobs[low].number == number { jobs[low].job = nil }
    }
}
