public import Records

/// A stretch of a forecast in which the same holds.
public struct TAFStretch: Hashable, Sendable {
    /// When it begins.
    public let from: UTC
    /// When it ends.
    public let until: UTC
    /// What prevails.
    public let conditions: Conditions
    /// What comes gradually, as it will be when complete; `nil` when nothing does.
    public let becoming: Conditions?
    /// What is there at times or may be there, as it is then, in the order of the text.
    public let overlays: [Overlay]

    /// What lies over the prevailing conditions.
    public struct Overlay: Hashable, Sendable {
        /// How it does: `.temporary`, `.intermittent` or `.probable`.
        public let change: TAFGroup.Change
        /// How probable it is, per cent; `nil` when not said.
        public let probability: Int?
        /// The prevailing conditions with what the group names put over them.
        public let conditions: Conditions
    }

    /// The worst flight rules within the stretch and what decided them; `nil` when unknown.
    public var worst: (rules: FlightRules, reason: FlightRules.Reason?)? {
        let all = [conditions, becoming].compactMap { $0 } + overlays.map(\.conditions)
        return all.compactMap(\.flightRules).min { $0.rules < $1.rules }
    }
}

extension TAF {
    /// The forecast as a row of stretches without gaps, from its beginning to its end.
    ///
    /// Within a stretch the last FM counts, then every BECMG that is complete; one that is under way stands beside.
    public var timeline: [TAFStretch] {
        guard let from, let until, from < until else { return [] }
        let inner = groups.flatMap { [$0.from, $0.until] }.compactMap { $0 }.filter {
            from < $0 && $0 < until
        }
        let edges = Set(inner + [from, until]).sorted()
        return zip(edges, edges.dropFirst()).map { stretch(from: $0, until: $1) }
    }

    /// What prevails at a moment; `nil` outside of the forecast's period.
    public func conditions(at moment: UTC) -> Conditions? {
        guard let from, let until, from <= moment, moment < until else { return nil }
        return prevailing(at: moment)
    }

    private func stretch(from: UTC, until: UTC) -> TAFStretch {
        let prevailing = prevailing(at: from)
        let current = groups.filter { group in
            guard let start = group.from, let end = group.until else { return false }
            return start <= from && from < end
        }
        let becoming = current.filter { $0.change == .becoming }
        return TAFStretch(
            from: from, until: until, conditions: prevailing,
            becoming: becoming.isEmpty ? nil : becoming.reduce(prevailing) { $0.changed(by: $1.conditions) },
            overlays: current.filter(\.change.isOverlay).map {
                TAFStretch.Overlay(
                    change: $0.change, probability: $0.probability,
                    conditions: prevailing.changed(by: $0.conditions))
            })
    }

    private func prevailing(at moment: UTC) -> Conditions {
        var found = Conditions()
        for group in groups {
            switch group.change {
            case .initial: found = group.conditions
            case .from: if let start = group.from, start <= moment { found = group.conditions }
            case .becoming:
                if let end = group.until, end <= moment { found = found.changed(by: group.conditions) }
            case .temporary, .intermittent, .probable: break
            }
        }
        return found
    }
}
