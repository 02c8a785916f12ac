import Decoding
import Records

/// The values that CAP defines: a message that has one of them for the first time shows no change of its
/// provider.
///
/// Source: CAP 1.2, section 3.2; for `messageType` and `response` api.weather.gov/openapi.json,
/// AlertProperties.
package enum CAPValues {
    /// The values, each with its name, in the form of `Known=`.
    package static let known = KnownNames.values([
        "status": statuses,
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

    private static let statuses = "Actual Exercise System Test Draft"
    private static let types = "Alert Update Cancel Ack Error"
    private static let responses = "Shelter Evacuate Prepare Execute Avoid Monitor Assess AllClear None"

    fileprivate static let statusNames = statuses.split(separator: " ").map(String.init)
    fileprivate static let typeNames = types.split(separator: " ").map(String.init)
}

extension AlertMessage {
    /// Returns whether it is known that the message warns or does not: one with a status or, unless it is a
    /// test, a type that CAP does not define may be a warning.
    ///
    /// Source: OASIS CAP 1.2 §3.2.1, status and msgType.
    ///
    /// - Parameter rejects: Receives the value that is not defined.
    /// - Returns: Whether CAP defines the values.
    func isDefined(_ rejects: inout [Reject]) -> Bool {
        guard CAPValues.statusNames.contains(status) else {
            rejects.append(
                Reject(key: identifier, field: "status", found: status, reason: "not a status of CAP"))
            return false
        }
        guard status != "Actual" || CAPValues.typeNames.contains(type) else {
            rejects.append(
                Reject(key: identifier, field: "msgType", found: type, reason: "not a type of CAP"))
            return false
        }
        return true
    }
}
