import Fetching
import Places
import Reactive
import Records
import Storing
import Varlink

extension Interface {
    /// Returns a place named by a suggestion or an earlier reply: a record with a position, or a place of a
    /// service.
    func getPlace(_ call: Call) {
        let identifier = call.parameters["identifier"]?.string ?? ""
        let (source, key) = RecordKey.split(identifier)
        guard let key else { return call.fail("io.almanac.NoSuchPlace", ["identifier": .string(identifier)]) }
        if let service = places.service(source) {
            let session = typeahead.chosen(by: call.peer)
            let asked = service.place(key, session: session, for: PlaceUser(call))
                .map { $0.map { Places.Located(source: source, place: $0) } }.eraseToAnyPublisher()
            return answer(call, with: asked, source: source) { found in
                let same = found.first {
                    $0["identifier"]?.string?.utf8.elementsEqual(identifier.utf8) == true
                }
                return (same ?? (found.count == 1 ? found[0] : nil)).map { ["place": $0] }
            }
        }
        run(ReadQuery { try $0.reader().record(source, key)?.place }, for: call, .reading) { place in
            guard let place else {
                return call.fail("io.almanac.NoSuchPlace", ["identifier": .string(identifier)])
            }
            call.reply(["place": place])
        }
    }

    /// Finds the position of a name or address.
    func geocode(_ call: Call) {
        guard let text = text(of: call, "text", minimum: 1) else { return }
        guard text.utf8.count <= Places.longestText else { return call.fail(.invalidParameter("text")) }
        ask(.geocode(text), for: call)
    }

    /// Finds the place at a position.
    func reverseGeocode(_ call: Call) {
        guard let latitude = call.parameters["latitude"]?.double,
            let longitude = call.parameters["longitude"]?.double,
            let position = Position(latitude: latitude, longitude: longitude)
        else { return call.fail(.invalidParameter("latitude")) }
        ask(.reverse(position), for: call)
    }

    private func ask(_ query: PlaceQuery, for call: Call) {
        guard !places.isEmpty else { return call.fail("io.almanac.NoSuchSource", ["name": "places"]) }
        guard let limit = limit(of: call, usual: 10) else { return }
        answer(call, with: places.ask(query, for: PlaceUser(call)), source: places.last) {
            ["places": .array(Array($0.prefix(limit)))]
        }
    }

    /// Replies with the places found by a service, or fails the call with the service's failure.
    private func answer(
        _ call: Call, with asked: AnyPublisher<[Places.Located], FetchFailure>, source: String,
        reply: @escaping ([JSON]) -> JSON?
    ) {
        let answering = asked.sink { [self] completion in
            if case .failure(let failure) = completion { refuse(call, source: source, because: failure) }
        } receiveValue: { found in
            guard let answer = reply(found.compactMap(\.json)) else {
                let identifier = call.parameters["identifier"] ?? ""
                return call.fail("io.almanac.NoSuchPlace", ["identifier": identifier])
            }
            call.reply(answer)
        }
        call.wait(for: answering)
    }

    private func refuse(_ call: Call, source: String, because failure: FetchFailure) {
        if let wait = failure.retryAfter, failure.reason == .waiting || failure.reason == .http {
            return call.fail("io.almanac.RateLimited", ["retryAfterUSec": .int(wait.microseconds)])
        }
        call.fail(
            "io.almanac.UpstreamFailed",
            [
                "source": .string(source), "reason": .string(failure.reason.rawValue),
                "message": .string(failure.message),
            ])
    }
}

nonisolated extension StoredRecord {
    /// The place as the interface sends it; `nil` if it has no position.
    ///
    /// Source: io.almanac.varlink, type Place.
    fileprivate var place: JSON? {
        record.position.map { position in
            .members([
                "identifier": .string("\(source)/\(record.key)"),
                "name": .string(record.title ?? record.key),
                "detail": record.group.map(JSON.string), "latitude": .double(position.latitude),
                "longitude": .double(position.longitude), "source": .string(source),
            ])
        }
    }
}

extension Places.Located {
    /// The place as the interface sends it; `nil` if it has no position.
    ///
    /// Source: io.almanac.varlink, type Place.
    fileprivate var json: JSON? {
        place.position.map { position in
            .members([
                "identifier": .string("\(source)/\(place.reference ?? "")"), "name": .string(place.name),
                "detail": place.detail.map(JSON.string), "latitude": .double(position.latitude),
                "longitude": .double(position.longitude), "source": .string(source),
            ])
        }
    }
}
