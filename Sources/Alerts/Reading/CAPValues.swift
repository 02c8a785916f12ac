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

    private static let statusNames = statuses.split(separator: " ").map(String.init)
    private static let typeNames = types.split(separator: " ").map(String.init)

    /// Returns the status that a text means, whatever the case of its letters; `nil` if CAP defines none.
    fileprivate static func status(_ text: String) -> String? { name(text, in: statusNames) }

    /// Returns the type that a text means, whatever the case of its letters; `nil` if CAP defines none.
    fileprivate static func type(_ text: String) -> String? { name(text, in: typeNames) }

    private static func name(_ text: String, in names: [String]) -> String? {
        if names.contains(text) { return text }
        let plain = text.lowercased()
        return names.first { $0.lowercased() == plain }
    }
}

extension AlertMessage {
    /// Whether it only ends others, whatever the case of the letters of its type.
    var isCancel: Bool { CAPValues.type(type) == "Cancel" }

    /// Writes the status and the type with the letters of CAP, and returns whether it is known that the
    /// message warns or does not: one with a status or, unless it is a test, a type that CAP does not define
    /// may be a warning.
    ///
    /// Source: OASIS CAP 1.2 §3.2.1, status and msgType.
    ///
    /// - Parameter rejects: Receives the value that is not defined.
    /// - Returns: Whether CAP defines the values.
    mutating func isDefined(_ rejects: inout [Reject]) -> Bool {
        guard let status = CAPValues.status(status) else {
            rejects.append(
                Reject(key: identifier, field: "status", found: status, reason: "not a status of CAP"))
            return false
        }
        self.status = status
        let defined = CAPValues.type(type)
        guard status != "Actual" || defined != nil else {
            rejects.append(
                Reject(key: identifier, field: "msgType", found: type, reason: "not a type of CAP"))
            return false
        }
        type = defined ?? type
        return true
    }
}
