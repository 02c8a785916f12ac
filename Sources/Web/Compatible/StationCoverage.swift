import AlmanacValues
import Records

/// The sources of one kind of reports, and what they say about stations.
struct StationCoverage {
    /// The knowledge of a station that no record is about.
    enum Absence {
        /// The sources that may have reports of it are current and have none.
        case none
        /// A source may have a report of it and cannot say, with the reason.
        case unknown(String)
        /// No source has its reports.
        case unkept
    }

    /// The sources.
    let sources: [Source]
    /// The texts of reports that could not be read, by source; `nil` for a source whose are not known.
    var unread: [String: [String]] = [:]

    /// The sources that may have reports of a station.
    func candidates(for station: String) -> [Source] {
        sources.filter { $0.reportedStations?.contains(station) ?? true }
    }

    /// The sources that may have reports of any station.
    var general: [Source] { sources.filter { $0.reportedStations == nil } }

    /// Returns why there is no record of a station.
    func absence(of station: String) -> Absence {
        let candidates = candidates(for: station)
        guard !candidates.isEmpty else { return .unkept }
        for source in candidates {
            if let gap = source.gap { return .unknown("\(source.name): \(gap.words())") }
            guard source.runtime.rejected > 0 else { continue }
            let texts = unread[source.name]
            guard let texts, !texts.contains(where: { $0.contains(text: station) }) else {
                let words = Gap(source: source.name, .unread(source.runtime.rejected)).words()
                return .unknown("\(source.name): \(words)")
            }
        }
        return .none
    }
}

extension Source {
    /// The stations whose reports its address asks for, as `ids=` lists them, or else its name, as in
    /// `metar@KPWM,KBOS`; `nil` if it may have reports of any station.
    var reportedStations: Set<String>? {
        if let origin {
            return URLQuery(parsing: String(origin.drop { $0 != "?" }.dropFirst()))["ids"].flatMap(
                Source.stations)
        }
        let parts = name.split(separator: "@", maxSplits: 1)
        return parts.count == 2 ? Source.stations(String(parts[1])) : nil
    }

    /// Returns the stations of a list; `nil` if it has something else, such as `@WA`.
    private static func stations(_ list: String) -> Set<String>? {
        let words = list.uppercased().split(separator: ",").map(String.init)
        let arePlain = words.allSatisfy { $0.utf8.allSatisfy(\.isLetterOrDigit) }
        return words.isEmpty || !arePlain ? nil : Set(words)
    }
}
