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
        /// The flight category of the conditions, and what it lacks.
        let assessment: Assessment

        init(_ group: TAFGroup, over prevailing: Conditions, windShear shear: TAFGroup.WindShear?) {
            change = group.change
            probability = group.probability
            isPlaced = group.isPlaced
            conditions =
                group.change == .from ? group.conditions : prevailing.changed(by: group.conditions)
            windShear = group.windShear ?? shear
            assessment = conditions.assessment
        }
    }

    /// The facts that the prevailing category needs and that are not known.
    let unknown: UnknownFacts
    /// The flight category of the prevailing conditions; `nil` if it is not known, also because a change
    /// whose time or word was not understood may have made it worse.
    public let category: FlightCategory?
    /// The worst flight category within the period; `nil` if that of a part is not known, unless another part
    /// permits only LIFR, or IFR at best.
    public let worst: FlightCategory?

    init(
        from: UTC, until: UTC, conditions: Conditions, windShear: TAFGroup.WindShear?, stages: [Conditions],
        becomingWindShear: TAFGroup.WindShear?, overlays: [Overlay]
    ) {
        self.from = from
        self.until = until
        self.conditions = conditions
        self.windShear = windShear
        becoming = stages.last
        self.becomingWindShear = becomingWindShear
        self.overlays = overlays
        let prevailing = TAFPeriod.assessment(conditions.assessment, beside: overlays)
        unknown = prevailing.unknown
        category = prevailing.category
        worst = TAFPeriod.worst(category, stages, overlays)
    }

    /// Returns what prevails beside changes that may have replaced the conditions.
    private static func assessment(_ prevailing: Assessment, beside overlays: [Overlay]) -> Assessment {
        var category = prevailing.category
        var unknown = prevailing.unknown
        for overlay in overlays where overlay.mayPrevail {
            unknown.insert(.change)
            if let own = category, !overlay.isNoWorse(than: own) { category = own.orWorse }
        }
        return Assessment(category: category, unknown: unknown)
    }

    private static func worst(
        _ prevailing: FlightCategory?, _ stages: [Conditions], _ overlays: [Overlay]
    ) -> FlightCategory? {
        var worst = prevailing
        var isUncertain = prevailing?.isOrWorse ?? true
        func add(_ category: FlightCategory?) {
            isUncertain = isUncertain || category?.isOrWorse ?? true
            guard let category, category.rules < worst?.rules ?? .visual || worst == nil else { return }
            worst = category
        }
        for stage in stages { add(stage.flightCategory) }
        for overlay in overlays { add(overlay.assessment.category) }
        return isUncertain ? worst?.orWorse : worst
    }
}

extension TAFPeriod.Overlay {
    /// Whether the change may have replaced the prevailing conditions: its time or its word was not
    /// understood, and it is none of those that last for a while only.
    fileprivate var mayPrevail: Bool { change == .unknown || change == .from || change == .becoming }

    fileprivate func isNoWorse(than category: FlightCategory) -> Bool {
        guard let own = assessment.category, !own.isOrWorse else { return false }
        return own.rules >= category.rules
    }
}

extension TAF {
    /// The forecast as consecutive periods without gaps.
    ///
    /// In a period, the last FM applies, then every complete BECMG; an incomplete one is stored separately. A
    /// change whose time was not understood is an overlay of all periods: it can only make them worse.
    public var timeline: [TAFPeriod] {
        guard let from, let until, from < until else { return [] }
        var edges: Set = [from, until]
        for group in groups where group.isPlaced {
            if let start = group.from, from < start, start < until { edges.insert(start) }
            if let end = group.until, from < end, end < until { edges.insert(end) }
        }
        let sorted = edges.sorted()
        return zip(sorted, sorted.dropFirst()).map { stretch(from: $0, until: $1) }
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
            stages: TAF.stages(of: becoming.map(\.conditions), after: prevailing),
            becomingWindShear: becoming.isEmpty ? nil : becoming.last?.windShear ?? shear,
            overlays: current.filter { $0.change.isOverlay || !$0.isPlaced }.map {
                TAFPeriod.Overlay($0, over: prevailing, windShear: shear)
            })
    }

    /// Returns what gradual changes of one time may lead to: each alone, then one after the other, at last all
    /// of them. Any of them may be complete before the others.
    private static func stages(of changes: [Conditions], after prevailing: Conditions) -> [Conditions] {
        var all = prevailing
        var stages = changes.count > 1 ? changes.map(prevailing.changed) : []
        for change in changes {
            all = all.changed(by: change)
            stages.append(all)
        }
        return stages
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
