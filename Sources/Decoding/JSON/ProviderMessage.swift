package import Records

/// The message of a provider in place of the records that were requested.
///
/// Source: RFC 9457 (problem details); the documentation of ArcGIS, NOAA CO-OPS, Socrata, CKAN, Google,
/// Nominatim, Open-Meteo, OpenWeather, the NWS, OGC API and JSON:API.
package enum ProviderMessage {
    /// Members that state an error by their presence.
    private static let strict = [
        "error", "errors", "error_message", "errorMessage", "errormessage", "fault", "exception",
        "exceptions", "Error",
        "Fault", "ErrorMessage",
    ]
    /// Members with a text, the most telling first.
    private static let texts = [
        "message", "error_message", "errorMessage", "errormessage", "ErrorMessage", "error_description",
        "detail", "details",
        "reason", "exceptionText", "faultstring", "msg", "Message", "info", "description", "title", "text",
        "type",
        "error", "errors", "fault", "exceptions", "exception", "Error", "Fault", "code", "status", "remark",
    ]
    /// Members that accompany a message and are no data.
    private static let companions: Set<String> = [
        "success", "ok", "cod", "errorCode", "error_code", "statusCode", "status_code", "timestamp", "path",
        "instance",
        "help", "requestId", "request_id", "correlationId", "trace_id", "traceId", "logref", "Code", "Type",
        "Detail",
        "RequestId", "HostId", "Response", "method", "version", "__type", "links", "documentation_url",
    ]

    /// Members that are a message without saying that it is an error.
    ///
    /// Source: the errors of Amazon API Gateway (`message`, `Message`), FastAPI and Django REST framework
    /// (`detail`) and GitHub (`message`, `documentation_url`).
    private static let sayings: Set<String> = ["message", "Message", "msg", "detail"]
    /// Members that accompany only a message about an error.
    private static let codes: Set<String> = [
        "code", "Code", "errorCode", "error_code", "requestId", "request_id", "RequestId", "HostId",
        "correlationId", "trace_id", "traceId", "documentation_url", "logref", "__type",
    ]

    /// Texts of a member `status` that state a failure. Source: JSend.
    private static let failures: Set<String> = ["error", "fail", "failed", "failure"]

    /// Members that are true if there is an error, and those that are false.
    private static let flags: [(name: String, value: Bool)] = [
        ("isError", true), ("hasError", true), ("is_error", true), ("has_error", true), ("success", false),
        ("ok", false), ("succeeded", false),
    ]
    /// Members with a status of HTTP.
    private static let statuses: Set<String> = ["status", "cod", "code", "statusCode", "status_code"]
    /// Objects that describe the document, and may have the error in them.
    private static let groups: Set<String> = ["meta", "metadata", "response", "header", "status", "result"]

    /// The names of members that may hold a message.
    private static let messages = Set(strict + texts)
    /// The names of members that may hold a message, or say that there is an error.
    static let names = messages.union(flags.map(\.name)).union(statuses).union(groups)

    /// Finds the message in some members.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - isStrict: Whether a member must state an error by its presence.
    /// - Returns: The message; `nil` if there is none.
    static func text(in members: [JSON.Member], isStrict: Bool) -> String? {
        let hasError = members.contains { strict.contains($0.name) && states($0.value) }
        guard hasError || !isStrict else { return nil }
        let parts = texts.compactMap { name in
            members.first { $0.name == name && $0.value != .bool(true) }.flatMap {
                text(of: $0.value, depth: 0)
            }
        }
        return parts.first.map { String($0.prefix(300)) } ?? (hasError ? "an error without a message" : nil)
    }

    /// Finds the message about an error in members beside records: one that is an error by its presence, or
    /// a status that states a failure.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - isAlone: Whether there are no records, so that a status of HTTP needs no message.
    /// - Returns: The message; `nil` if no member says that there is an error.
    static func error(in members: [JSON.Member], isAlone: Bool) -> String? {
        if let message = text(in: members, isStrict: true) { return message }
        if members.contains(where: { states($0, isAlone: isAlone) }) {
            return text(in: members, isStrict: false) ?? "an error without a message"
        }
        for member in members where groups.contains(member.name) {
            if let inner = member.value.object, let message = error(in: inner, isAlone: isAlone) {
                return message
            }
        }
        return nil
    }

    /// Whether a member states a failure.
    ///
    /// Source: JSend; the remark of the Overpass API: `runtime error: Query timed out`.
    private static func states(_ member: JSON.Member, isAlone: Bool) -> Bool {
        if isFailure(member) { return true }
        if let flag = flags.first(where: { $0.name == member.name }) {
            return member.value.truth == flag.value
        }
        if member.name == "remark" { return member.value.string?.contains(text: "error") == true }
        return isAlone && statuses.contains(member.name) && 400..<600 ~= number(member.value)
    }

    private static func number(_ value: JSON) -> Int { value.int ?? value.string.flatMap { Int($0) } ?? 0 }

    /// Returns the message of a document that is a single object, if it states an error and nothing else.
    package static func sole(_ document: JSON) -> String? {
        guard let members = document.object, !members.isEmpty,
            members.allSatisfy({ messages.contains($0.name) || companions.contains($0.name) }),
            members.contains(where: { strict.contains($0.name) }) || isProblem(members)
        else { return nil }
        return text(in: members, isStrict: !isProblem(members))
    }

    /// Returns the message of a document that is a single object, if it has nothing else.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - known: The fields that the definition names: if one of them is the message, it is data.
    /// - Returns: The message; `nil` if there is none.
    package static func lone(_ document: JSON, unless known: [String]) -> String? {
        guard let members = document.object,
            members.allSatisfy({ sayings.contains($0.name) || codes.contains($0.name) || isFailure($0) }),
            members.contains(where: { sayings.contains($0.name) && text(of: $0.value, depth: 1) != nil }),
            !members.contains(where: { member in known.contains { $0.hasBytes(of: member.name) } })
        else { return nil }
        return text(in: members, isStrict: false)
    }

    /// Whether a member is a status that states a failure.
    private static func isFailure(_ member: JSON.Member) -> Bool {
        member.name == "status" && member.value.string.map { failures.contains($0.lowercased()) } ?? false
    }

    /// Whether the members are those of problem details or of a refusal with a status of HTTP.
    private static func isProblem(_ members: [JSON.Member]) -> Bool {
        func has(_ names: String...) -> Bool { members.contains { names.contains($0.name) } }
        let status = members.first {
            ["status", "cod", "code", "statusCode", "errorCode"].contains($0.name)
        }?.value
        let isFailure =
            400..<600 ~= number(status ?? .null)
            && has("message", "detail", "title", "reason", "description", "msg")
        let isRefused = members.contains {
            ($0.name == "success" || $0.name == "ok") && $0.value.truth == false
        }
        return isFailure || isRefused
    }

    /// Whether a member states an error: it is neither null, false, zero, also as texts, nor blank.
    private static func states(_ value: JSON) -> Bool {
        switch value {
        case .null, .bool(false), .number("0"): false
        case .string(let text): !text.trimmingBlanks.isEmpty && value.truth != false
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        default: true
        }
    }

    private static func text(of value: JSON, depth: Int) -> String? {
        switch value {
        case .string(let text):
            let text = text.trimmingBlanks
            return text.isEmpty ? nil : text
        case .number(let text): return depth > 0 ? nil : text
        case .array(let elements):
            return depth > 3 ? nil : elements.lazy.compactMap { self.text(of: $0, depth: depth + 1) }.first
        case .object(let members):
            guard depth <= 3 else { return nil }
            let known = texts.lazy.compactMap { name in
                members.first { $0.name == name }.flatMap { self.text(of: $0.value, depth: depth + 1) }
            }.first
            let other = members.lazy.filter { $0.name != "__type" }.compactMap { member in
                self.text(of: member.value, depth: depth + 1).map { "\(member.name): \($0)" }
            }.first
            return known ?? other
        default: return nil
        }
    }
}
