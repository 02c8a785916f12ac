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
    /// The diameter of the largest hailstone in millimetres; `nil` if not reported.
    var hailSize: Double?
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
}
