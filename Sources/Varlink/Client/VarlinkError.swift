/// Why a call had no answer.
public nonisolated enum VarlinkError: Error, Equatable, CustomStringConvertible {
    /// The service answered with an error.
    case service(ServiceError)
    /// The connection ended before the last answer.
    case disconnected
    /// What came is no answer: what is wrong with it.
    case malformed(String)

    /// What went wrong, lower case, no full stop.
    public var description: String {
        switch self {
        case .service(let error): "the service answered \(error)"
        case .disconnected: "the service closed the connection"
        case .malformed(let reason): "the service does not speak Varlink: \(reason)"
        }
    }
}
