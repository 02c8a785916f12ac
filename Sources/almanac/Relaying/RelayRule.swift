import Varlink

/// The calls that a relay passes on: those that only read this machine's records.
struct RelayRule {
    /// Whether clients may have sources fetched.
    let allowsRefresh: Bool

    /// The methods without effects. `Suggest`, `Geocode` and `ReverseGeocode` are not among them: they send
    /// requests to the providers of places.
    private static let reading: Set<String> = [
        "io.almanac.ListSources", "io.almanac.DescribeSource", "io.almanac.GetSnapshot",
        "io.almanac.GetOrder",
        "io.almanac.Subscribe", "io.almanac.Search", "io.almanac.GetPlace", "io.almanac.Nearby",
        "io.almanac.GetHistory", "io.almanac.GetRejects", "io.almanac.GetStatus",
        "org.varlink.service.GetInfo",
        "org.varlink.service.GetInterfaceDescription",
    ]

    /// Whether a call is passed on.
    func permits(_ call: CallMessage) -> Bool {
        // After an upgrade, the bytes would be another protocol's.
        guard !call.upgrade else { return false }
        return RelayRule.reading.contains(call.method) || allowsRefresh && call.method == "io.almanac.Refresh"
    }
}
