import Definitions
package import Fetching
package import Reactive
package import Records
package import Systemd

/// Reads local files on a worker, a few at the same time, and watches them.
package final class LocalFiles {
    private let worker: DataWorker<StoreContext>
    private let incoming: IncomingFolder
    private let watcher: PathWatcher
    private let limiter: ConcurrencyLimiter
    /// The places of those whose documents may wait long for their turn in another process, each with at most
    /// a megabyte in memory.
    private let slow: ConcurrencyLimiter
    /// The directory for large documents that are unpacked.
    private let spoolDirectory: String
    private let wall: () -> UTC

    /// - Parameters:
    ///   - worker: Reads the files.
    ///   - incoming: The folder into which other programs put documents for sources.
    ///   - watcher: Watches files for changes.
    ///   - limiter: Limits the number of sources that read files at the same time.
    ///   - slow: Limits the number of those whose documents another process decodes.
    ///   - spoolDirectory: The directory for large documents that are unpacked.
    ///   - wall: The wall clock.
    package init(
        worker: DataWorker<StoreContext>, incoming: IncomingFolder, watcher: PathWatcher,
        limiter: ConcurrencyLimiter, slow: ConcurrencyLimiter, spoolDirectory: String,
        wall: @escaping () -> UTC
    ) {
        self.worker = worker
        self.incoming = incoming
        self.watcher = watcher
        self.limiter = limiter
        self.slow = slow
        self.spoolDirectory = spoolDirectory
        self.wall = wall
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file, or a directory of files.
    ///   - maximumBytes: The largest size that is read.
    /// - Returns: The document; cold.
    package func document(at path: String, maximumBytes: Int) -> AnyPublisher<Document, FetchFailure> {
        let now = wall()
        let reader = FileReader(maximumBytes: maximumBytes, spoolDirectory: spoolDirectory)
        return worker.runs { _ in try reader.read(path, received: now) }
            .mapError { FetchFailure(ingest: $0) }.eraseToAnyPublisher()
    }

    /// Opens the incoming document of a source.
    ///
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - maximumBytes: The largest size that is read.
    /// - Returns: The document; cold.
    func incomingDocument(
        of name: SourceName, maximumBytes: Int
    ) -> AnyPublisher<IncomingDocument, FetchFailure> {
        let now = wall()
        return worker.runs { [incoming, spoolDirectory] _ in
            try incoming.read(
                name.text, maximumBytes: maximumBytes, spoolDirectory: spoolDirectory, received: now)
        }.mapError { FetchFailure(ingest: $0) }.eraseToAnyPublisher()
    }

    /// The path of the folder for incoming documents.
    package var incomingFolder: String { incoming.path }

    /// The path of the incoming document of a source.
    func incomingPath(of name: SourceName) -> String { incoming.path(of: name.text) }

    /// Publishes each change of a file, and the result of a check at an interval: a change that was not
    /// notified, or that there is none.
    package func observations(of path: String, every interval: Duration?) -> AnyPublisher<PathEvent, Never> {
        watcher.observations(of: path, every: interval)
    }

    /// Runs a publisher as soon as the number of concurrent reads permits.
    func limited<Made: Publisher>(
        for kind: Kind, _ make: @escaping () -> Made
    ) -> AnyPublisher<Made.Output, Made.Failure> {
        (kind.needsProcess ? slow : limiter).pass(make)
    }
}
