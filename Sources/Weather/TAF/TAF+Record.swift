public import Records

extension TAF {
    /// Returns the record of this forecast, with the station as its key and canonical JSON as its data.
    ///
    /// - Parameter site: The data of the station; `nil` if there are none.
    /// - Returns: The record of the whole forecast and its timeline.
    public func record(site: Site? = nil) -> Record {
        var writer = JSONWriter(capacity: 1024 + 4 * text.count)
        write(to: &writer)
        return Record(
            key: station.description, title: site?.name, position: site?.position, data: writer.bytes)
    }

    private func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.flag(.amended, if: isAmended)
        writer.flag(.cancelled, if: isCancelled)
        writer.flag(.corrected, if: isCorrected)
        writer.member(.from, from)
        writer.objects(.groups, groups, write)
        writer.flag(.nilReport, if: isNil)
        writer.member(.raw, words: text.span, in: 0..<text.count)
        if !remarksPlace.isEmpty { writer.member(.remarks, words: text.span, in: remarksPlace.range) }
        writer.member(.station, station)
        writer.objects(.temperatures, extremes) { extreme, writer in
            writer.member(
                .kind, extreme.kind == .maximum ? "maximum" : extreme.kind == .minimum ? "minimum" : nil)
            writer.name(plain: WeatherMember.temperature.text)
            writer.number(extreme.temperature)
            writer.member(.time, extreme.time)
        }
        writer.member(.time, issued)
        writer.objects(.timeline, timeline) { $0.write(to: &$1) }
        writer.member(.type, "TAF")
        writer.write(isTimeUnknown ? UnknownFacts.time : [])
        writer.member(.unparsed, unparsed)
        writer.member(.until, until)
        writer.endObject()
    }

    private func write(_ group: TAFGroup, to writer: inout JSONWriter) {
        writer.member(.altimeter, group.pressure?.hectopascals)
        group.conditions.writeCeiling(to: &writer)
        writer.member(.change, group.change.code)
        group.conditions.writeClouds(to: &writer)
        writer.write(group.conditions.flightCategory)
        writer.member(.from, group.from)
        writeHazards(.icing, hazards: group.hazards.filter(\.isIcing), to: &writer)
        writer.flag(.noSignificantWeather, if: group.conditions.hasNoSignificantWeather)
        writer.member(.probability, group.probability)
        writer.member(.sky, group.conditions.sky?.code)
        writer.member(.text, words: text.span, in: group.place.range)
        writeHazards(.turbulence, hazards: group.hazards.filter { !$0.isIcing }, to: &writer)
        writer.write(UnknownFacts(of: group.change, isPlaced: group.isPlaced))
        writer.member(.unparsed, unparsed(of: group))
        writer.member(.until, group.until)
        group.conditions.writeRest(to: &writer)
        group.windShear?.writeMember(to: &writer)
    }

    private func writeHazards(_ name: WeatherMember, hazards: [TAFGroup.Hazard], to writer: inout JSONWriter)
    {
        writer.objects(name, hazards) { hazard, writer in
            writer.member(.base, hazard.base)
            writer.member(.depth, hazard.depth)
            writer.member(.type, hazard.type)
        }
    }
}

extension TAFPeriod {
    /// Writes the members of a period in sorted order.
    func write(to writer: inout JSONWriter) {
        if let becoming {
            writer.object(.becoming) {
                becoming.writeAll(becoming.assessment, to: &$0)
                becomingWindShear?.writeMember(to: &$0)
            }
        }
        conditions.writeCeiling(to: &writer)
        conditions.writeClouds(to: &writer)
        writer.write(category)
        writer.member(.from, from)
        writer.objects(.overlays, overlays) { $0.write(to: &$1) }
        writer.member(.sky, conditions.sky?.code)
        writer.write(unknown)
        writer.member(.until, until)
        conditions.writeRest(to: &writer)
        windShear?.writeMember(to: &writer)
        writer.member(.worstFlightRules, worst?.rules.rawValue)
        writer.flag(.worstFlightRulesOrWorse, if: worst?.isOrWorse ?? false)
    }
}

extension UnknownFacts {
    /// Creates the facts about a change that were not understood.
    fileprivate init(of change: TAFGroup.Change, isPlaced: Bool) {
        self = []
        if change == .unknown { insert(.change) }
        if !isPlaced { insert(.time) }
    }
}

extension TAFPeriod.Overlay {
    /// Writes the members of an overlay in sorted order.
    fileprivate func write(to writer: inout JSONWriter) {
        let unknown = assessment.unknown.union(UnknownFacts(of: change, isPlaced: isPlaced))
        conditions.writeAll(
            Assessment(category: assessment.category, unknown: unknown), change: change.code,
            probability: probability, to: &writer)
        windShear?.writeMember(to: &writer)
    }
}

extension TAFGroup.WindShear {
    /// Writes `windShear`.
    fileprivate func writeMember(to writer: inout JSONWriter) {
        writer.object(.windShear) {
            $0.member(.direction, direction)
            $0.member(.height, height)
            $0.member(.speed, speed)
        }
    }
}

extension Conditions {
    /// Writes all members in sorted order, with those of the change that the conditions are part of.
    fileprivate func writeAll(
        _ assessment: Assessment, change: String? = nil, probability: Int? = nil,
        to writer: inout JSONWriter
    ) {
        writeCeiling(to: &writer)
        writer.member(.change, change)
        writeClouds(to: &writer)
        writer.write(assessment.category)
        writer.member(.probability, probability)
        writer.member(.sky, sky?.code)
        writer.write(assessment.unknown)
        writeRest(to: &writer)
    }
}
