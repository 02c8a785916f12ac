public import Records

/// A period of a forecast in which nothing changes.
public struct TAFPeriod: Hashable, Sendable {
    /// The start.
    public let from: UTC
    /// The end.
    public let until: UTC
    /// The prevailing conditions.
    public let conditions: Conditions
    /// The prevailing wind shear; `nil` if none is forecast.
    public let windShear: TAFGroup.WindShear?
    /// The conditions when a gradual change is complete; `nil` if there is none.
    public let becoming: Conditions?
    /// The wind shear when a gradual change is complete; `nil` if there is none.
    public let becomingWindShear: TAFGroup.WindShear?
    /// The temporary or possible conditions, in the order of the text.
    public let overlays: [Overlay]

    /// Conditions that overlay the prevailing ones.
    public struct Overlay: Hashable, Sendable {
        /// The kind: `.temporary`, `.intermittent` or `.probable`.
        public let change: TAFGroup.Change
        /// The probability in per cent; `nil` if not given.
        public let probability: Int?
        /// The prevailing conditions combined with those of the group.
        public let conditions: Conditions
        /// The wind shear of the group, otherwise the prevailing one; `nil` if there is none.
        public let windShear: TAFGroup.WindShear?
    }

    /// The worst flight rules within the period and the quantity that determines them; `nil` if unknown.
    public var worst: (rules: FlightRules, reason: FlightRules.Reason?)? {
        let all = [conditions, becoming].compactMap { $0 } + overlays.map(\.conditions)
        return all.compactMap(\.flightRules).min { $0.rules < $1.rules }
    }
}

extension TAF {
    /// The forecast as consecutive periods without gaps.
    ///
    /// In a period, the last FM applies, then every complete BECMG; an incomplete one is stored separately.
    public var timeline: [TAFPeriod] {
        guard let from, let until, from < until else { return [] }
        let inner = groups.flatMap { [$0.from, $0.until] }.compactMap { $0 }.filter {
            from < $0 && $0 < until
        }
        let edges = Set(inner + [from, until]).sorted()
        return zip(edges, edges.dropFirst()).map { stretch(from: $0, until: $1) }
    }

    /// Returns the prevailing conditions at a moment; `nil` outside the validity of the forecast.
    public func conditions(at moment: UTC) -> Conditions? {
        guard let from, let until, from <= moment, moment < until else { return nil }
        return prevailing(at: moment)
    }

    private func stretch(from: UTC, until: UTC) -> TAFPeriod {
        let prevailing = prevailing(at: from)
        let current = groups.filter { group in
            guard let start = group.from, let end = group.until else { return false }
            return start <= from && from < end
        }
        let becoming = current.filter { $0.change == .becoming }
        let shear = windShear(at: from)
        return TAFPeriod(
            from: from, until: until, conditions: prevailing, windShear: shear,
            becoming: becoming.isEmpty ? nil : becoming.reduce(prevailing) { $0.changed(by: $1.conditions) },
            becomingWindShear: becoming.isEmpty ? nil : becoming.last?.windShear ?? shear,
            overlays: current.filter(\.change.isOverlay).map {
                TAFPeriod.Overlay(
                    change: $0.change, probability: $0.probability,
                    conditions: prevailing.changed(by: $0.conditions), windShear: $0.windShear ?? shear)
            })
    }

    /// Returns the prevailing wind shear: FM replaces it, and so does a complete BECMG that names one.
    private func windShear(at moment: UTC) -> TAFGroup.WindShear? {
        var found: TAFGroup.WindShear?
        for group in groups {
            switch group.change {
            case .initial: found = group.windShear
            case .from: if let start = group.from, start <= moment { found = group.windShear }
            case .becoming:
                if let end = group.until, end <= moment { found = group.windShear ?? found }
            case .temporary, .intermittent, .probable: break
            }
        }
        return found
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
