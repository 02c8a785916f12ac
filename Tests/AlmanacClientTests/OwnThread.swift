import Dispatch

/// Runs tasks on a thread of its own: the shared threads can be busy with other tests for minutes.
nonisolated final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
