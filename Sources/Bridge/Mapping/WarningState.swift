public import AlmanacValues
public import Records
public import Showing

/// The warnings of a place, a zone or a source at a moment, as they are published.
public nonisolated struct WarningState: Sendable {
    /// The warnings that are in force, the most severe first.
    public let inForce: [Warning]
    /// The warnings that begin later, the most severe first.
    public let announced: [Warning]
    /// The number of warnings of which it is not known whether they apply here.
    public let uncompared: Int
    /// The reasons why there may be other warnings; empty if all sources are current and all warnings were
    /// compared.
    public let gaps: [Gap]
    /// The time of the oldest last good response of the sources; `nil` if a source had none.
    public let fetched: UTC?

    /// Makes the state of a moment.
    ///
    /// - Parameters:
    ///   - answer: The known warnings here and their gaps.
    ///   - fetched: The time of the oldest last good response of the sources.
    ///   - now: The moment.
    public init(_ answer: WarningAnswer, fetched: UTC?, at now: UTC) {
        let current = Warning.current(answer.warnings, at: now)
        inForce = current.filter { $0.isInForce(at: now) }
        announced = current.filter { !$0.isInForce(at: now) }
        uncompared = answer.uncompared.count
        gaps = answer.gaps
        self.fetched = fetched
    }

    /// Whether there are no other warnings.
    public var isComplete: Bool { gaps.isEmpty }

    /// Returns the content of the message.
    public func payload(at now: UTC) -> [UInt8] {
        let first = inForce.first
        let next = announced.compactMap(\.begins).min()
        let state = !inForce.isEmpty ? "on" : isComplete ? "off" : "unknown"
        let none: JSON? = isComplete ? "none" : nil
        return JSON.members([
            "state": .string(state), "count": .int(inForce.count),
            "level": first.map { .string($0.severity.name) } ?? none,
            "event": first.map { .string(String($0.event.prefix(255))) } ?? none,
            "onset": first?.begins.map { .string($0.description) },
            "ends": first?.ends.map { .string($0.description) },
            "until": until.map { .string($0.description) },
            "announced": .int(announced.count), "next": next.map { .string($0.description) },
            "complete": .bool(isComplete), "age": age(at: now).map { .int($0) },
            "at": .string(now.description),
            "attributes": WarningAttributes(self, age: isComplete ? nil : age(at: now)).json,
        ]).bytes
    }

    /// The end of the last warning in force; `nil` without one, or if an end is not known.
    private var until: UTC? {
        let ends = inForce.compactMap(\.ends)
        return ends.count == inForce.count ? ends.max() : nil
    }

    /// The seconds since the oldest last good response of the sources; `nil` if a source had none.
    private func age(at now: UTC) -> Int? {
        fetched.map { Int(max(0, (now.microseconds - $0.microseconds) / 1_000_000)) }
    }
}

nonisolated extension Warning {
    /// The beginning; `nil` if unknown.
    var begins: UTC? { onset ?? item.data["effective"]?.utc }

    /// Whether it has begun; one without a beginning has, unless its record says that it is announced.
    func isInForce(at now: UTC) -> Bool {
        begins.map { $0 <= now } ?? (item.data["phase"]?.string != "announced")
    }
}
