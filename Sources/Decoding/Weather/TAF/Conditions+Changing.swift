extension Conditions {
    /// These conditions after a change that names only what becomes other.
    ///
    /// Source: WMO-No. 306, FM 51, 51.1.5 and 51.6.3: all cloud layers are given anew, NSW ends weather, CAVOK
    /// stands for visibility, weather and clouds.
    public func changed(by change: Conditions) -> Conditions {
        var result = self
        if let wind = change.wind { result.wind = wind }
        if change.isCAVOK {
            (result.visibility, result.isCAVOK, result.sky) = (change.visibility, true, nil)
            result.minimumVisibility = nil
            result.weather.removeAll()
            result.clouds.removeAll()
            return result
        }
        if let visibility = change.visibility { (result.visibility, result.isCAVOK) = (visibility, false) }
        if !change.weather.isEmpty || change.hasNoSignificantWeather {
            (result.weather, result.hasNoSignificantWeather) = (change.weather, false)
            if !change.weather.isEmpty { result.isCAVOK = false }
        }
        if !change.clouds.isEmpty || change.sky != nil {
            (result.clouds, result.sky, result.isCAVOK) = (change.clouds, change.sky, false)
        }
        return result
    }
}
