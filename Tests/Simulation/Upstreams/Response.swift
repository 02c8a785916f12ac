import Glibc
import Records
import SimulatedSystem

/// A response: its head, its body in parts, and how it ends.
struct Response {
    private let request: HTTPRequest
    private let resource: Resource
    private var status = 200
    private var fields: [String] = []
    private var body: [UInt8] = []
    private var pause: Nanoseconds = 0
    private var isCut = false
    private var isSilent = false
    private var isHonest = false

    init(to request: HTTPRequest, for resource: Resource, _ chance: inout Chance) {
        self.request = request
        self.resource = resource
        answer(&chance)
    }

    private mutating func answer(_ chance: inout Chance) {
        switch resource.mood {
        case .silent: isSilent = true
        case .garbage: deliver(Array("<!doctype html><title>Sorry</title><p>Please log in.".utf8))
        case .renamed: deliver(resource.renamedBody)
        case .emptied: deliver([])
        case .earlier:
            guard let edition = resource.earlierEdition(&chance) else { return answerWell(&chance) }
            deliver(edition.body)
            fields += [
                "ETag: \"earlier-\(edition.version)\"", "Last-Modified: \(date(of: edition.published))",
            ]
        case .shortened: deliver(resource.partOfBody)
        case .cachedError:
            deliver(Array("<!doctype html><title>Sorry</title><p>Please come back later.".utf8))
            fields += [validator, "Cache-Control: max-age=86400"]
        case .status(let code): refuse(code)
        case .busy(let seconds):
            refuse(chance.isTrue(0.5) ? 429 : 503)
            fields.append("Retry-After: \(seconds)")
            World.current.upstreams.politeness.forbid(resource, for: .seconds(seconds))
        case .movedForGood where !request.isMoved, .movedForNow where !request.isMoved:
            refuse(resource.mood == .movedForGood ? 301 : 302)
            redirect(to: "https://\(resource.host)\(resource.path)\(HTTPRequest.moved)")
        case .elsewhere where request.host == resource.host:
            refuse(307)
            redirect(to: "https://other.example\(resource.path)")
        case .truncated:
            deliverDocument()
            body.removeLast(min(body.count, 1 + chance.below(max(1, body.count))))
            isCut = true
        default: answerWell(&chance)
        }
    }

    private mutating func answerWell(_ chance: inout Chance) {
        isHonest = true
        World.current.upstreams.politeness.count(isVain: isKnown)
        if resource.mood == .slow { pause = .milliseconds(200 + chance.below(1500)) }
        if isKnown {
            status = 304
            fields.append(validator)
        } else {
            deliverDocument()
        }
        let validator = validator
        if resource.mood == .withoutValidators { fields.removeAll { $0 == validator } }
        guard case .lasting(let seconds) = resource.mood else { return }
        fields.append("Cache-Control: max-age=\(seconds)")
        World.current.upstreams.politeness.rest(resource, for: .seconds(seconds))
    }

    /// Whether the client has the document already.
    private var isKnown: Bool {
        if resource.mood == .dated { return request.header("If-Modified-Since") == lastModified }
        return request.header("If-None-Match") == resource.etag
    }

    private var validator: String {
        resource.mood == .dated ? "Last-Modified: \(lastModified)" : "ETag: \(resource.etag)"
    }

    private var lastModified: String { date(of: resource.lastModified) }

    private func date(of moment: Nanoseconds) -> String {
        let upstreams = World.current.upstreams
        return upstreams.date(of: upstreams.time(at: moment))
    }

    private mutating func deliverDocument() {
        let accepted = request.header("Accept-Encoding") ?? ""
        if resource.mood == .compressed, accepted.contains("gzip") {
            deliver(Gzip.stored(resource.body))
            fields.append("Content-Encoding: gzip")
        } else {
            deliver(resource.body)
        }
        fields.append(validator)
        if resource.isOrdered { fields.append("Last-Modified: \(lastModified)") }
    }

    private mutating func deliver(_ bytes: [UInt8]) {
        fields.append("Content-Type: \(resource.mediaType)")
        fields.append("Content-Length: \(bytes.count)")
        body = bytes
    }

    private mutating func refuse(_ code: Int) {
        status = code
        fields.append("Content-Length: 0")
    }

    private mutating func redirect(to address: String) {
        fields.append("Location: \(address)")
        World.current.upstreams.politeness.redirected(resource)
    }

    /// Sends the response, part by part.
    func send() {
        World.current.note(
            "response \(request.number) \(status) \(isSilent ? "never" : "\(body.count) bytes")")
        guard !isSilent else { return }
        for line in ["HTTP/1.1 \(status) -", "Date: \(date)"] + fields + [""] { head(line + "\r\n") }
        send(from: 0)
    }

    /// The upstream's clock, which is that of the machine before it jumped, or wrong by weeks.
    private var date: String {
        let error: Nanoseconds = resource.mood == .wrongDate ? .hours(40 * 24) : 0
        return World.current.upstreams.date(after: error)
    }

    private func send(from start: Int) {
        guard World.current.upstreams.isRunning(request) else { return }
        guard start < body.count else { return finish() }
        let end = min(body.count, start + max(1, pause > 0 ? body.count / 8 : 16_384))
        body[start..<end].withUnsafeBytes { simulated_body(request.number, $0.baseAddress, $0.count) }
        guard pause > 0 else { return send(from: end) }
        World.current.after(pause) { send(from: end) }
    }

    private func finish() {
        if isHonest {
            for source in resource.sources {
                source.answeredHonestly()
                source.sendDocument()
            }
        }
        World.current.upstreams.end(
            request, isCut ? Code.receiveError : Code.ok, isCut ? ECONNRESET : 0)
    }

    private func head(_ line: String) { simulated_head(request.number, line, line.utf8.count) }
}
