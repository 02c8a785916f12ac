public import Records

/// What is known of a source beside its records, across restarts.
public struct SourceState: Hashable, Sendable {
    /// Why attempts fail.
    public struct Failure: Hashable, Sendable {
        /// One of the words that io.almanac's `Failure` lists, such as `timeout`.
        public var reason: String
        /// The status of the HTTP answer; `nil` when there was none.
        public var httpStatus: Int?
        /// What failed and what to do.
        public var message: String
        /// When it failed last.
        public var at: UTC
        /// Failures in a row, 1 or more.
        public var count: Int

        /// Makes a failure of its parts.
        public init(reason: String, httpStatus: Int? = nil, message: String, at: UTC, count: Int = 1) {
            (self.reason, self.httpStatus, self.message) = (reason, httpStatus, message)
            (self.at, self.count) = (at, count)
        }
    }

    /// The source's name.
    public let name: String
    /// Stands for what decoded the records: definition, decoder and its version; empty before the first.
    public var definition = ""
    /// When an upstream last said that this is what there is; `nil` when nothing was accepted yet.
    public var fetched: UTC?
    /// When the records count as stale; `nil` when unknown.
    public var expires: UTC?
    /// Why the last attempt failed; `nil` when it did not.
    public var failure: Failure?
    /// Rows and fields that could not be read in the last accepted document: all, not only those kept.
    public var rejected = 0
    /// What was left out by rule, counted by reason.
    public var omitted: [String: Int] = [:]
    /// Members new, gone or of another type than in the documents before.
    public var drift: [String] = []
    /// The members of the last documents, as whoever finds drift writes them: JSON; `nil` when none.
    public var shapes: [UInt8]?
    /// The moment by which times without a month were read; `nil` when none was needed.
    public var reference: UTC?

    /// How many commits changed something; kept by `Store.commit`, not by `Store.save`.
    public internal(set) var generation = 0
    /// How many records there are; kept by `Store.commit`, not by `Store.save`.
    public internal(set) var recordCount = 0
    /// The number of the source's last change, 0 when none; kept by `Store.commit`, not by `Store.save`.
    public internal(set) var number: Int64 = 0
    /// When the source's last change was; `nil` when none was, or the log does not reach back to it.
    public internal(set) var changed: UTC?

    /// Makes the state of a source of which nothing is known yet.
    public init(name: String) { self.name = name }

    /// Takes the counts that a commit brought about.
    public mutating func take(_ commit: Commit) {
        (generation, recordCount) = (commit.generation, commit.recordCount)
        guard let last = commit.changes.last else { return }
        (number, changed) = (last.number, last.at)
    }
}
