import Glibc
import Records
import Systemd

/// The reason why the addresses of a host are not known.
nonisolated enum LookupFailure: Error, Hashable, Sendable {
    /// The name servers say that the name does not exist, or has no address.
    case unknown
    /// The name servers do not answer, or cannot answer now.
    case unanswered
    /// The lookup took longer than the given number of seconds.
    case late(Int)
    /// The given number of lookups hang, so that this one could not start in time.
    case crowded(Int)
    /// No thread could be started for the lookup.
    case noThread(SystemError)
    /// Another fault of this machine.
    case machine(String)

    /// Translates an error code of getaddrinfo(3).
    init(_ code: CInt, errno: CInt) {
        switch code {
        // -5 and -9 are EAI_NODATA and EAI_ADDRFAMILY, which glibc declares only for itself.
        case EAI_NONAME, -5, -9: self = .unknown
        case EAI_AGAIN, EAI_FAIL: self = .unanswered
        case EAI_SYSTEM: self = .machine(SystemError(call: "getaddrinfo", code: errno).description)
        default: self = .machine("getaddrinfo: " + String(cString: gai_strerror(code)))
        }
    }

    /// Returns the failure of a request to a host.
    func failure(of host: String) -> FetchFailure {
        FetchFailure(.dns, "\(host): \(text)")
    }

    private var text: String {
        switch self {
        case .unknown: "the name is not known; check the address, or this machine's name servers"
        case .unanswered: "the name servers do not answer now; check this machine's name servers"
        case .late(let seconds):
            "no name server answered within \(seconds) s; check this machine's name servers"
        case .crowded(let count):
            "too many names are being looked up (\(count) hang); check this machine's name servers"
        case .noThread(let error):
            "no thread can be started to look up the name (\(error)); TasksMax= of the unit can allow more"
        case .machine(let fault): "the name cannot be looked up (\(fault))"
        }
    }
}
