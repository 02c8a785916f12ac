import Records
import Showing
import Varlink

extension DaemonConnection {
    /// What a failed call means to the user, and what to do.
    func complaint(_ error: VarlinkError) -> Complaint {
        switch error {
        case .service(let answer): complaint(answer)
        case .disconnected: unreachable("it closed the connection")
        case .malformed(let reason): unreachable("what it answers is no Varlink: \(reason)")
        }
    }

    private func complaint(_ answer: ServiceError) -> Complaint {
        let parts = answer.name.split(separator: ".")
        let what = answer.parameters
        switch parts.last {
        case "NoSuchSource": return noSuchSource(what["name"]?.string ?? "")
        case "NoSuchRecord":
            let name = "\(what["source"]?.string ?? "")/\(what["key"]?.string ?? "")"
            return Complaint(.failure, "no record \"\(name)\"")
        case "NoSuchPlace":
            return Complaint(.failure, "no place \"\(what["identifier"]?.string ?? "")\"")
        case "UpstreamFailed": return upstreamFailed(what)
        case "SourceExists":
            return Complaint(.failure, "there is a source \"\(what["name"]?.string ?? "")\" already")
        case "InvalidSelector", "InvalidSource", "InvalidConfiguration": return invalid(what)
        default: return refusal(String(parts.last ?? ""), what)
        }
    }

    private func upstreamFailed(_ what: JSON) -> Complaint {
        let isOurs = ["configuration", "denied", "policy"].contains(what["reason"]?.string)
        return Complaint(
            isOurs ? .configuration : .temporary, what["message"]?.string ?? "the places cannot be asked",
            hints: ["how it fares: almanac status \(what["source"]?.string ?? "")"])
    }

    private func invalid(_ what: JSON) -> Complaint {
        if let file = what["file"]?.string {
            let place = what["line"]?.int.map { $0 > 0 ? ":\($0)" : "" } ?? ""
            return Complaint(
                .configuration, "\(file)\(place): \(what["message"]?.string ?? "")",
                hints: ["the running configuration stays"])
        }
        // The path is one into the call, which nobody here has written; the message quotes what was.
        return Complaint(.usage, what["message"]?.string ?? "\(what.short) is not valid")
    }

    private func refusal(_ name: String, _ what: JSON) -> Complaint {
        switch name {
        case "PermissionDenied":
            return Complaint(
                .denied, "almanacd does not let you do this",
                hints: ["use sudo, or join the group almanac: sudo usermod -aG almanac $USER"])
        case "RateLimited":
            let wait = what["retryAfterUSec"]?.int.map { span(.microseconds($0)) } ?? "a while"
            return Complaint(.temporary, "asked too often", hints: ["again in \(wait)"])
        case "CursorExpired":
            let oldest = what["oldest"]?.string ?? ""
            return Complaint(
                .failure, "the log does not reach back to that cursor", hints: ["its oldest is \(oldest)"])
        case "TooManySubscribers":
            return Complaint(.temporary, "almanacd has its \(what["limit"]?.shown ?? "") subscribers already")
        case "ShuttingDown": return Complaint(.temporary, "almanacd is stopping")
        case "TooSlow": return Complaint(.temporary, "almanacd waited minutes for anything to be taken")
        case "QueryTooShort":
            let minimum = what["minimum"]?.int ?? 1
            return Complaint(
                .usage,
                minimum == 1 ? "there is nothing to look for" : "\(minimum) characters or more are needed")
        case "MethodNotFound", "MethodNotImplemented":
            return Complaint(
                .unavailable, "this almanacd cannot do that",
                hints: ["asked for \(what["method"]?.string ?? "")"])
        case "InvalidParameter":
            return Complaint(.usage, "almanacd cannot make sense of \(what["parameter"]?.string ?? "this")")
        default: return Complaint(.failure, "almanacd answered \(name) \(what.short)")
        }
    }
}
