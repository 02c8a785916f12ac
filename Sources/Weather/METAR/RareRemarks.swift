import Records

/// The remarks that few reports have; they are stored apart, so that the others stay small.
struct RareRemarks: Hashable, Sendable {
    /// Remarks that are kept as reported, in the order of the report.
    var phrases: [RemarkPhrase] = []
    /// The ceilings at other places, in feet.
    var ceilings: [Remarks.Local] = []
    /// The visibilities at other places or in some directions, in metres.
    var visibilities: [Remarks.Local] = []
    /// Whether a variable visibility falls even below its lower limit.
    var isVisibilityLess = false
    /// Whether the visibility from the tower is less than its value.
    var isTowerLess = false
    /// Whether the visibility at the surface is less than its value.
    var isSurfaceLess = false
    /// The least visibility in metres of Italian stations (`VIS MIN 4000`); `nil` if not reported.
    var minimumVisibility: Int?
    /// The numbers that need nothing but their name, in the units of records.
    private var numbers: [String: Double] = [:]
    /// Whether the hail is smaller than that.
    var isHailLess = false
    /// The accretion of ice in the last hour; `nil` if not reported.
    var hourlyIce: Remarks.Precipitation?
    /// The accretion of ice in the last three hours; `nil` if not reported.
    var threeHourlyIce: Remarks.Precipitation?
    /// The accretion of ice in the last six hours; `nil` if not reported.
    var sixHourlyIce: Remarks.Precipitation?
    /// The density altitude in feet as the station states it; `nil` if it does not.
    var densityAltitude: Int?
    /// A group of temperatures whose values cannot be right, such as `T02500390`; `nil` if there is none.
    var impossibleTenths: String?

    init() {}

    /// The number of a member; `nil` if not reported.
    subscript(_ member: WeatherMember) -> Double? {
        get { numbers[member.description] }
        set { numbers[member.description] = newValue }
    }
}

/// Each function writes members that are neighbours in sorted order.
extension RareRemarks {
    /// Writes `ceilings`.
    func writeCeilings(to writer: inout JSONWriter) {
        writer.objects(.ceilings, ceilings) { ceiling, writer in
            writer.member(.ceiling, ceiling.value)
            writer.member(.place, ceiling.place)
        }
    }

    /// Writes `hailSize`, `hailSizeQualifier`, `iceAccretion` and `lightning`.
    func writeHailToLightning(to writer: inout JSONWriter) {
        writer.member(.hailSize, self[.hailSize])
        writer.member(.hailSizeQualifier, isHailLess ? "less" : nil)
        writeIce(to: &writer)
        writer.member(.lightning, texts(.lightning))
    }

    /// Writes `minimumVisibility`, `nearbyWeather` and `obscurations`; 9999 stands for 10 km or more.
    func writeMinimumVisibilityToObscurations(to writer: inout JSONWriter) {
        if let minimumVisibility {
            writer.object(.minimumVisibility) {
                $0.member(.visibility, minimumVisibility == 9999 ? 10_000 : minimumVisibility)
            }
        }
        writer.member(.nearbyWeather, texts(.nearby))
        writer.member(.obscurations, texts(.obscuration))
    }

    /// Writes `thunderstorms` and `tornadic`.
    func writeThunderstormsAndTornadoes(to writer: inout JSONWriter) {
        writer.member(.thunderstorms, texts(.thunderstorm))
        writer.member(.tornadic, texts(.tornado))
    }

    /// Writes `towerVisibilityQualifier` and `variableSky`.
    func writeTowerToSky(to writer: inout JSONWriter) {
        writer.member(.towerVisibilityQualifier, isTowerLess ? "less" : nil)
        writer.member(.variableSky, texts(.variableSky))
    }

    /// Writes `visibilities`.
    func writeVisibilities(to writer: inout JSONWriter) {
        writer.objects(.visibilities, visibilities) { visibility, writer in
            writer.member(.place, visibility.place)
            writer.member(.visibility, visibility.value)
            writer.member(.visibilityQualifier, visibility.isLess ? "less" : nil)
        }
    }

    /// Writes the accretion of ice in millimetres within one, six and three hours; a trace is 0 and also
    /// named.
    private func writeIce(to writer: inout JSONWriter) {
        guard hourlyIce != nil || threeHourlyIce != nil || sixHourlyIce != nil else { return }
        writer.object(.iceAccretion) { writer in
            writer.member(.hour, hourlyIce?.amount)
            writer.member(.sixHours, sixHourlyIce?.amount)
            writer.member(.threeHours, threeHourlyIce?.amount)
            let all = [("hour", hourlyIce), ("sixHours", sixHourlyIce), ("threeHours", threeHourlyIce)]
            writer.member(.trace, all.filter { $0.1?.isTrace ?? false }.map(\.0))
        }
    }
}
