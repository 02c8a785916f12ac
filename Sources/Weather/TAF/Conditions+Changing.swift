extension Conditions {
    /// Returns these conditions after a change that names only the differences.
    ///
    /// Source: WMO-No. 306, FM 51, 51.1.5 and 51.6.3: a change repeats all cloud layers; NSW ends weather;
    /// CAVOK replaces visibility, weather and clouds.
    public func changed(by change: Conditions) -> Conditions {
        if change.isCAVOK { return changedToCAVOK(by: change) }
        var result = self
        if let wind = change.wind { result.wind = wind }
        result.changeVisibility(by: change)
        if !change.weather.isEmpty || change.hasNoSignificantWeather {
            result.weather = change.weather
            result.hasNoSignificantWeather = false
            if !change.weather.isEmpty { result.limitCAVOKToSky() }
        }
        result.changeSky(by: change)
        return result
    }

    private func changedToCAVOK(by change: Conditions) -> Conditions {
        var result = change
        result.wind = change.wind ?? wind
        return result
    }

    /// A word of a change that was not understood may have been a visibility; one is missing beside fog.
    private mutating func changeVisibility(by change: Conditions) {
        guard let visibility = change.visibility else {
            mayHaveOtherVisibility =
                mayHaveOtherVisibility || change.hasUnreadWord || change.hasFog && !permitsFog
            return
        }
        self.visibility = visibility
        minimumVisibility = change.minimumVisibility
        restsOnMinimum = change.restsOnMinimum
        mayHaveOtherVisibility = false
        limitCAVOKToSky()
    }

    /// Fog, but not in patches, shallow, partial or in the vicinity.
    private static let fog = ["FG", "FZFG"].compactMap { ShortText($0) }

    private var hasFog: Bool { weather.contains(where: Conditions.fog.contains) }

    /// Whether the visibility is so low that there can be fog.
    ///
    /// Source: ICAO Annex 3, Appendix 3, 4.4.2.3: FG is reported when the visibility is less than 1,000 m.
    private var permitsFog: Bool { visibility.map { $0.meters < 1_000 } ?? false }

    private mutating func limitCAVOKToSky() {
        isSkyOK = isSkyOK || isCAVOK
        isCAVOK = false
    }

    /// A word of a change that was not understood may have been a cloud layer.
    private mutating func changeSky(by change: Conditions) {
        guard !change.clouds.isEmpty || change.sky != nil || change.hasUnknownSky else {
            hasUnreadWord = hasUnreadWord || change.hasUnreadWord
            return
        }
        clouds = change.clouds
        sky = change.sky
        hasUnknownSky = change.hasUnknownSky
        hasUnreadWord = change.hasUnreadWord
        isCAVOK = false
        isSkyOK = false
    }
}
