public import Records

/// The persistent state of a source, apart from its records.
public struct SourceState: Hashable, Sendable {
    /// The last failure of a series of failed attempts.
    public struct Failure: Hashable, Sendable {
        /// The reason.
        public var reason: FailureReason
        /// The status of the HTTP response; `nil` when there was none.
        public var httpStatus: Int?
        /// The message: what failed and what to do.
        public var message: String
        /// The moment of the last failure.
        public var at: UTC
        /// The number of consecutive failures, 1 or more.
        public var count: Int
        /// The error code of a token server that refused, such as `invalid_client`; `nil` for other failures.
        public var code: String?

        /// Creates a failure from its parts.
        public init(
            reason: FailureReason, httpStatus: Int? = nil, message: String, at: UTC, count: Int = 1,
            code: String? = nil
        ) {
            self.reason = reason
            self.httpStatus = httpStatus
            self.message = message
            self.at = at
            self.count = count
            self.code = code
        }
    }

    /// A period in which all attempts succeeded, or all failed for the same reason.
    public struct Phase: Hashable, Sendable {
        /// The moment of its first attempt.
        public let at: UTC
        /// The reason of the failures; `nil` if the attempts succeeded.
        public let failure: FailureReason?

        /// Creates a phase.
        public init(at: UTC, failure: FailureReason?) {
            self.at = at
            self.failure = failure
        }
    }

    /// The origin of a source whose records another almanac keeps fresh.
    public struct Mirror: Hashable, Sendable {
        /// The name of the source whose connection delivers the records.
        public var link: String
        /// The definition as the other almanac describes it, a JSON object.
        public var context: [UInt8]
        /// The health that the other almanac last stated.
        public var health: Health

        /// Creates an origin from its parts.
        public init(link: String, context: [UInt8], health: Health) {
            self.link = link
            self.context = context
            self.health = health
        }
    }

    /// The maximum number of phases; older ones are forgotten.
    static let maximumPhases = 100

    /// The source's name.
    public let name: String
    /// An identification of the definition, the decoder and its version that decoded the records; empty
    /// before the first.
    public var definition = ""
    /// The moment when an upstream last confirmed the records; `nil` when nothing was accepted yet.
    public var fetched: UTC?
    /// The moment when the records become stale; `nil` when unknown.
    public var expires: UTC?
    /// The failure of the last attempt; `nil` when it succeeded.
    public var failure: Failure?
    /// The phases, in order.
    public private(set) var phases: [Phase] = []
    /// The fingerprint of the last document, if it was refused unless it arrives again; otherwise `nil`.
    public var refused: String?
    /// The number of rows and fields that could not be read in the last accepted document, including those
    /// not stored as rejects.
    public var rejected = 0
    /// The number of rows that rules left out, by reason.
    public var omitted: [String: Int] = [:]
    /// The number of records of the last document without a position, although the definition states where
    /// it is.
    public var unplaced = 0
    /// The remarks on the last accepted document, such as a wrong encoding in its header.
    public var notes: [String] = []
    /// The members that are new, missing or of another type than in previous documents, and `names` and
    /// `values` in words; also that further names are unknown.
    public var drift: [String] = []
    /// The names of the provider that are new or have vanished.
    public var names: [NameChange] = []
    /// The values of names of the provider that are new.
    public var values: [ValueChange] = []
    /// The documents that the next one is compared with; `nil` if it is unknown whether there is drift.
    public var comparison: NameComparison?
    /// The members or names of earlier documents, as JSON in the format of the drift detection; `nil` when
    /// there are none.
    public var shapes: [UInt8]?
    /// The time at which the report of the source's station was first received if its own time cannot be
    /// read; otherwise `nil`.
    public var undatedSince: UTC?
    /// The number of the last answers in succession that had no content, by which the upstream said that
    /// there is nothing.
    public var emptyAnswers = 0
    /// The moment by which times without a month were interpreted; `nil` when none was needed.
    public var reference: UTC?

    /// The smallest number that the stored document of the records can have (`DocumentFacts.serial`); `nil` if
    /// it is unknown, as after an earlier release.
    public var documentSerial: Int64?

    /// The other almanac from which its records come; `nil` if they are decoded here.
    public var mirror: Mirror?

    /// The number of commits that changed something; set by `Store.commit`, not by `Store.save`.
    public internal(set) var generation = 0
    /// The number of records; set by `Store.commit`, not by `Store.save`.
    public internal(set) var recordCount = 0
    /// The number of the source's last change, 0 when there is none; set by `Store.commit`, not by
    /// `Store.save`.
    public internal(set) var number: Int64 = 0
    /// The moment of the source's last change; `nil` when there is none, or when the state was not saved
    /// after it and the log does not reach back to it any more.
    public internal(set) var changed: UTC?
    /// Whether only a part of the last document was committed, because a crash or a failure interrupted it;
    /// set by `Store.commit`, not by `Store.save`.
    public internal(set) var isIncomplete = false

    /// Creates the state of a new source.
    public init(name: String) { self.name = name }

    /// Begins a phase, unless the last one has the same reason.
    public mutating func enter(_ phase: Phase) {
        guard phases.isEmpty || phases[phases.count - 1].failure != phase.failure else { return }
        phases = phases.suffix(SourceState.maximumPhases - 1) + [phase]
    }

    /// Updates the counts from a commit.
    public mutating func apply(_ commit: Commit) {
        generation = commit.generation
        recordCount = commit.recordCount
        isIncomplete = !commit.isLast
        guard let last = commit.changes.last else { return }
        number = last.number
        changed = last.at
    }
}
