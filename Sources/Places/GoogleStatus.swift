import Records

/// The status in an answer of Google, which comes with HTTP 200 even after a failure.
///
/// Source: developers.google.com/maps/documentation/places/web-service/details, PlacesDetailsStatus;
/// Geocoding service, status codes.
struct GoogleStatus {
    private let status: String?
    private let complaint: String
    private let isOfDetails: Bool

    init(_ answer: JSON, isOfDetails: Bool) {
        status = answer["status"]?.string
        complaint = (answer["error_message"]?.string ?? "").lowercased()
        self.isOfDetails = isOfDetails
    }

    /// Checks the status.
    ///
    ///
    /// - Throws: `PlaceError` unless the service found something, or found that there is nothing.
    func check() throws(PlaceError) {
        switch status {
        case "OK", "ZERO_RESULTS": return
        case "NOT_FOUND": throw missing
        case "INVALID_REQUEST" where isOfDetails: throw missing
        case "REQUEST_DENIED":
            throw error(.denied, text: "not authorised (REQUEST_DENIED): \(advice)", seconds: 60)
        case "OVER_DAILY_LIMIT":
            throw error(
                .denied,
                text: "not authorised (OVER_DAILY_LIMIT): check the key, its billing, and the cap set on it",
                seconds: 3600)
        case "OVER_QUERY_LIMIT" where complaint.contains(text: "billing"):
            throw error(
                .denied,
                text:
                    "not authorised (OVER_QUERY_LIMIT): enable billing for the key's project, or raise its quota",
                seconds: 3600)
        case "OVER_QUERY_LIMIT":
            throw error(
                .http,
                text: "too many requests (OVER_QUERY_LIMIT): wait, or raise the quota of the key's project",
                seconds: 60
            )
        case "INVALID_REQUEST":
            throw error(
                .content, text: "the query was not understood (INVALID_REQUEST): a parameter is missing",
                seconds: nil)
        case "UNKNOWN_ERROR":
            throw error(.http, text: "the service itself failed (UNKNOWN_ERROR): try again", seconds: nil)
        default: throw GooglePlaces.unlike("status that is known")
        }
    }

    private var missing: PlaceError {
        PlaceError(nil, "\(GooglePlaces.name): the place does not exist, or no longer exists")
    }

    /// The advice for the kind of complaint; the service's own words may repeat the request with its key.
    private var advice: String {
        let cases: [(word: String, advice: String)] = [
            (
                "to use this api key",
                "the key is limited to others: add this machine's address to those it allows"
            ),
            ("referer", "the key is limited to web pages: limit it by this machine's address instead"),
            ("not authorized to use this api", "allow the key to use the Places and Geocoding APIs"),
            ("to use this service or api", "allow the key to use the Places and Geocoding APIs"),
            ("not activated", "enable the Places and Geocoding APIs for the key's project"),
            ("has not been used", "enable the Places and Geocoding APIs for the key's project"),
            ("legacy api", "enable the Places API (New) for the key's project"),
            ("billing", "enable billing for the key's project"),
            ("expired", "the key has expired: store a new one in the credential"),
            ("invalid", "the key is wrong: store the correct one in the credential"),
        ]
        return cases.first { complaint.contains(text: $0.word) }?.advice
            ?? "check the key, the APIs it may use, and from which addresses"
    }

    private func error(_ reason: FailureReason, text: String, seconds: Int?) -> PlaceError {
        PlaceError(reason, "\(GooglePlaces.name): \(text)", retryAfter: seconds.map { .seconds($0) })
    }
}
