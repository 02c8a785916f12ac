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
        /// The kind: `.temporary`, `.intermittent`, `.probable` or `.unknown`; any kind if its time was not
        /// understood.
        public let change: TAFGroup.Change
        /// The probability in per cent; `nil` if not given.
        public let probability: Int?
        /// Whether the time of the group was understood; if not, it may take effect at any time.
        public let isPlaced: Bool
        /// The prevailing conditions combined with those of the group; of a FM without a time, its own.
        public let conditions: Conditions
        /// The wind shear of the group, otherwise the prevailing one; `nil` if there is none.
        public let windShear: TAFGroup.WindShear?
    }

    /// The flight category of the prevailing conditions; `nil` if it is not known, also because a change
    /// whose time or word was not understood may have made it worse.
    public var category: FlightCategory? {
        guard let category = conditions.flightCategory else { return nil }
        let isDoubted = overlays.contains { $0.mayPrevail && !$0.isNoWorse(than: category) }
        return isDoubted ? category.orWorse : category
    }

    /// The worst flight category within the period; `nil` if that of a part is not known, unless another part
    /// permits only LIFR, or IFR at best.
    public var worst: FlightCategory? {
        let parts = [becoming].compactMap(\.self) + overlays.map(\.conditions)
        let known = [category] + parts.map(\.flightCategory)
        guard let worst = known.compactMap(\.self).min(by: { $0.rules < $1.rules }) else { return nil }
        return known.contains { $0?.isOrWorse ?? true } ? worst.orWorse : worst
    }
}

extension TAFPeriod.Overlay {
    /// Whether the change may have replaced the prevailing conditions: its time or its word was not
    /// understood, and it is none of those that last for a while only.
    var mayPrevail: Bool { change == .unknown || change == .from || change == .becoming }

    fileprivate func isNoWorse(than category: FlightCategory) -> Bool {
        guard let own = conditions.flightCategory, !own.isOrWorse else { return false }
        return own.rules >= category.rules
    }
}

extension FlightCategory {
    /// The category if a part is not known: LIFR, IFR or worse; `nil` for better ones.
    fileprivate var orWorse: FlightCategory? {
        switch rules {
        case .lowInstrument: self
        case .instrument: FlightCategory(rules: rules, reason: reason, isOrWorse: true)
        case .marginalVisual, .visual: nil
        }
    }
}

extension TAF {
    /// The forecast as consecutive periods without gaps.
    ///
    /// In a period, the last FM applies, then every complete BECMG; an incomplete one is stored separately. A
    /// change whose time was not understood is an overlay of all periods: it can only make them worse.
    public var timeline: [TAFPeriod] {
        guard let from, let until, from < until else { return [] }
        let inner = groups.lazy.filter(\.isPlaced).flatMap { [$0.from, $0.until] }.compactMap { $0 }.filter {
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
            guard group.isPlaced else { return true }
            guard let start = group.from, let end = group.until else { return false }
            return start <= from && from < end
        }
        let becoming = current.filter { $0.change == .becoming && $0.isPlaced }
        let shear = windShear(at: from)
        return TAFPeriod(
            from: from, until: until, conditions: prevailing, windShear: shear,
            becoming: becoming.isEmpty ? nil : becoming.reduce(prevailing) { $0.changed(by: $1.conditions) },
            becomingWindShear: becoming.isEmpty ? nil : becoming.last?.windShear ?? shear,
            overlays: current.filter { $0.change.isOverlay || !$0.isPlaced }.map {
                TAFPeriod.Overlay(
                    change: $0.change, probability: $0.probability, isPlaced: $0.isPlaced,
                    conditions: $0.change == .from ? $0.conditions : prevailing.changed(by: $0.conditions),
                    windShear: $0.windShear ?? shear)
            })
    }

    /// Returns the prevailing wind shear: FM replaces it, and so does a complete BECMG that names one.
    private func windShear(at moment: UTC) -> TAFGroup.WindShear? {
        var found: TAFGroup.WindShear?
        for group in groups where group.isPlaced {
            switch group.change {
            case .initial: found = group.windShear
            case .from: if let start = group.from, start <= moment { found = group.windShear }
            case .becoming:
                if let end = group.until, end <= moment { found = group.windShear ?? found }
            case .temporary, .intermittent, .probable, .unknown: break
            }
        }
        return found
    }

    private func prevailing(at moment: UTC) -> Conditions {
        var found = Conditions()
        for group in groups where group.isPlaced {
            switch group.change {
            case .initial: found = group.conditions
            case .from: if let start = group.from, start <= moment { found = group.conditions }
            case .becoming:
                if let end = group.until, end <= moment { found = found.changed(by: group.conditions) }
            case .temporary, .intermittent, .probable, .unknown: break
            }
        }
        return found
    }
}
