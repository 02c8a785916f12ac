import Records
import Storing

/// What the worker that writes has before it.
nonisolated final class StoreDesk {
    let store: Store
    /// Finds records by words and places.
    let finder: Finder
    /// The file that is being published.
    var file: PublishedFile?

    private let opening: Opening

    /// What is known from before.
    struct Opened: Sendable {
        /// What was found when the store was opened.
        let opening: Opening
        /// The end of the log.
        let cursor: Cursor
        /// What is known of sources.
        let states: [SourceState]
        /// What is known of requests.
        let requests: [RequestState]
    }

    /// Opens the store of a folder.
    ///
    /// - Throws: When it cannot be used.
    init(opening path: String, at moment: UTC) throws(StoreError) {
        (store, opening) = try Store.open(directory: path, at: moment)
        finder = try Finder(in: store)
    }

    /// - Throws: When the store cannot be read.
    func opened() throws(StoreError) -> Opened {
        // The pages that were read for this are not read again.
        defer { store.releaseMemory() }
        return Opened(
            opening: opening, cursor: store.cursor, states: try store.states(), requests: try store.requests()
        )
    }
}

/// What the worker that reads large documents has before it.
nonisolated final class ReadingDesk {
    private let directory: String
    private var opened: StoreReader?
    /// Comparisons that still have differences to give, by the number of their delivery.
    var comparisons: [Int: Comparison] = [:]

    init(_ directory: String) { self.directory = directory }

    /// A look into the store, opened when the first large document comes.
    ///
    /// - Throws: When the store cannot be read.
    func reader() throws(StoreError) -> StoreReader {
        if let opened { return opened }
        let made = try StoreReader(directory: directory)
        opened = made
        return made
    }
}
