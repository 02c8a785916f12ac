/// The waiting jobs of a worker and the results of completed ones: everything that the loop and the thread
/// share.
///
/// It does not depend on the type of the state: a generic queue would look up its types for each job.
nonisolated final class JobQueue: Sendable {
    /// A function that receives the state and returns the result.
    typealias Job = @Sendable (WorkerState) -> any Sendable
    /// The result of a job, with the job's number.
    typealias Answer = (number: UInt64, content: any Sendable)

    private let queues = MutexProtected(PriorityQueue())
    private let done: Mailbox<Answer>

    init() throws(SystemError) { done = try Mailbox() }

    /// The descriptor that becomes readable when a job is done.
    var bell: CInt { done.bell }

    func add(_ number: UInt64, _ priority: JobPriority, _ job: @escaping Job) {
        queues.whileHeld { queues in
            switch priority {
            case .urgent: queues.urgent.append(number, job)
            case .normal: queues.waiting.append(number, job)
            case .idle: queues.idle.append(number, job)
            }
        }
        queues.signal()
    }

    /// Drops a waiting job. A running job continues; `isRunningJobForgotten` is true until it ends.
    func remove(_ number: UInt64) {
        queues.whileHeld { queues in
            if queues.running == number { return queues.isRunningForgotten = true }
            queues.urgent.remove(number)
            queues.waiting.remove(number)
            queues.idle.remove(number)
        }
    }

    /// Whether the running job was removed. Never true because of an earlier job: the number decides, not the
    /// time.
    var isRunningJobForgotten: Bool { queues.whileHeld { $0.isRunningForgotten } }

    /// Whether another job than an idle one waits, or the end.
    var isAwaited: Bool { queues.whileHeld { !$0.urgent.isEmpty || !$0.waiting.isEmpty || $0.isClosed } }

    func close() {
        queues.whileHeld { $0.isClosed = true }
        queues.signal()
    }

    /// Removes and returns the results of completed jobs, in order.
    func drainDone() -> [Answer] { done.drain() }

    /// Runs jobs until the queue is closed and empty; runs on the worker's thread, which alone has the state.
    func serve(_ state: WorkerState) {
        while case .job(let number, let job) = next() { done.put((number, job(state))) }
    }

    /// Announces completed jobs and waits for the next one.
    private func next() -> Next {
        while !done.announce() {
            // The announcement failed: it is repeated after the next job, or in a moment.
            if let next = queues.wait(atMost: .milliseconds(100), for: { $0.next() }) { return next }
        }
        return queues.wait { $0.next() }
    }
}

/// The next step of a worker's thread.
private nonisolated enum Next {
    case job(UInt64, JobQueue.Job)
    /// The queue is closed and empty.
    case end
}

/// The waiting jobs, by priority.
private nonisolated struct PriorityQueue {
    var urgent = FIFOQueue()
    var waiting = FIFOQueue()
    var idle = FIFOQueue()
    /// The number of the job that runs, or of the last one that ran.
    var running: UInt64?
    /// Whether the result of that job is no longer wanted.
    var isRunningForgotten = false
    var isClosed = false

    /// Removes and returns the next job; `nil` when there is none yet.
    mutating func next() -> Next? {
        if let (number, job) = urgent.popFirst() ?? waiting.popFirst() ?? idle.popFirst() {
            running = number
            isRunningForgotten = false
            return .job(number, job)
        }
        return isClosed ? .end : nil
    }
}

/// Jobs in the order of submission, with increasing numbers.
private nonisolated struct FIFOQueue {
    private var jobs: [(number: UInt64, job: JobQueue.Job?)] = []
    private var head = 0

    /// Whether no job waits; a removed one counts until its turn.
    var isEmpty: Bool { head == jobs.count }

    mutating func append(_ number: UInt64, _ job: @escaping JobQueue.Job) { jobs.append((number, job)) }

    mutating func popFirst() -> (number: UInt64, job: JobQueue.Job)? {
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
        var low = head
        var high = jobs.count
        while low < high {
            let middle = (low + high) / 2
            if jobs[middle].number < number { low = middle + 1 } else { high = middle }
        }
        if low < jobs.count, jobs[low].number == number { jobs[low].job = nil }
    }
}
