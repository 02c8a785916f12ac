public import Records

extension METAR {
    /// Returns the record of this report, with the station as its key and canonical JSON as its data.
    ///
    /// - Parameters:
    ///   - clock: Determines the day of a trend's hours if the report has no time.
    ///   - site: The data of the station; `nil` if there are none.
    /// - Returns: The record of all reported and derived values.
    public func record(clock: ReportClock, site: Site? = nil) -> Record {
        record(clock: clock, site: site, remarks: remarks)
    }

    /// Returns the record of this report with its parsed remarks.
    func record(clock: ReportClock, site: Site?, remarks: Remarks?) -> Record {
        var writer = JSONWriter(capacity: 512 + 2 * text.count)
        write(to: &writer, clock: clock, site: site, remarks: remarks)
        return Record(
            key: station.description, title: site?.name, position: site?.position, data: writer.bytes)
    }

    /// Writes the members in sorted order.
    private func write(to writer: inout JSONWriter, clock: ReportClock, site: Site?, remarks: Remarks?) {
        writer.beginObject()
        writer.member(.altimeter, pressure?.hectopascals)
        writer.flag(.auto, if: isAutomatic)
        conditions.writeCeiling(to: &writer)
        conditions.writeClouds(to: &writer)
        writer.member(.color, color)
        writer.flag(.corrected, if: isCorrected)
        let facts = DerivedFacts(self, remarks: remarks, site: site)
        writer.member(.densityAltitude, facts.densityAltitude)
        writer.member(.dewPoint, temperatures?.dewPoint)
        writer.member(.elevation, site?.elevation)
        let assessment = conditions.assessment
        writer.write(assessment.category)
        writer.member(.heatIndex, facts.heatIndex)
        conditions.writeMinimum(to: &writer)
        writer.flag(.nilReport, if: isNil)
        writer.member(.pressureAltitude, facts.pressureAltitude)
        if let rainfall { writer.object(.rainfall, rainfall.write) }
        writer.member(.raw, words: text.span, in: 0..<text.count)
        writer.member(.recentWeather, recentWeather)
        writer.member(.relativeHumidity, facts.relativeHumidity)
        writeRemarks(remarks, to: &writer)
        writeReported(to: &writer)
        writeRunways(to: &writer)
        writeSea(to: &writer)
        writer.member(.sky, conditions.sky?.code)
        writer.member(.station, station)
        writer.member(.temperature, temperatures?.air)
        writer.member(.time, time)
        writeTrends(trends(clock: clock), to: &writer)
        writer.member(.type, isSpecial ? "SPECI" : "METAR")
        writer.write(unknown(beside: assessment.unknown))
        writeUnparsed(remarks, to: &writer)
        conditions.writeRest(to: &writer)
        writer.member(.windChill, facts.windChill)
        writer.member(.windShear, windShear)
        writer.endObject()
    }

    /// Returns the facts that the report should have and that are not known; a missing report has none.
    private func unknown(beside conditions: UnknownFacts) -> UnknownFacts {
        isNil ? [] : time == nil ? conditions.union(.time) : conditions
    }

    private func writeUnparsed(_ remarks: Remarks?, to writer: inout JSONWriter) {
        let hasDropped = hasImpossibleDewPoint || remarks?.hasRare ?? false
        writer.member(.unparsed, hasDropped ? unparsed + droppedGroups(remarks) : unparsed)
    }

    private func writeReported(to writer: inout JSONWriter) {
        let ranges = sortedRanges.filter { $0.range.low != nil }
        guard
            pressure != nil || conditions.visibility != nil || conditions.wind != nil || !ranges.isEmpty
        else { return }
        writer.object(.reported) { writer in
            if let pressure { writer.object(.altimeter, pressure.writeReported) }
            if let otherPressure { writer.object(.altimeterOther, otherPressure.writeReported) }
            writeRanges(ranges, to: &writer) { $0.writeReported(to: &$1) }
            if let visibility = conditions.visibility, !conditions.isCAVOK {
                writer.object(.visibility, visibility.writeReported)
            }
            if let wind = conditions.wind { writer.object(.wind, wind.writeReported) }
        }
    }

    private func writeRunways(to writer: inout JSONWriter) {
        writer.member(.runwayState, runwayStates)
        writeRanges(sortedRanges, to: &writer) { $0.write(to: &$1) }
    }

    /// The runway visual ranges sorted by runway, without repeated runways.
    private var sortedRanges: [(name: String, range: RunwayVisualRange)] {
        if notes.isEmpty { return [] }
        let named = runwayVisualRanges.map { (name: $0.runway.description, range: $0) }
        let sorted = named.sorted { $0.name.precedes($1.name) }
        return sorted.enumerated().filter { $0 == 0 || sorted[$0 - 1].name != $1.name }.map(\.element)
    }

    private func writeRanges(
        _ ranges: [(name: String, range: RunwayVisualRange)], to writer: inout JSONWriter,
        write: (RunwayVisualRange, inout JSONWriter) -> Void
    ) {
        guard !ranges.isEmpty else { return }
        writer.object(.runwayVisualRange) { writer in
            for entry in ranges {
                writer.name(entry.name)
                writer.object { write(entry.range, &$0) }
            }
        }
    }

    private func writeSea(to writer: inout JSONWriter) {
        guard let sea else { return }
        writer.object(.sea) {
            $0.member(.code, sea.code)
            $0.member(.state, sea.state)
            $0.member(.temperature, sea.temperature)
            $0.member(.waves, sea.waves.map { Double($0) / 10 })
        }
    }

    private func writeTrends(_ trends: [Trend], to writer: inout JSONWriter) {
        guard !trends.isEmpty else { return }
        writer.beginArray(plain: WeatherMember.trend.text)
        for trend in trends { trend.write(to: &writer) }
        writer.endArray()
    }

    private func writeRemarks(_ remarks: Remarks?, to writer: inout JSONWriter) {
        guard let remarks else { return }
        // Captures only these: a copy of the report takes longer than writing a member.
        let text = text
        let place = remarksPlace.range
        writer.object(.remarks) { writer in
            remarks.write(to: &writer) { $0.member(.text, words: text.span, in: place) }
        }
    }
}

extension Pressure {
    /// Writes the reported value with its unit.
    func writeReported(to writer: inout JSONWriter) {
        writer.member(.unit, unit == .inches ? "inHg" : "hPa")
        writer.member(.value, reported)
    }
}

extension RunwayVisualRange {
    /// Writes the members of one runway, with limits in metres.
    func write(to writer: inout JSONWriter) {
        writer.member(.high, high?.meters)
        writer.member(.highQualifier, high.flatMap(RunwayVisualRange.word))
        writer.member(.low, low?.meters)
        writer.member(.lowQualifier, low.flatMap(RunwayVisualRange.word))
        writer.member(.tendency, tendency?.word)
    }

    /// Writes the reported limits with their unit.
    func writeReported(to writer: inout JSONWriter) {
        writer.member(.high, high?.reported)
        writer.member(.low, low?.reported)
        writer.member(.unit, low?.isFeet ?? false ? "ft" : "m")
    }

    private static func word(_ bound: Bound) -> String? {
        bound.qualifier == .exact ? nil : bound.qualifier == .less ? "less" : "more"
    }
}
