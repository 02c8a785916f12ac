import Records

/// Interprets the status and the header fields of a response.
///
/// Source: RFC 9110 §15.
struct ResponseVerdict {
    private let transfer: Transfer
    private let received: UTC

    /// Examines a response that has been received as far as it is needed.
    init(_ transfer: Transfer, received: UTC) {
        self.transfer = transfer
        self.received = received
    }

    /// The target of a redirect as written in `Location`; `nil` if the response does not redirect.
    ///
    /// Servers write characters beyond ASCII as UTF-8; other bytes are encoded as they are, as in browsers.
    var redirect: String? {
        guard [301, 302, 303, 307, 308].contains(transfer.status),
            let bytes = transfer.headers["location"].map({ Array($0.latin1) })
        else { return nil }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.map { $0.isASCII ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16) }.joined()
    }

    /// Returns the answer that a redirect chain led to.
    ///
    /// - Throws: A failure that says why the response is not usable.
    func answer(_ redirectChain: RedirectChain) throws(FetchFailure) -> Answer {
        let status = transfer.status
        switch status {
        case 200, 203: return .document(try document(redirectChain))
        case 304 where !transfer.request.validators.isEmpty: return .notModified(confirmation)
        case 204 where transfer.request.allowsNoContent, 205 where transfer.request.allowsNoContent:
            return .nothing(freshness)
        case 204, 205: throw failure(.empty, "the response has no content (\(status)); almanacd tries again")
        case 206: throw failure(.content, "only a part was sent, which was not requested")
        case 400 where transfer.request.readsRefusals, 401 where transfer.request.readsRefusals:
            throw tokenRefusal
        case 401, 403, 407: throw denied
        case 404: throw failure(.http, "there is no such document (404): check the address")
        case 410:
            throw failure(.http, "the document is gone for good (410): correct URL= or disable the source")
        case 429, 503: throw failure(.http, "the upstream asks to wait (\(status))\(wait)")
        case 500...: throw failure(.http, "the upstream itself failed (\(status))")
        default: throw failure(.http, "unexpected response (\(status))")
        }
    }

    private var denied: FetchFailure {
        failure(
            .denied,
            "the request was refused (\(transfer.status)): check the key, or Contact= in almanac.conf")
    }

    /// The refusal of a token server, with its error code.
    private var tokenRefusal: FetchFailure {
        var refusal = denied
        // Without a code, the status says enough.
        let content = transfer.receiver.flatMap { try? body($0).prefix(TokenAnswer.largest) }
        refusal.code = content.flatMap(TokenAnswer.refusal)
        return refusal
    }

    private var freshness: Freshness { Freshness(transfer.headers, received: received) }

    private var confirmation: Freshness {
        var freshness = freshness
        freshness.validators = Validators(transfer.headers)
        return freshness
    }

    private var wait: String {
        freshness.retryAfter.map { ", for \($0.components.seconds) s" } ?? ""
    }

    private func document(_ redirectChain: RedirectChain) throws(FetchFailure) -> Document {
        guard let receiver = transfer.receiver else {
            throw failure(.empty, "the response has no content; almanacd tries again")
        }
        let headers = transfer.headers
        var document = Document(
            try body(receiver), from: transfer.address.text, received: received)
        document.validators = Validators(headers)
        document.freshness = freshness
        document.mediaType = headers["content-type"].flatMap { MediaType($0) }
        document.links = headers.all("link")
        document.modified = headers["last-modified"].flatMap { UTC(httpDate: $0) }
        document.permanentURL = redirectChain.permanent
        document.timings = transfer.timings
        return document
    }

    private func body(_ receiver: BodyReceiver) throws(FetchFailure) -> Body {
        do {
            return try receiver.finish()
        } catch {
            throw failure(error.reason, error.message)
        }
    }

    private func failure(_ reason: FailureReason, _ text: String) -> FetchFailure {
        var failure = FetchFailure(
            reason, "\(transfer.address.host): \(text)", httpStatus: transfer.status,
            retryAfter: freshness.retryAfter)
        failure.quote = statedReason
        return failure
    }

    /// The reason that the upstream states itself; `nil` if it states none, or may repeat a secret.
    private var statedReason: String? {
        guard 400..<500 ~= transfer.status, transfer.request.hasNoSecret else { return nil }
        // An incomplete body states no reason.
        return transfer.receiver.flatMap { try? $0.finish() }.flatMap(StatedReason.text)
    }
}
