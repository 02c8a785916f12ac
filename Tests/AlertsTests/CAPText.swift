import Records

/// The text of a CAP message.
struct CAPText {
    var identifier: String
    var sender = "s@x"
    var sent: Int64
    var status = "Actual"
    var type = "Alert"
    var references: [String] = []
    var event = "wind"
    var severity = "Severe"
    var ends: Int64?
    var zones = ["1"]
    var parameters: [String: String] = [:]

    /// The reference to the message.
    var reference: String { "\(sender),\(identifier),\(UTC(seconds: sent))" }

    /// The message.
    var text: String {
        let values = parameters.sorted { $0.key < $1.key }.map {
            "<parameter><valueName>\($0.key)</valueName><value>\($0.value)</value></parameter>"
        }
        let areas = zones.map {
            "<area><areaDesc>Z\($0)</areaDesc><geocode><valueName>CLC</valueName><value>\($0)</value></geocode></area>"
        }
        let expires = ends.map { "<expires>\(UTC(seconds: $0))</expires>" } ?? ""
        return """
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>\(identifier)</identifier>
            <sender>\(sender)</sender><sent>\(UTC(seconds: sent))</sent><status>\(status)</status><msgType>\(type)</msgType>
            <references>\(references.joined(separator: " "))</references><info><language>en-CA</language>
            <event>\(event)</event><severity>\(severity)</severity>\(expires)\(values.joined())\(areas.joined())</info></alert>
            """
    }

    /// Returns a list of messages, made at a moment.
    static func list(_ messages: [CAPText], updated: Int64? = nil) -> String {
        let entries = messages.map { "<entry><content>\($0.text)</content></entry>" }
        let time = updated.map { "<updated>\(UTC(seconds: $0))</updated>" } ?? ""
        return "<feed>\(time)\(entries.joined())</feed>"
    }
}
