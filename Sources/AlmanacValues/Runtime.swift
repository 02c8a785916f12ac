public import Records

/// The state of a source: io.almanac's `SourceRuntime`.
public struct Runtime: Hashable, Sendable {
    /// The health of the source.
    public let health: Health
    /// The state as people read it; of a daemon that does not send it, derived from the other members.
    public let standing: Standing
    /// The start of the current attempt; `nil` if there is none.
    public let attempt: UTC?
    /// The steps of the current or the last attempt; empty if they were not sent.
    public let steps: [Step]
    /// The number of records.
    public let records: Int
    /// The number of rows and fields of the last document that could not be read.
    public let rejected: Int
    /// The records that a rule omitted: reasons and counts, sorted by reason.
    public let omitted: [Omission]
    /// The number of records of the last document without a position, although the definition states where
    /// it is.
    public let unplaced: Int
    /// The remarks on the last document, such as a wrong encoding in its header.
    public let notes: [String]
    /// The members that are new, missing or of another type.
    public let drift: [String]
    /// The names of the provider that are new or have vanished; `drift` has them in words.
    public let names: [NameChange]
    /// The values of names of the provider that are new; `drift` has them in words.
    public let values: [ValueChange]
    /// The documents that the next one is compared with; `nil` if it is unknown whether there is drift.
    public let comparison: NameComparison?
    /// The number of commits with changes.
    public let generation: Int
    /// The time of the last change of the records; `nil` if there was none, or long ago.
    public let changed: UTC?
    /// The time of the last good response; `nil` if there was none.
    public let fetched: UTC?
    /// The time from which the source is stale.
    public let expires: UTC?
    /// The time of the next attempt; `nil` if none is planned.
    public let next: UTC?
    /// The reason why the last attempt failed; `nil` if it succeeded.
    public let failure: Failure?
    /// The version of HTTP of the last response, such as `HTTP/2`; `nil` if there was none since the start.
    public let httpVersion: String?
    /// The learned rhythm of the upstream; `nil` if the source follows a timer.
    public let rhythm: LearnedRhythm?
    /// The publication that is missing; `nil` if none is known to be. See `overdue(at:)`.
    public let overdue: MissingPublication?
    /// The addresses of the source, in the order in which they are asked; empty if it has only one.
    public let addresses: [SourceAddress]
    /// The hints of brokers since the start; `nil` if the source follows none.
    public let hints: BrokerHints?

    /// Parses a state; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let health = json["health"]?.string.flatMap(Health.init) else { return nil }
        self.health = health
        attempt = json["attemptUSec"]?.moment
        steps = (json["steps"]?.array ?? []).compactMap(Step.init)
        records = json["records"]?.int ?? 0
        rejected = json["rejected"]?.int ?? 0
        omitted = (json["omitted"]?.object ?? []).compactMap(Omission.init)
            .sorted { $0.reason.precedes($1.reason) }
        unplaced = json["unplaced"]?.int ?? 0
        notes = (json["notes"]?.array ?? []).compactMap(\.string)
        drift = (json["drift"]?.array ?? []).compactMap(\.string)
        names = (json["names"]?.array ?? []).compactMap(NameChange.init)
        values = (json["values"]?.array ?? []).compactMap(ValueChange.init)
        comparison = json["comparison"].flatMap(NameComparison.init)
        generation = json["generation"]?.int ?? 0
        changed = json["changedUSec"]?.moment
        fetched = json["fetchedUSec"]?.moment
        expires = json["expiresUSec"]?.moment
        next = json["nextUSec"]?.moment
        failure = json["failure"].flatMap(Failure.init)
        standing =
            json["standing"]?.string.flatMap(Standing.init)
            ?? Standing(health, records: records, hasFailed: failure.map { $0.count > 0 } ?? false)
        httpVersion = json["httpVersion"]?.string
        rhythm = json["rhythm"].flatMap(LearnedRhythm.init)
        overdue = json["overdue"].flatMap(MissingPublication.init)
        addresses = (json["addresses"]?.array ?? []).compactMap(SourceAddress.init)
        hints = json["hints"].flatMap(BrokerHints.init)
    }

    /// The records that a rule omitted for one reason.
    public struct Omission: Hashable, Sendable {
        /// The reason.
        public let reason: String
        /// The number of records.
        public let count: Int

        init?(_ member: JSON.Member) {
            guard let count = member.value.int, count > 0 else { return nil }
            reason = member.name
            self.count = count
        }
    }
}
