/// The reason why a call failed.
public nonisolated enum VarlinkError: Error, Equatable, CustomStringConvertible {
    /// The service answered with an error.
    case service(ServiceError)
    /// The connection ended before the last answer.
    case disconnected
    /// The service sent an invalid message; the text says what is wrong with it.
    case malformed(String)

    /// The error in lower case, without a full stop.
    public var description: String {
        switch self {
        case .service(let error): "the service answered \(error)"
        case .disconnected: "the service closed the connection"
        case .malformed(let reason): "the service does not speak Varlink: \(reason)"
        }
    }
}
