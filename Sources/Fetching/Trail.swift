/// The way of an attempt through redirects.
nonisolated struct Trail {
    /// Where it is now; `nil` before it begins.
    private(set) var address: WebAddress?
    /// Where it may begin the next time, when the upstream said that it moved for good; `nil` when it did not.
    private(set) var permanent: String?
    private var hops = 0
    private var isPermanent = true

    /// The most redirects of one attempt.
    static let longest = 5

    init(_ address: WebAddress? = nil) { self.address = address }

    /// Goes one step on.
    ///
    /// - Parameters:
    ///   - next: Where the redirect leads.
    ///   - status: Which redirect it is.
    ///   - request: What may be done.
    /// - Throws: A failure of reason `policy`, or `http` when there are too many.
    mutating func follow(_ next: WebAddress, _ status: Int, _ request: Request) throws(FetchFailure) {
        guard let here = address else { return address = next }
        hops += 1
        guard hops <= Trail.longest else {
            throw FetchFailure(
                .http, "\(here.host): more than \(Trail.longest) redirects", httpStatus: status)
        }
        guard next.scheme == "https" || here.scheme == "http" && request.allowHTTP else {
            throw forbidden("\(here.host) redirects to plain http, which is not followed", status)
        }
        guard next.isSameOrigin(as: here) || !(request.staysAtOrigin || here.hasUser) else {
            throw forbidden(
                "\(here.host) redirects to \(next.host), which may not see the header or credential: mend URL=",
                status)
        }
        address = next
        isPermanent = isPermanent && [301, 308].contains(status)
        if isPermanent { permanent = next.text }
    }

    private func forbidden(_ message: String, _ status: Int) -> FetchFailure {
        FetchFailure(.policy, message, httpStatus: status)
    }
}
