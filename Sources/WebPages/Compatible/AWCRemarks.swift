import Records
import Showing

/// The remarks of a METAR as members of aviationweather.gov's JSON.
struct AWCRemarks {
    /// Inches that stand for a trace.
    private static let trace = 0.005

    private let notes: JSON?
    private let reportTime: UTC?

    /// Makes the members of the remarks of a report that counts for a time.
    init(_ notes: JSON?, reportTime: UTC?) {
        self.notes = notes
        self.reportTime = reportTime
    }

    /// The members in the order of the service's.
    var members: [JSON.Member] {
        guard notes != nil else { return [] }
        return .stated([
            "presTend": notes?[.pressureTendency]?[.change],
            "maxT": notes?[.maximumTemperature], "minT": notes?[.minimumTemperature],
            "maxT24": notes?[.dayTemperature]?[.high],
            "minT24": notes?[.dayTemperature]?[.low], "precip": amount(.hour),
            "pcp3hr": hours == 3 ? amount(.sixHours) : nil,
            "pcp6hr": hours == 6 ? amount(.sixHours) : nil, "pcp24hr": amount(.day),
            "snow": snow,
        ])
    }

    /// The hours that the group of six hours is about: three at 3, 9, 15 and 21 o'clock, six at the others
    /// that are a multiple of three; `nil` at any other hour, at which it is not known.
    ///
    /// Source: FMH-1, 12.7.2.a(2).
    private var hours: Int? {
        guard let hour = reportTime?.fields.hour else { return nil }
        return hour % 6 == 0 ? 6 : hour % 3 == 0 ? 3 : nil
    }

    private func amount(_ member: WeatherMember) -> JSON? {
        let amounts = notes?[.precipitation]
        let isTrace = (amounts?[.trace]?.array ?? []).contains { $0.string == member.description }
        return isTrace ? .double(AWCRemarks.trace) : amounts?[member]?.double.map(AWCNumbers.inches)
    }

    private var snow: JSON? {
        notes?[.snowDepth]?.double.map { AWCNumbers.inches($0 * AWCRemarks.millimetresOfCentimetre) }
    }

    private static let millimetresOfCentimetre = 10.0
}
