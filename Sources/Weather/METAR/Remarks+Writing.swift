import Records

extension Remarks {
    /// Writes the members of `remarks` in sorted order; `text` writes the text after RMK.
    func write(to writer: inout JSONWriter, text: (inout JSONWriter) -> Void) {
        let rare = hasRare ? rare : nil
        bounds(.ceiling, bounds: ceiling, isLess: false, to: &writer)
        rare?.writeCeilings(to: &writer)
        writer.member(.cloudTypes, cloudTypes)
        bounds(.dayTemperature, bounds: dayBounds, isLess: false, to: &writer)
        if let rare { writer.member(.densityAltitude, rare.densityAltitude) }
        writer.member(.dewPoint, dewPoint)
        rare?.writeHailToLightning(to: &writer)
        writer.flag(.maintenance, if: needsMaintenance)
        writer.member(.maximumTemperature, maximum)
        writer.member(.minimumTemperature, minimum)
        rare?.writeMinimumVisibilityToObscurations(to: &writer)
        writer.member(.outages, outages)
        writeWindAndPressure(to: &writer)
        if let rare { writer.member(.significantClouds, rare.texts(.cloud)) }
        writer.member(.snowDepth, snowDepth)
        writer.member(.snowIncrease, snowIncrease)
        writer.member(.snowWater, snowWater)
        writer.member(.station, station)
        let pressure = WeatherMember("stationPressure")
        if let rare { writer.member(pressure, rare[pressure]) }
        writer.member(.sunshine, sunshine.map(Int.init))
        writer.member(.surfaceVisibility, surfaceVisibility)
        if let rare, rare.isSurfaceLess { writer.member(.surfaceVisibilityQualifier, "less") }
        writer.member(.temperature, temperature)
        text(&writer)
        rare?.writeThunderstormsAndTornadoes(to: &writer)
        writer.member(.towerVisibility, towerVisibility)
        rare?.writeTowerToSky(to: &writer)
        writer.flag(.virga, if: hasVirga)
        rare?.writeVisibilities(to: &writer)
        bounds(.visibility, bounds: visibility, isLess: rare?.isVisibilityLess ?? false, to: &writer)
        if let rare { writer.member(.weatherTimes, rare.texts(.times)) }
        writeShift(to: &writer)
    }

    /// Writes the members from the peak wind to the sea-level pressure.
    private func writeWindAndPressure(to writer: inout JSONWriter) {
        if let peakWind {
            writer.object(.peakWind) {
                $0.member(.direction, Int(peakWind.direction))
                $0.member(.speed, Int(peakWind.speed))
                $0.member(.time, peakWind.time)
            }
        }
        writePrecipitation(to: &writer)
        writer.member(.pressureChange, pressureChange)
        if let tendency {
            writer.object(.pressureTendency) {
                $0.member(.change, tendency.change)
                $0.member(.character, Int(tendency.character))
            }
        }
        writer.member(.seaLevelPressure, seaLevelPressure)
    }

    private func bounds(
        _ name: WeatherMember, bounds: Bounds?, isLess: Bool, to writer: inout JSONWriter
    ) {
        guard let bounds else { return }
        writer.object(name) {
            $0.member(.high, Double(bounds.high))
            $0.member(.low, Double(bounds.low))
            if isLess { $0.member(.lowQualifier, "less") }
        }
    }

    /// Writes the precipitation in millimetres of the day, the hour and three or six hours; a trace is 0 and
    /// also named.
    private func writePrecipitation(to writer: inout JSONWriter) {
        guard daily != nil || hourly != nil || sixHourly != nil else { return }
        writer.object(.precipitation) { writer in
            writer.member(.day, daily?.amount)
            writer.member(.hour, hourly?.amount)
            writer.member(.sixHours, sixHourly?.amount)
            let all = [("day", daily), ("hour", hourly), ("sixHours", sixHourly)]
            writer.member(.trace, all.filter { $0.1?.isTrace ?? false }.map(\.0))
        }
    }

    private func writeShift(to writer: inout JSONWriter) {
        guard windShift != nil || isFrontal else { return }
        writer.object(.windShift) {
            $0.flag(.frontal, if: isFrontal)
            $0.member(.time, windShift)
        }
    }
}
