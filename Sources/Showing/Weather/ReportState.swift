package import AlmanacValues
package import Records

extension Item {
    /// Whether a report is older than an age: by its own time or, if that cannot be read, by the time at
    /// which it was first received. One whose age is not known at all is not a new one.
    package func isExpired(at now: UTC, after maximumAge: Duration) -> Bool {
        guard let moment = moment(.time) ?? moment(.received) ?? at else { return true }
        return now - moment > maximumAge
    }

    /// Whether the period of a forecast is over; `false` if it has none that is known.
    package func isOver(at now: UTC) -> Bool { moment(.until).map { $0 <= now } ?? false }

    /// Returns that a newer report than this one is missing (NIL): `the newest report (16:35Z) is missing
    /// (NIL)`; `nil` if none is.
    func missing(of kind: String, on paper: Paper) -> Line? {
        moment(.missing).map {
            let when = paper.forPilots.zone.when($0, from: paper.now)
            return Line("the newest \(kind) (\(when)) is missing (NIL)", .bad)
        }
    }

    /// Returns a member of the data that is a time; `nil` if it is absent or not a time.
    package func moment(_ member: WeatherMember) -> UTC? { data[member]?.utc }
}

extension JSON {
    /// The words of a report that were not understood, without those that its trends name as their own.
    var unparsedWords: [String] { words(without: self[.trend]) }

    /// Returns the words that were not understood, without those that the elements of a list name as their
    /// own.
    func words(without parts: JSON?) -> [String] {
        var words = texts(.unparsed)
        for own in (parts?.array ?? []).flatMap({ $0.texts(.unparsed) }) {
            if let index = words.firstIndex(of: own) { words.remove(at: index) }
        }
        return words
    }

    /// Returns the texts of a member that is a list of texts or one text.
    func texts(_ member: WeatherMember) -> [String] {
        guard let value = self[member] else { return [] }
        return value.array?.compactMap(\.string) ?? [value.string].compactMap(\.self)
    }
}
