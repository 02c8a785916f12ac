import AlmanacClient
import AlmanacValues
import Compression
import HTTPServing
import Records
import Showing
import WebPages

/// The map of all records that have a position.
struct MapSitePage: SitePage {
    /// The maximum number of records on the map.
    static let mostRecords = 20_000

    let world: WorldMap?
    let preferences: Preferences

    let sources = ["*"]

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.sources(where: { _ in true }) { result in
            result.pass(done) { sources in
                let total = sources.reduce(0) { $0 + $1.runtime.records }
                MapSitePage.features(site, preferences) { result in
                    done(result.map { rendering($0, of: total) })
                }
            }
        }
    }

    private func rendering(_ map: Contents, of total: Int) -> Rendering {
        let cut = Cut(
            shown: min(total, map.compared ?? MapSitePage.mostRecords), of: total,
            advice: "the others are not on the map")
        return Rendering(
            title: "Map", assets: ["map.css", "map.js"], effort: .small,
            sheet: MapPage(map.features, of: cut, world: world, gaps: map.gaps))
    }

    /// The records on the map, and why warnings may be missing.
    struct Contents {
        let features: [MapFeature]
        let gaps: [Gap]
        /// The number of records that were looked at, with and without a position; `nil` for all.
        let compared: Int?
    }

    /// Passes the records on the map.
    static func features(
        _ site: SiteData, _ preferences: Preferences,
        _ receive: @escaping (Result<Contents, PageError>) -> Void
    ) {
        site.sources(where: { _ in true }) { sources in
            sources.pass(receive) { sources in
                site.part(of: Selector(), limit: mostRecords) { result in
                    receive(
                        result.map { part in
                            contents(
                                part.items, isAll: part.next == nil, of: sources, preferences, at: site.now)
                        })
                }
            }
        }
    }

    private static func contents(
        _ items: [Item], isAll: Bool, of sources: [Source], _ preferences: Preferences, at now: UTC
    ) -> Contents {
        let features = mapFeatures(items, of: sources, units: preferences.units ?? .aviation) {
            preferences.link(link(to: $0))
        }
        return Contents(
            features: features, gaps: WarningAnswer(onMapOf: items, among: sources, at: now).gaps,
            compared: isAll ? nil : items.count)
    }

    /// Returns the page of a record: an airport's for a report.
    private static func link(to item: Item) -> String {
        ReportPage.canShow(item) ? "/" + percentEncoded(item.key) : path(ofRecord: item.key, in: item.source)
    }
}
