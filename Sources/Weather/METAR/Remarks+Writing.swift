import Records

extension Remarks {
    /// Writes the members of `remarks` in sorted order; `text` writes the text after RMK.
    func write(to writer: inout JSONWriter, text: (inout JSONWriter) -> Void) {
        bounds(.ceiling, bounds: ceiling, to: &writer)
        writer.member(.cloudTypes, cloudTypes)
        bounds(.dayTemperature, bounds: dayBounds, to: &writer)
        writer.member(.dewPoint, dewPoint)
        writer.member(.lightning, lightning)
        writer.flag(.maintenance, if: needsMaintenance)
        writer.member(.maximumTemperature, maximum)
        writer.member(.minimumTemperature, minimum)
        writer.member(.outages, outages)
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
        writer.member(.snowDepth, snowDepth)
        writer.member(.snowIncrease, snowIncrease)
        writer.member(.snowWater, snowWater)
        writer.member(.station, station)
        writer.member(.sunshine, sunshine.map(Int.init))
        writer.member(.surfaceVisibility, surfaceVisibility)
        writer.member(.temperature, temperature)
        text(&writer)
        writer.member(.towerVisibility, towerVisibility)
        writer.flag(.virga, if: hasVirga)
        bounds(.visibility, bounds: visibility, to: &writer)
        writer.member(.weatherTimes, weatherTimes)
        writeShift(to: &writer)
    }

    private func bounds(_ name: WeatherMember, bounds: Bounds?, to writer: inout JSONWriter) {
        guard let bounds else { return }
        writer.object(name) {
            $0.member(.high, Double(bounds.high))
            $0.member(.low, Double(bounds.low))
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
