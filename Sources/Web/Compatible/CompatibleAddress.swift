import WebPages

/// An address of another service's interface, which is answered from what the daemon has, so that programs of
/// that service need only another host name.
///
/// Source: aviationweather.gov, OpenAPI description of /api/data.
enum CompatibleAddress {
    /// METARs or TAFs as aviationweather.gov answers with them.
    case reports(AWCAnswer.Product)
    /// Something that no source can have, with the reason.
    case impossible(String)

    /// The products of aviationweather.gov that are not answered.
    private static let otherProducts = [
        "airmet", "airport", "areafcst", "cwa", "dataserver", "fcstdisc", "feature", "fix", "mis", "navaid",
        "obstacle", "tcf", "windtemp",
    ]

    /// Reads the decoded parts of a path; `nil` if it is no address of another service.
    init?(_ segments: [String]) {
        guard segments.count == 3, segments[0] == "api", segments[1] == "data" else { return nil }
        let name = segments[2]
        if let product = AWCAnswer.Product(rawValue: name) {
            self = .reports(product)
        } else if CompatibleAddress.otherProducts.contains(name) {
            self = .impossible("almanac has no \(name) of aviationweather.gov")
        } else {
            return nil
        }
    }
}
