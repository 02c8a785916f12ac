import Records

/// What the status and the fields of an answer mean.
///
/// Source: RFC 9110 §15.
struct Verdict {
    private let transfer: Transfer
    private let received: UTC

    /// Looks at an answer of which everything has come that counts.
    init(_ transfer: Transfer, received: UTC) {
        (self.transfer, self.received) = (transfer, received)
    }

    /// Where the upstream sends us instead, as it stands in `Location`; `nil` when it does not.
    var redirect: String? {
        guard [301, 302, 303, 307, 308].contains(transfer.status) else { return nil }
        return transfer.headers["location"]
    }

    /// The answer that was reached by a trail.
    ///
    /// - Throws: Why it is none.
    func answer(_ trail: Trail) throws(FetchFailure) -> Answer {
        let status = transfer.status
        switch status {
        case 200, 203: return .document(try document(trail))
        case 304 where !transfer.request.validators.isEmpty: return .notModified(freshness)
        case 204, 205: throw failure(.empty, "no content came (\(status)); it is asked again")
        case 206: throw failure(.content, "only a part was sent, which was not asked for")
        case 401, 403, 407:
            throw failure(.denied, "we are refused (\(status)): check the key, or Contact= in almanac.conf")
        case 404: throw failure(.http, "there is no such document (404): check the address")
        case 410: throw failure(.http, "the document is gone for good (410): mend URL= or disable the source")
        case 429, 503: throw failure(.http, "asked to wait (\(status))\(wait)")
        case 500...: throw failure(.http, "the upstream itself failed (\(status))")
        default: throw failure(.http, "an answer that is of no use (\(status))")
        }
    }

    private var freshness: Freshness { Freshness(transfer.headers, received: received) }

    private var wait: String {
        freshness.retryAfter.map { ", for \($0.components.seconds) s" } ?? ""
    }

    private func document(_ trail: Trail) throws(FetchFailure) -> Document {
        guard let intake = transfer.intake else {
            throw failure(.empty, "no content came; it is asked again")
        }
        let headers = transfer.headers
        var document = Document(
            try body(intake), from: transfer.address.text, received: received)
        document.validators = Validators(headers)
        document.freshness = freshness
        document.mediaType = headers["content-type"].flatMap { MediaType($0) }
        document.modified = headers["last-modified"].flatMap { UTC(httpDate: $0) }
        document.permanentURL = trail.permanent
        document.timings = transfer.timings
        return document
    }

    private func body(_ intake: Intake) throws(FetchFailure) -> Body {
        do {
            return try intake.finish()
        } catch {
            throw failure(error.reason, error.message)
        }
    }

    private func failure(_ reason: Reason, _ text: String) -> FetchFailure {
        FetchFailure(
            reason, "\(transfer.address.host): \(text)", httpStatus: transfer.status,
            retryAfter: freshness.retryAfter)
    }
}
