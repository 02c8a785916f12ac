import Definitions
import Reactive
import Records
import Refreshing
import Storing
import Varlink

extension Interface {
    /// Searches records by words, the best match first.
    func search(_ call: Call) {
        guard let selector = selector(of: call), let text = text(of: call, "text", minimum: 1) else { return }
        guard let limit = limit(of: call, usual: 20) else { return }
        let pages = ListQuery(filter(selector)) { $0.write(to: &$1) }
        let query = WordQuery(Words(text), in: pages, limit: limit, isCounted: isCounted(call))
        check(call, selector) { [self] in
            whenIndexed(call) { [self] in list("records", query, in: pages, isPartial: $0, for: call) }
        }
    }

    /// Finds records by distance, the nearest first.
    func nearby(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let asked = call.parameters
        guard let latitude = asked["latitude"]?.double, let longitude = asked["longitude"]?.double,
            let position = Position(latitude: latitude, longitude: longitude)
        else { return call.fail(.invalidParameter("latitude")) }
        let radius = asked["radiusMeters"]?.double
        guard radius ?? 0 >= 0 else { return call.fail(.invalidParameter("radiusMeters")) }
        guard let limit = limit(of: call, usual: 20) else { return }
        let pages = ListQuery(filter(selector)) { $0.write(to: &$1, seenFrom: position) }
        let query = NearQuery(
            position, within: radius, in: pages, limit: limit, isCounted: isCounted(call))
        check(call, selector) { [self] in
            whenIndexed(call) { [self] in list("neighbors", query, in: pages, isPartial: $0, for: call) }
        }
    }

    /// Continues once the indexes have all changes, or a moment later without them; a call that accepts no
    /// part of the records fails then. A waiting call counts among those that wait for the store.
    func whenIndexed(_ call: Call, _ then: @escaping (_ isPartial: Bool) -> Void) {
        guard let admission = admit(call) else { return }
        let wait = indexing.update { [self] isPartial in
            admission.cancel()
            if !call.isOver, accepts(isPartial, call) { then(isPartial) }
        }
        if let wait { call.wait(for: wait) }
    }

    /// Whether a call accepts what was found. Fails one that accepts no part of the records.
    func accepts(_ isPartial: Bool, _ call: Call) -> Bool {
        guard isPartial, call.parameters["whole"]?.bool == true else { return true }
        call.fail("io.almanac.IndexIncomplete", [:])
        return false
    }

    private func filter(_ selector: Selector) -> RecordFilter {
        RecordFilter(selector, sources: selector.isOfAllSources ? nil : sources.names(wantedBy: selector))
    }

    /// Returns the text of a call without surrounding whitespace; fails the call if the text is too short.
    func text(of call: Call, _ member: String, minimum: Int) -> String? {
        var text = Substring(call.parameters[member]?.string ?? "").drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        guard text.count >= minimum else {
            call.fail("io.almanac.QueryTooShort", ["minimum": .int(minimum)])
            return nil
        }
        return String(text)
    }

    /// Returns the maximum number of results that a call requests. Fails the call if it requests more than
    /// one reply can have: fewer results than requested would look like all of them.
    func limit(of call: Call, usual: Int) -> Int? {
        let limit = max(call.parameters["limit"]?.int ?? usual, 1)
        guard limit <= 1000 else {
            call.fail(.invalidParameter("limit"))
            return nil
        }
        return limit
    }
}
