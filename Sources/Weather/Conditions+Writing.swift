import Records

extension Wind {
    /// Writes the members of `wind`.
    func write(to writer: inout JSONWriter) {
        writer.member(.direction, isVariable || reportedSpeed == 0 ? nil : direction)
        writer.member(.from, sector?.from)
        writer.member(.gust, gust)
        writer.flag(.gustAbove, if: isGustAbove)
        writer.member(.speed, speed)
        writer.flag(.speedAbove, if: isAbove)
        writer.member(.to, sector?.to)
        writer.flag(.variable, if: isVariable)
    }

    /// Writes the reported value with its unit.
    func writeReported(to writer: inout JSONWriter) {
        writer.member(.gust, reportedGust)
        writer.member(.speed, reportedSpeed)
        writer.member(.unit, unit == .knots ? "kt" : unit == .metersPerSecond ? "m/s" : "km/h")
    }
}

extension Visibility {
    /// Writes the reported value with its unit.
    func writeReported(to writer: inout JSONWriter) {
        writer.member(.unit, unit == .meters ? "m" : unit == .statuteMiles ? "SM" : "km")
        writer.name(plain: WeatherMember.value.text)
        writer.number(reported)
    }

    /// `less` or `more`; `nil` if the value is exact.
    var qualifierWord: String? { qualifier == .exact ? nil : qualifier == .less ? "less" : "more" }
}

extension JSONWriter {
    /// Writes `flightRules`, `flightRulesBy` and `flightRulesOrWorse`.
    mutating func write(_ category: FlightCategory?) {
        guard let category else { return }
        member(.flightRules, category.rules.rawValue)
        member(.flightRulesBy, category.reason?.rawValue)
        flag(.flightRulesOrWorse, if: category.isOrWorse)
    }
}

extension CloudLayer {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member(.base, base)
        writer.member(.cover, cover?.code)
        writer.member(.type, type)
        writer.endObject()
    }
}

extension Conditions {
    /// Writes `cavok` and `ceiling`.
    func writeCeiling(to writer: inout JSONWriter) {
        writer.flag(.cavok, if: isCAVOK)
        writer.member(.ceiling, ceiling)
    }

    /// Writes `clouds`.
    func writeClouds(to writer: inout JSONWriter) {
        if clouds.isEmpty { return }
        writer.beginArray(plain: WeatherMember.clouds.text)
        for layer in clouds { layer.write(to: &writer) }
        writer.endArray()
    }

    /// Writes the members of `minimumVisibility`.
    func writeMinimum(to writer: inout JSONWriter) {
        guard let minimum = minimumVisibility else { return }
        writer.object(.minimumVisibility) {
            $0.member(.direction, minimum.direction)
            $0.member(.visibility, minimum.meters)
        }
    }

    /// Writes the last members: `verticalVisibility`, `visibility`, `visibilityQualifier`, `weather`, `wind`.
    func writeRest(to writer: inout JSONWriter) {
        writer.member(.verticalVisibility, verticalVisibility)
        writer.member(.visibility, visibility?.meters)
        writer.member(.visibilityDirection, visibility?.direction)
        writer.member(.visibilityQualifier, visibility?.qualifierWord)
        writer.member(.weather, weather)
        if let wind { writer.object(.wind, wind.write) }
    }
}
