import Decoding

/// The values that CAP defines: a message that has one of them for the first time shows no change of its
/// provider.
///
/// Source: CAP 1.2, section 3.2; for `messageType` and `response` api.weather.gov/openapi.json,
/// AlertProperties.
package enum CAPValues {
    /// The values, each with its name, in the form of `Known=`.
    package static let known = KnownNames.values([
        "status": "Actual Exercise System Test Draft",
        "msgType": types,
        "messageType": types,
        "scope": "Public Restricted Private",
        "category": "Geo Met Safety Security Rescue Fire Health Env Transport Infra CBRNE Other",
        "responseType": responses,
        "response": responses,
        "urgency": "Immediate Expected Future Past Unknown",
        "severity": "Extreme Severe Moderate Minor Unknown",
        "certainty": "Observed Likely Possible Unlikely Unknown",
    ])

    private static let types = "Alert Update Cancel Ack Error"
    private static let responses = "Shelter Evacuate Prepare Execute Avoid Monitor Assess AllClear None"
}
