import Records
import Weather

nonisolated extension Kind {
    /// Whether records of this kind can have a field. A step with a digit may be an index, a runway or a
    /// height.
    func canHave(_ field: FieldPath) -> Bool {
        if self == .report { return ReportDecoder.canHave(field.steps) }
        guard let vocabulary else { return true }
        return field.steps.allSatisfy { vocabulary.contains($0) || MemberNames.hasDigit($0) }
    }
}

extension Kind {
    /// The names of the members of METARs, TAFs and winds aloft.
    nonisolated static let weather = Set(WeatherMember.all.map(\.description))

    /// The names of the members of forecasts.
    nonisolated static let forecasts = names(
        """
        apparentTemperature cloudCover current daily date day dewPoint direction elevation gust hourly \
        latitude longitude maximumTemperature minimumTemperature name periods precipitation \
        precipitationProbability pressure provider relativeHumidity snowfall speed speedFrom summary \
        sunrise sunset symbol temperature text time timeZone ultravioletIndex until updated weatherCode \
        wind
        """)

    /// The names of the members of feed entries.
    nonisolated static let entries = names(
        """
        author comments content created enclosures id image language length link published reported \
        summary tags text title type updated url
        """)

    /// The names of the members of occurrences of events.
    nonisolated static let occurrences = names(
        """
        allDay categories description end free geo latitude location longitude organizer recurrenceId start \
        status summary timeZone uid url
        """)

    private nonisolated static func names(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }
}
