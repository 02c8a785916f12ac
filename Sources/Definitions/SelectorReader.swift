import Records

/// An error in a selector, with the member that caused it.
package nonisolated struct SelectorError: Error, Hashable {
    /// The JSON pointer of the invalid member.
    package let path: String
    /// The reason why the member is invalid.
    package let message: String
}

/// Reads one member of a selector as the required type.
nonisolated struct SelectorReader {
    private let name: String
    private let value: JSON

    init(_ member: JSON.Member) {
        name = member.name
        value = member.value
    }

    func texts() throws(SelectorError) -> [String] {
        let texts = value.array?.compactMap(\.string)
        guard let texts, texts.count == value.array?.count else { throw error("is not a list of strings") }
        return texts
    }

    func pointers() throws(SelectorError) -> [String] {
        let pointers = try texts()
        for (index, pointer) in pointers.enumerated() where !pointer.isEmpty && !pointer.hasPrefix("/") {
            throw error("is not a JSON pointer: it must begin with /", at: index)
        }
        return pointers
    }

    func conditions() throws(SelectorError) -> [Condition] {
        var conditions: [Condition] = []
        for (index, text) in try texts().enumerated() {
            do {
                conditions.append(try Condition(text))
            } catch {
                throw self.error("\(error)", at: index)
            }
        }
        return conditions
    }

    func circle() throws(SelectorError) -> Selector.Circle {
        guard let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double,
            let centre = Position(latitude: latitude, longitude: longitude),
            let radius = value["radiusMeters"]?.double, radius >= 0
        else { throw error("is not a circle of latitude, longitude and radiusMeters") }
        return Selector.Circle(centre: centre, radius: radius)
    }

    func error(_ message: String, at index: Int? = nil) -> SelectorError {
        SelectorError(path: "/selector/" + name + (index.map { "/\($0)" } ?? ""), message: message)
    }
}
