import Records

/// The redirect chain of an attempt.
nonisolated struct RedirectChain {
    /// The current address; `nil` before the attempt starts.
    private(set) var address: WebAddress?
    /// The address to start from next time, if all redirects so far were permanent (301, 308); otherwise
    /// `nil`.
    private(set) var permanent: String?
    private var hops = 0
    private var isPermanent = true
    /// The cookies that its responses have set.
    private(set) var cookies = Cookies()

    /// The maximum number of redirects of one attempt.
    static let longest = 10

    init(_ address: WebAddress? = nil) { self.address = address }

    /// Stores the cookies of a response that redirects.
    mutating func store(_ headers: Headers, at now: UTC) {
        guard let address else { return }
        cookies.store(headers, from: address, at: now)
        // The next chain has to begin where the cookies are set.
        isPermanent = isPermanent && cookies.isEmpty
    }

    /// Follows one redirect.
    ///
    /// - Parameters:
    ///   - next: The target of the redirect.
    ///   - status: The status of the response that redirects.
    ///   - request: The request with its policy.
    /// - Throws: A failure of reason `policy`, or of reason `http` when there are too many redirects.
    mutating func follow(_ next: WebAddress, _ status: Int, _ request: FetchRequest) throws(FetchFailure) {
        guard let here = address else { return address = next }
        guard request.followsRedirects else {
            throw forbidden(
                "\(here.host) redirects, which is not followed with a secret: correct TokenURL=", status)
        }
        hops += 1
        guard hops <= RedirectChain.longest else {
            throw FetchFailure(
                .http, "\(here.host): more than \(RedirectChain.longest) redirects", httpStatus: status)
        }
        guard next.scheme == "https" || here.scheme == "http" && request.allowHTTP else {
            throw forbidden("\(here.host) redirects to plain http, which is not followed", status)
        }
        guard next.isSameOrigin(as: here) || !(request.staysAtOrigin || here.hasUser) else {
            throw forbidden(
                "\(here.host) redirects to \(next.host), which must not receive the header or credential: "
                    + "correct URL=",
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
