nonisolated extension Kind {
    /// The names of all members at any depth that records of this kind can have, except those with a digit,
    /// such as runways and altitudes; `nil` if documents decide.
    package var vocabulary: Set<String>? {
        switch self {
        case .metar, .taf, .winds: Kind.weather
        case .forecast: Kind.forecasts
        case .feed: Kind.entries
        case .report: Kind.reports
        case .table, .json, .join, .places: nil
        }
    }
}

extension Kind {
    fileprivate nonisolated static let weather = names(
        """
        altimeter altimeterOther amended at auto base based becoming cancelled cavok ceiling change \
        character cloudTypes clouds code color corrected cover day dayTemperature densityAltitude depth \
        dewPoint direction elevation flightRules flightRulesBy from frontal groups gust gustAbove \
        heatIndex height high highQualifier hour icing kind levels lightning low lowQualifier maintenance \
        maximumTemperature minimumTemperature minimumVisibility nil noSignificantWeather outages overlays \
        peakWind precipitation pressureAltitude pressureChange pressureTendency probability rainfall raw \
        recentWeather relativeHumidity remarks reported runwayState runwayVisualRange sea \
        seaLevelPressure sinceNine sixHours sky snowDepth snowIncrease snowWater speed speedAbove state \
        station sunshine surfaceVisibility temperature temperatures tenMinutes tendency text time \
        timeline to towerVisibility trace trend turbulence type unit unparsed until value variable \
        verticalVisibility virga visibility visibilityDirection visibilityQualifier waves weather \
        weatherTimes wind windChill windShear windShift worstFlightRules
        """)

    fileprivate nonisolated static let reports = names(
        """
        altitude altitudeFt altitudeQualifier atis autonomous ceiling celsius change cloudLayers \
        cloudLayersV2 conditions coverage dateEnd dateIssued dateStart densityAltitudeFt dewpointC \
        dewpointMaxC dewpointMinC direction directionFromTrue distanceQualifier distanceSm elevationFt \
        flightRules forecast from gustSpeedKts icing ident isGreaterThan199Knots isLightAndVariable \
        issued knots lat latitude letter lon longitude mos nosig period pressureHg \
        prevailingVisDistanceQualifier prevailingVisSm probability relativeHumidity remarks source \
        speedKts station tempC tempMaxC tempMinC text time turbulence type validTime variable visibility \
        voiceFrequency weather wind windTemps windsAloft
        """)

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
