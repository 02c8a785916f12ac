public import Records
public import Systemd
package import Varlink

/// The reason why a call or a subscription failed: a fault of the connection, or an error from the daemon.
public nonisolated enum AlmanacError: Error, Equatable {
    /// The connection cannot be established.
    case unreachable(SystemError)
    /// The daemon did not reply within this time.
    case timedOut(Duration)
    /// The daemon closed the connection.
    case disconnected
    /// The daemon ended the subscription without an error.
    case ended
    /// A message does not follow the Varlink protocol, or a reply lacks a member.
    case malformed(String)
    /// A call to the operating system failed.
    case system(SystemError)

    /// There is no source with this name; similar names may be meant.
    case noSuchSource(String, similar: [String] = [])
    /// There is no record with this key.
    case noSuchRecord(source: String, key: String)
    /// There is no place with this identifier.
    case noSuchPlace(identifier: String)
    /// There is a source with this name already.
    case sourceExists(String)
    /// A selector or a definition is invalid; `nil` if the daemon did not say why.
    case invalid(message: String?, answer: JSON)
    /// A configuration file is invalid; the line is `nil` if the error concerns the whole file.
    case invalidConfiguration(file: String, line: Int?, message: String)
    /// A provider of places did not respond.
    case upstreamFailed(source: String, reason: String?, message: String?)
    /// The log does not contain the changes after the cursor.
    case cursorExpired(oldest: String)
    /// The text to search for is too short.
    case queryTooShort(minimum: Int)
    /// The daemon has not indexed all records yet, so that it cannot find all.
    case indexIncomplete
    /// The call was made too often; `nil` if the daemon did not say when it can be repeated.
    case rateLimited(retryAfter: Duration?)
    /// The daemon has as many subscribers as it allows; `nil` if it did not say how many.
    case tooManySubscribers(limit: Int?)
    /// The daemon has as many calls waiting as it allows; `nil` if it did not say how many.
    case tooManyCalls(limit: Int?)
    /// The user's connections hold too many unread replies.
    case tooMuchUnread
    /// The subscriber read nothing for several minutes.
    case tooSlow
    /// The daemon is stopping.
    case shuttingDown
    /// The daemon cannot serve, for this reason, until someone removes it.
    case cannotServe(message: String)
    /// The user has no permission for the call.
    case permissionDenied
    /// The daemon does not support the method.
    case unsupported(method: String)
    /// The daemon does not accept a parameter.
    case invalidParameter(String?)
    /// Another error; the name is without its interface.
    case other(name: String, answer: JSON)
}

nonisolated extension AlmanacError {
    /// Converts the error of a call.
    init(_ error: VarlinkError) {
        switch error {
        case .service(let answer): self.init(answer)
        case .disconnected: self = .disconnected
        case .malformed(let reason): self = .malformed(reason)
        }
    }

    /// Converts an error that the daemon sent.
    package init(_ error: ServiceError) {
        let name = error.name.split(separator: ".").last.map(String.init) ?? ""
        let answer = error.parameters
        self =
            AlmanacError(data: name, answer) ?? AlmanacError(limit: name, answer)
            ?? AlmanacError(protocol: name, answer) ?? .other(name: name, answer: answer)
    }

    /// The errors about sources, records and definitions.
    private init?(data name: String, _ answer: JSON) {
        func text(_ member: String) -> String { answer[member]?.string ?? "" }
        switch name {
        case "NoSuchSource":
            self = .noSuchSource(
                text("name"), similar: (answer["similar"]?.array ?? []).compactMap(\.string))
        case "NoSuchRecord": self = .noSuchRecord(source: text("source"), key: text("key"))
        case "NoSuchPlace": self = .noSuchPlace(identifier: text("identifier"))
        case "SourceExists": self = .sourceExists(text("name"))
        case "UpstreamFailed":
            self = .upstreamFailed(
                source: text("source"), reason: answer["reason"]?.string, message: answer["message"]?.string)
        case "InvalidSelector", "InvalidSource", "InvalidConfiguration":
            guard let file = answer["file"]?.string else {
                self = .invalid(message: answer["message"]?.string, answer: answer)
                return
            }
            let line = answer["line"]?.int.flatMap { $0 > 0 ? $0 : nil }
            self = .invalidConfiguration(file: file, line: line, message: text("message"))
        default: return nil
        }
    }

    /// The errors about limits.
    private init?(limit name: String, _ answer: JSON) {
        switch name {
        case "RateLimited":
            self = .rateLimited(retryAfter: answer["retryAfterUSec"]?.int.map { .microseconds($0) })
        case "CursorExpired": self = .cursorExpired(oldest: answer["oldest"]?.string ?? "")
        case "TooManySubscribers": self = .tooManySubscribers(limit: answer["limit"]?.int)
        case "TooManyCalls": self = .tooManyCalls(limit: answer["limit"]?.int)
        case "ShuttingDown": self = .shuttingDown
        case "CannotServe": self = .cannotServe(message: answer["message"]?.string ?? "it gave no reason")
        case "TooMuchUnread": self = .tooMuchUnread
        case "TooSlow": self = .tooSlow
        case "IndexIncomplete": self = .indexIncomplete
        case "QueryTooShort": self = .queryTooShort(minimum: answer["minimum"]?.int ?? 1)
        default: return nil
        }
    }

    /// The errors of every Varlink service.
    private init?(protocol name: String, _ answer: JSON) {
        switch name {
        case "PermissionDenied": self = .permissionDenied
        case "MethodNotFound", "MethodNotImplemented":
            self = .unsupported(method: answer["method"]?.string ?? "")
        case "InvalidParameter": self = .invalidParameter(answer["parameter"]?.string)
        default: return nil
        }
    }
}

nonisolated extension AlmanacError: CustomStringConvertible {
    /// The reason in lower case, without a full stop.
    public var description: String {
        switch self {
        case .unreachable(let error): "the daemon cannot be reached: \(error)"
        case .timedOut(let limit): "the daemon did not reply within \(limit)"
        case .disconnected: "the service closed the connection"
        case .ended: "the subscription has ended"
        case .malformed(let reason): "the service does not speak Varlink: \(reason)"
        case .system(let error): "\(error)"
        case .noSuchSource(let name, let similar): "there is no source \"\(name)\"\(similar.suggestion)"
        case .noSuchRecord(let source, let key): "there is no record \"\(source)/\(key)\""
        case .noSuchPlace(let identifier): "there is no place \"\(identifier)\""
        case .sourceExists(let name): "the source \"\(name)\" exists already"
        case .invalid(let message, let answer): message ?? "\(answer) is not valid"
        case .invalidConfiguration(let file, let line, let message):
            "\(file)\(line.map { ":\($0)" } ?? ""): \(message)"
        case .upstreamFailed(let source, _, let message):
            "\(source) failed: \(message ?? "the daemon gave no reason")"
        default: refusal
        }
    }

    private var refusal: String {
        switch self {
        case .cursorExpired(let oldest): "the log begins after the cursor, at \(oldest)"
        case .queryTooShort(let minimum): "the text has fewer than \(minimum) characters"
        case .indexIncomplete: "not all records are indexed yet"
        case .rateLimited: "the call was made too often"
        case .tooManySubscribers: "the daemon accepts no more subscribers"
        case .tooManyCalls: "the daemon has too many calls waiting"
        case .tooMuchUnread: "the connections of the user have too many unread replies"
        case .tooSlow: "the subscriber did not read for minutes"
        case .shuttingDown: "the daemon is stopping"
        case .cannotServe(let message): "the daemon cannot serve: \(message)"
        case .permissionDenied: "permission denied"
        case .unsupported(let method): "the daemon does not support \(method)"
        case .invalidParameter(let name): "the daemon does not accept the parameter \(name ?? "")"
        case .other(let name, let answer): "the daemon answered \(name) \(answer)"
        default: ""
        }
    }
}
