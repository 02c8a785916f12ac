package import Records
import Schemas

/// The sources and records that a source of `Kind=almanac` takes from another almanac: its section
/// `[Mirror]`.
///
/// - `Sources=`: globs of names, separated by spaces; all sources by default.
/// - `Kinds=`, `Tags=`: only sources of these kinds, or with one of these tags.
/// - `Keys=`: only records whose key matches one of these globs.
/// - `Where=`: only records that meet this condition; all of several.
/// - `Near=`: only records in a circle: latitude, longitude and radius, as in `43.65,-70.31 50km`.
package nonisolated struct MirrorRule: Sendable {
    /// The selector of the mirrored records, as the interface defines it.
    package let json: JSON
    /// The selector of their sources alone.
    package let sources: JSON
    /// The selector of the mirrored records.
    package let selector: Selector

    /// Reads the section.
    ///
    /// - Throws: `OptionError` at the first setting that is unknown or cannot be used.
    package init(_ options: Options) throws(OptionError) {
        var conditions: [JSON] = []
        for entry in options.entries where entry.section == "Mirror" {
            guard MirrorRule.known.contains(entry.name) else {
                throw OptionError.unknown(entry, among: MirrorRule.known)
            }
            if entry.name == "Where" { conditions.append(try MirrorRule.condition(entry)) }
        }
        func list(_ key: String) -> JSON? {
            let words = options.words(in: "Mirror", named: key)
            return words.isEmpty ? nil : .array(words.map(JSON.string))
        }
        let circle = try options.last(in: "Mirror", named: "Near").map(MirrorRule.circle)
        let (sources, kinds, tags) = (list("Sources"), list("Kinds"), list("Tags"))
        self.sources = .members(["sources": sources, "kinds": kinds, "tags": tags])
        json = .members([
            "sources": sources, "kinds": kinds, "tags": tags, "keys": list("Keys"),
            "where": conditions.isEmpty ? nil : .array(conditions), "near": circle,
        ])
        selector = try MirrorRule.selector(json)
    }

    /// The settings of `[Mirror]`.
    static let known: Set<String> = ["Sources", "Kinds", "Tags", "Keys", "Where", "Near"]

    private static func selector(_ json: JSON) throws(OptionError) -> Selector {
        do throws(SelectorError) {
            return try Selector(json)
        } catch {
            throw OptionError(file: "", line: 0, reason: "[Mirror]: \(error.path) \(error.message)")
        }
    }

    private static func condition(_ entry: Options.Entry) throws(OptionError) -> JSON {
        do throws(ConditionError) {
            _ = try Condition(entry.value)
            return .string(entry.value)
        } catch {
            throw OptionError(entry, "is not a condition: \(error)")
        }
    }

    private static func circle(_ entry: Options.Entry) throws(OptionError) -> JSON {
        let words = entry.value.split { $0 == " " || $0 == "\t" || $0 == "," }
        guard words.count == 3, let latitude = Double(words[0]), let longitude = Double(words[1]),
            let centre = Position(latitude: latitude, longitude: longitude), let radius = metres(words[2])
        else {
            throw OptionError(entry, "is not a latitude, a longitude and a radius, as in 43.65,-70.31 50km")
        }
        return [
            "latitude": .double(centre.latitude), "longitude": .double(centre.longitude),
            "radiusMeters": .double(radius),
        ]
    }

    /// Returns a radius of kilometres, nautical or statute miles in metres; `nil` if it is none, or longer
    /// than half the equator.
    private static func metres(_ text: Substring) -> Double? {
        let units = ["km": 1000, "nm": Factor.nauticalMile, "mi": Factor.statuteMile]
        guard let unit = units[text.suffix(2).lowercased()], let number = Double(text.dropLast(2)),
            number > 0, number * unit <= 20_100_000
        else { return nil }
        return (number * unit).rounded()
    }
}
