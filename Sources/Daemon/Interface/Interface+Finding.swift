import Records
import Storing
import Systemd
import Varlink

extension Interface {
    /// Records by words, the best first.
    func search(_ call: Call) {
        guard let selector = selector(of: call), let text = text(of: call, "text", minimum: 1) else { return }
        let limit = limit(of: call)
        let wish = Wish(selector, selector.isOfAllSources ? nil : sources.names(wantedBy: selector))
        gather(Words(text), wish, limit, call) { [self] in
            call.reply(bytes: reply("records", $0) { $1.write(to: &$0) })
        }
    }

    /// Looks at one page after the other until enough is found.
    private func gather(
        _ words: Words, _ wish: Wish, _ limit: Int, _ call: Call, found: [StoredRecord] = [],
        after place: Finder.WordPlace? = nil, then: @escaping ([StoredRecord]) -> Void
    ) {
        archive.find { finder in
            try finder.find(
                words, after: place, limit: limit - found.count, from: { wish.isFrom($0) },
                where: { wish.selector.matches($0.record) })
        } then: { [self] result in
            guard !call.isOver else { return }
            guard case .success(let page) = result else { return end(call, result) { _ in .null } }
            let found = found + page.found
            guard found.count < limit, let next = page.next else { return then(found) }
            gather(words, wish, limit, call, found: found, after: next, then: then)
        }
    }

    /// Records by distance, the nearest first.
    func nearby(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let asked = call.parameters
        guard let latitude = asked["latitude"]?.double, let longitude = asked["longitude"]?.double,
            let position = Position(latitude: latitude, longitude: longitude)
        else { return call.fail(.invalidParameter("latitude")) }
        let radius = asked["radiusMeters"]?.double
        guard radius ?? 0 >= 0 else { return call.fail(.invalidParameter("radiusMeters")) }
        let wish = Wish(selector, selector.isOfAllSources ? nil : sources.names(wantedBy: selector))
        look(around: position, radius, wish, limit(of: call), call)
    }

    /// Looks farther and farther until enough is found.
    private func look(
        around position: Position, _ radius: Double?, _ wish: Wish, _ limit: Int, _ call: Call,
        found: [Finder.Neighbor] = [], after count: Int = 0
    ) {
        archive.find { finder in
            try finder.nearest(
                to: position, within: radius, after: count, limit: limit, from: { wish.isFrom($0) },
                where: { wish.selector.matches($0.record) })
        } then: { [self] result in
            guard !call.isOver else { return }
            guard case .success(let page) = result else { return end(call, result) { _ in .null } }
            let all = (found + page.found).sorted { $0.distance < $1.distance }
            guard all.count < limit, let next = page.next else {
                return call.reply(
                    bytes: reply("neighbors", all.prefix(limit)) { $1.write(to: &$0, seenFrom: position) })
            }
            look(around: position, radius, wish, limit, call, found: all, after: next)
        }
    }

    /// The text of a call, without blanks around it; fails the call when it has too few characters.
    func text(of call: Call, _ member: String, minimum: Int) -> String? {
        var text = Substring(call.parameters[member]?.string ?? "").drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        guard text.count >= minimum else {
            call.fail("io.almanac.QueryTooShort", ["minimum": .int(minimum)])
            return nil
        }
        return String(text)
    }

    /// How many a call wants at the most.
    func limit(of call: Call, _ usual: Int = 20) -> Int {
        min(max(call.parameters["limit"]?.int ?? usual, 1), 1000)
    }

    private func reply<T>(
        _ name: String, _ elements: some Sequence<T>, _ write: (inout JSONWriter, T) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(name)
        writer.beginArray()
        for element in elements { write(&writer, element) }
        writer.endArray()
        writer.endObject()
        return writer.take()
    }
}

/// What somebody who finds wants.
private nonisolated struct Wish: Sendable {
    let selector: Selector
    private let sources: Set<String>?

    /// - Parameters:
    ///   - selector: Which records.
    ///   - sources: Of which sources; `nil` for all.
    init(_ selector: Selector, _ sources: [String]?) {
        (self.selector, self.sources) = (selector, sources.map(Set.init))
    }

    func isFrom(_ source: String) -> Bool { sources?.contains(source) ?? true }
}

nonisolated extension Finder.Neighbor {
    /// Source: io.almanac.varlink, type Neighbor.
    fileprivate func write(to writer: inout JSONWriter, seenFrom position: Position) {
        writer.beginObject()
        writer.name("record")
        stored.write(to: &writer)
        writer.name("distanceMeters")
        writer.number(distance)
        writer.name("bearingDegrees")
        writer.number(stored.record.position.map { position.bearing(to: $0) } ?? 0)
        writer.endObject()
    }
}
