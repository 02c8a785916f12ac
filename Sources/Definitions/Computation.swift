package import Records
package import Sky

/// The content of a computed source: the times of a body at a place, as `URL=computed:sun/43.65,-70.31` states.
public nonisolated struct Computation: Hashable, Sendable {
    private static let scheme = "computed:"

    /// The body.
    package let body: SkyBody
    /// The place as written: a position, or `%{latitude},%{longitude}` for that of the instance.
    let place: String

    /// Reads the value of `URL=`.
    ///
    /// - Returns: `nil` if it has another scheme.
    /// - Throws: An error if it names no body or no place.
    init?(_ entry: Options.Entry) throws(OptionError) {
        guard entry.value.hasPrefix(Computation.scheme) else { return nil }
        let parts = entry.value.dropFirst(Computation.scheme.count)
            .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let body = SkyBody(rawValue: String(parts[0])) else {
            let bodies = SkyBody.allCases.map { "computed:\($0)/" }.joined(separator: " or ")
            throw OptionError(entry, "is not \(bodies) with a position")
        }
        self.body = body
        place = String(parts[1])
        guard place == Specifiers.position || position != nil else {
            throw OptionError(
                entry, "has neither a position such as 43.65,-70.31 nor \(Specifiers.position)")
        }
    }

    /// The place; `nil` if it is that of the instance.
    package var position: Position? {
        let degrees = place.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1] else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// The address as written.
    package var text: String { "\(Computation.scheme)\(body)/\(place)" }
}
