import Records

/// Judges the answer of a token server.
nonisolated enum TokenRefusal {
    /// Returns the token of an answer.
    static func result(of answer: Answer, from grant: TokenGrant) -> Result<TokenAnswer, FetchFailure> {
        Result { () throws(FetchFailure) in
            guard case .document(let document) = answer,
                let token = TokenAnswer(try document.body.prefix(TokenAnswer.largest))
            else {
                let host = (try? WebAddress(grant.url).host) ?? "the token server"
                throw FetchFailure(.denied, "\(host): the response to TokenURL= contains no bearer token")
            }
            return token
        }
    }

    /// Returns the failure of the sources that need the token.
    ///
    /// A refusal of the client is no matter of the address; a server that asks to wait asks only those who
    /// need its tokens.
    static func failure(_ failure: FetchFailure) -> FetchFailure {
        guard failure.reason != .size else {
            return FetchFailure(
                .size,
                "the token server's answer has more than \(TokenAnswer.largest) bytes: correct TokenURL=",
                timings: failure.timings)
        }
        guard let status = failure.httpStatus, status >= 300 else { return failure }
        let isRefusal = [400, 401, 403].contains(status)
        let text =
            isRefusal
            ? "the token server refused the client (\(failure.code ?? "\(status)")): check ClientID=, "
                + "ClientSecret= and Scope="
            : failure.message
        var judged = FetchFailure(
            isRefusal ? .denied : failure.reason, text, retryAfter: failure.retryAfter,
            timings: failure.timings)
        judged.code = failure.code
        return judged
    }
}
