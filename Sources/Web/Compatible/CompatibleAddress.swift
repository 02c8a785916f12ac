import WebPages

/// An address of another service's interface, which is answered from what the daemon has, so that programs of
/// that service need only another host name.
///
/// Source: aviationweather.gov, OpenAPI description of /api/data; api.met.no, locationforecast 2.0.
enum CompatibleAddress {
    /// METARs or TAFs as aviationweather.gov answers with them.
    case reports(AWCAnswer.Product)
    /// SIGMETs, G-AIRMETs or pilot reports as aviationweather.gov answers with them.
    case hazards(AWCHazards.Product)
    /// Stations as aviationweather.gov answers with them.
    case stations
    /// A forecast as api.met.no answers with it, in its complete or its compact form.
    case forecast(isComplete: Bool)
    /// Something that no source can have, with the reason.
    case impossible(String)

    /// The products of aviationweather.gov that are not answered.
    private static let otherProducts = [
        "airmet", "airport", "areafcst", "cwa", "dataserver", "fcstdisc", "feature", "fix", "mis", "navaid",
        "obstacle", "tcf", "windtemp",
    ]

    /// Reads the decoded parts of a path; `nil` if it is no address of another service.
    init?(_ segments: [String]) {
        switch (segments.first, segments.count) {
        case ("api", 3) where segments[1] == "data": self.init(aviation: segments[2])
        case ("weatherapi", 4) where segments[1] == "locationforecast" && segments[2] == "2.0":
            self.init(forecast: segments[3])
        default: return nil
        }
    }

    private init?(aviation name: String) {
        if let product = AWCAnswer.Product(rawValue: name) {
            self = .reports(product)
        } else if let product = AWCHazards.Product(rawValue: name) {
            self = .hazards(product)
        } else if name == "stationinfo" {
            self = .stations
        } else if CompatibleAddress.otherProducts.contains(name) {
            self = .impossible("almanac has no \(name) of aviationweather.gov")
        } else {
            return nil
        }
    }

    private init?(forecast form: String) {
        // The suffix says the format, which is the only one that both forms have.
        switch form {
        case "complete", "complete.json": self = .forecast(isComplete: true)
        case "compact", "compact.json": self = .forecast(isComplete: false)
        case "classic", "classic.xml": self = .impossible("only the forms compact and complete are answered")
        default: return nil
        }
    }
}
