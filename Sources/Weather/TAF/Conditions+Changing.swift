extension Conditions {
    /// Returns these conditions after a change that names only the differences.
    ///
    /// Source: WMO-No. 306, FM 51, 51.1.5 and 51.6.3: a change repeats all cloud layers; NSW ends weather;
    /// CAVOK replaces visibility, weather and clouds.
    public func changed(by change: Conditions) -> Conditions {
        var result = self
        if let wind = change.wind { result.wind = wind }
        if change.isCAVOK {
            result.visibility = change.visibility
            result.isCAVOK = true
            result.sky = nil
            result.minimumVisibility = nil
            result.weather.removeAll()
            result.clouds.removeAll()
            return result
        }
        if let visibility = change.visibility {
            result.visibility = visibility
            result.isCAVOK = false
        }
        if !change.weather.isEmpty || change.hasNoSignificantWeather {
            result.weather = change.weather
            result.hasNoSignificantWeather = false
            if !change.weather.isEmpty { result.isCAVOK = false }
        }
        if !change.clouds.isEmpty || change.sky != nil {
            result.clouds = change.clouds
            result.sky = change.sky
            result.isCAVOK = false
        }
        return result
    }
}
