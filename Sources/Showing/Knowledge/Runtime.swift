public import Records

/// How a source fares, as io.almanac's `SourceRuntime` tells.
public struct Runtime: Hashable, Sendable {
    /// How it is.
    public let health: Health
    /// When the attempt under way began; `nil` when none is.
    public let attempt: UTC?
    /// The steps of the attempt under way, or of the last one; none when they are not told.
    public let steps: [Step]
    /// How many records it has.
    public let records: Int
    /// Rows and fields of the last document that could not be read.
    public let rejected: Int
    /// What was left out by rule: why and how many, in order of the reasons.
    public let omitted: [Omission]
    /// Members that came, went or changed their type.
    public let drift: [String]
    /// Counts the commits that changed something.
    public let generation: Int
    /// When records last changed; `nil` when they never did, or that is long ago.
    public let changed: UTC?
    /// When the last good answer came; `nil` when none did.
    public let fetched: UTC?
    /// When it counts as stale.
    public let expires: UTC?
    /// When it is asked next; `nil` when it is not planned.
    public let next: UTC?
    /// Why the last attempt failed; `nil` when it did not.
    public let failure: Failure?

    /// Reads what the daemon says; `nil` when it says something else.
    public init?(_ json: JSON) {
        guard let health = json["health"]?.string.flatMap(Health.init) else { return nil }
        self.health = health
        attempt = json["attemptUSec"]?.moment
        steps = (json["steps"]?.array ?? []).compactMap(Step.init)
        records = json["records"]?.int ?? 0
        rejected = json["rejected"]?.int ?? 0
        omitted = (json["omitted"]?.object ?? []).compactMap(Omission.init)
            .sorted { $0.reason.precedes($1.reason) }
        drift = (json["drift"]?.array ?? []).compactMap(\.string)
        generation = json["generation"]?.int ?? 0
        changed = json["changedUSec"]?.moment
        fetched = json["fetchedUSec"]?.moment
        expires = json["expiresUSec"]?.moment
        next = json["nextUSec"]?.moment
        failure = json["failure"].flatMap(Failure.init)
    }

    /// Rows that were left out by rule.
    public struct Omission: Hashable, Sendable {
        /// Why.
        public let reason: String
        /// How many.
        public let count: Int

        init?(_ member: JSON.Member) {
            guard let count = member.value.int, count > 0 else { return nil }
            (reason, self.count) = (member.name, count)
        }
    }
}
