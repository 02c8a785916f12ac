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

    /// A word of a change that was not understood may have been a visibility.
    private mutating func changeVisibility(by change: Conditions) {
        guard let visibility = change.visibility else {
            mayHaveOtherVisibility = mayHaveOtherVisibility || change.hasUnreadWord
            return
        }
        self.visibility = visibility
        minimumVisibility = change.minimumVisibility
        restsOnMinimum = change.restsOnMinimum
        mayHaveOtherVisibility = false
        limitCAVOKToSky()
    }

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
