import CSystemd
import Glibc

/// The jobs of a worker that wait and those that are done: all that the loop and the thread share.
///
/// The one place with a lock: `waiting`, `idle`, `done` and `isClosed` are touched with `lock` held.
nonisolated final class JobQueue<State>: @unchecked Sendable {
    typealias Job = @Sendable (Result<State, any Error>) -> Void

    private let lock = Lock()
    private var waiting = Line<Job>()
    private var idle = Line<Job>()
    private var done: [UInt64] = []
    private var isClosed = false
    private let event: FileDescriptor

    init() throws(SystemError) {
        event = FileDescriptor(owning: try checked("eventfd", eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))))
    }

    /// The descriptor that becomes readable when a job is done.
    var bell: CInt { event.raw }

    func add(_ number: UInt64, _ priority: JobPriority, _ job: @escaping Job) {
        lock.whileHeld {
            switch priority {
            case .normal: waiting.append(number, job)
            case .idle: idle.append(number, job)
            }
            lock.signal()
        }
    }

    func remove(_ number: UInt64) {
        lock.whileHeld {
            waiting.remove(number)
            idle.remove(number)
        }
    }

    func close() {
        lock.whileHeld {
            isClosed = true
            lock.signal()
        }
    }

    /// The numbers of the jobs that are done, in order; they are told once.
    func takeDone() -> [UInt64] {
        lock.whileHeld {
            var count: eventfd_t = 0
            // Nothing to read only means that an earlier call took it all.
            _ = eventfd_read(event.raw, &count)
            defer { done = [] }
            return done
        }
    }

    /// Makes the state and does jobs until the queue is closed and empty; runs on the worker's thread.
    func serve(_ make: () throws -> State) {
        let state = Result { try make() }
        while let (number, job) = next() {
            job(state)
            finished(number)
        }
    }

    private func next() -> (number: UInt64, job: Job)? {
        lock.whileHeld {
            while true {
                if let job = waiting.popFirst() ?? idle.popFirst() { return job }
                if isClosed { return nil }
                lock.wait()
            }
        }
    }

    private func finished(_ number: UInt64) {
        lock.whileHeld {
            done.append(number)
            // Cannot overflow: it is one for each time that the list was empty.
            if done.count == 1 { _ = eventfd_write(event.raw, 1) }
        }
    }
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
