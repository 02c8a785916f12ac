import AlmanacClient
import AlmanacValues
import Compression
import HTTPServing
import Records
import Showing
import WebPages

/// The map of all records that have a position.
struct MapSitePage: Page {
    /// The maximum number of records on the map.
    static let mostRecords = 20_000

    let world: WorldMap?
    let preferences: Preferences

    let sources = ["*"]

    func load(_ site: Site, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        MapSitePage.features(site, preferences) { result in
            done(
                result.map { features in
                    Rendering(
                        title: "Map", assets: ["map.css", "map.js"], effort: .small,
                        html: { _ in MapPage(features, world: world, preferences: preferences).html },
                        text: { _ in "The map needs a browser. Records as GeoJSON: /api/map\n" })
                })
        }
    }

    /// Passes the records on the map.
    static func features(
        _ site: Site, _ preferences: Preferences,
        _ receive: @escaping (Result<[MapFeature], PageError>) -> Void
    ) {
        site.sources(where: { _ in true }) { sources in
            guard case .success(let sources) = sources else { return receive(sources.map { _ in [] }) }
            site.records(Selector(), limit: mostRecords) { result in
                receive(
                    result.map { items in
                        mapFeatures(items, of: sources, units: preferences.units ?? .aviation) {
                            preferences.link(link(to: $0))
                        }
                    })
            }
        }
    }

    /// Returns the page of a record: an airport's for a report.
    private static func link(to item: Item) -> String {
        ReportPage.canShow(item) ? "/" + percentEncoded(item.key) : path(ofRecord: item.key, in: item.source)
    }
}
