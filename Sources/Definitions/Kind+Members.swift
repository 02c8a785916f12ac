import Records
import Weather

nonisolated extension Kind {
    /// The names of all members at any depth that records of this kind can have, except those with a digit,
    /// such as runways and altitudes; `nil` if documents decide.
    package var vocabulary: Set<String>? {
        switch self {
        case .metar, .taf, .winds: Kind.weather
        case .forecast: Kind.forecasts
        case .feed: Kind.entries
        case .report: ReportDecoder.memberNames
        case .table, .json, .join, .places: nil
        }
    }
}

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
    fileprivate nonisolated static let weather = Set(WeatherMember.all.map(\.description))

    fileprivate nonisolated static let forecasts = names(
        """
        apparentTemperature cloudCover current daily date day dewPoint direction elevation gust hourly \
        latitude longitude maximumTemperature minimumTemperature name periods precipitation \
        precipitationProbability pressure provider relativeHumidity snowfall speed speedFrom summary \
        sunrise sunset symbol temperature text time timeZone ultravioletIndex until updated weatherCode \
        wind
        """)

    fileprivate nonisolated static let entries = names(
        """
        author comments content created enclosures id image language length link published reported \
        summary tags text title type updated url
        """)

    private nonisolated static func names(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }
}
