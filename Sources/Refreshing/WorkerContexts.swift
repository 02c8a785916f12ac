package import Records
package import Storing

/// The state of a worker that uses the store.
package nonisolated protocol WorkerContext: SendableMetatype {
    /// Prepares the state for the next job.
    ///
    /// - Throws: An error if the store is not available.
    func prepare() throws(StoreError)
}

nonisolated extension WorkerContext {
    package func prepare() throws(StoreError) {}
}

/// The state of the writing worker.
package nonisolated final class StoreContext: WorkerContext {
    package private(set) var store: Store
    /// The search indexes of the records.
    package private(set) var indexer: Indexer
    /// The file that is currently being published.
    package var file: PublishedFile?

    private let opening: StoreOpening
    private let inUse: DatabaseInUse
    /// The last error after which a check found the store sound.
    private var acquitted: String?
    /// The number of times that the database was restored since this was last reported.
    private var restorations = 0

    /// The contents of the store at start.
    package struct Opened: Sendable {
        /// The result of opening the store.
        package let opening: StoreOpening
        /// The runs of the log.
        package let runs: Runs
        /// The number of the last change in the log.
        package let end: Int64
        /// The states of sources.
        package let states: [SourceState]
        /// The states of requests.
        package let requests: [RequestState]
        /// The time that earlier runs had reached; `nil` without data of an earlier run.
        package let confirmed: UTC?
    }

    /// Opens the store in a folder.
    ///
    /// - Throws: An error if it cannot be used.
    package init(opening path: String, at moment: UTC, _ inUse: DatabaseInUse) throws(StoreError) {
        self.inUse = inUse
        let opened = try Store.open(directory: path, at: moment)
        store = opened.store
        opening = opened.opening
        inUse.record(store)
        indexer = try Indexer(of: store)
    }

    /// Returns the contents at start; after a disk error it reads them once more.
    ///
    /// - Throws: An error if the store cannot be read.
    package func opened() throws(StoreError) -> Opened {
        // These pages are not needed again.
        defer { store.releaseMemory() }
        do throws(StoreError) {
            return try read()
        } catch {
            guard error.isSuspicious else { throw error }
            try recover(from: error)
            return try read()
        }
    }

    private func read() throws(StoreError) -> Opened {
        let states = try store.readStates()
        // A release before did not store it.
        let confirmed = try store.confirmedTime() ?? states.sources.compactMap(\.fetched).max()
        return Opened(
            opening: opening, runs: store.runs, end: store.end, states: states.sources,
            requests: states.requests, confirmed: confirmed)
    }

    /// Restores the database in its folder if its files were removed or replaced, and continues with it.
    package func prepare() throws(StoreError) {
        guard !store.isCurrent else { return }
        try use(store.restored())
        restorations += 1
    }

    /// Returns the number of times that the database was restored since the last call.
    package func countRestorations() -> Int {
        defer { restorations = 0 }
        return restorations
    }

    /// Reopens the database after an error and checks it.
    ///
    /// - Throws: An error if the database is damaged, in which case the error's `isDamage` is true, or
    ///   cannot be read. Damaged contents that appear again after a check found nothing count as damage;
    ///   damage reported by SQLite itself may be another disk error.
    package func recover(from error: StoreError) throws(StoreError) {
        let isOfContents = error.isDamage && error.statement == nil
        if isOfContents, acquitted == error.description { throw error }
        try use(store.reopened(isThorough: error.isDamage))
        if isOfContents { acquitted = error.description }
    }

    private func use(_ other: Store) throws(StoreError) {
        indexer = try Indexer(of: other)
        store = other
        inUse.record(other)
        file = nil
    }
}

/// The state of the worker that decodes large documents.
package nonisolated final class DecodeContext: WorkerContext {
    private let directory: String
    private let inUse: DatabaseInUse
    private var opened: StoreReader?
    /// The unfinished comparisons, by the number of their ingest.
    var comparisons: [Int: Comparison] = [:]

    package init(_ directory: String, _ inUse: DatabaseInUse) {
        self.directory = directory
        self.inUse = inUse
    }

    /// Returns a reader of the store. It is opened for the first large document, and again after the database
    /// was replaced.
    ///
    /// - Throws: An error if the store cannot be read.
    package func reader() throws(StoreError) -> StoreReader {
        if let opened, inUse.isRead(by: opened) { return opened }
        let made = try inUse.checked(StoreReader(directory: directory))
        opened = made
        return made
    }

    /// Closes the store, so that the next job reopens it.
    package func forget() { opened = nil }
}
