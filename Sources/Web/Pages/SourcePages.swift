import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The list of all sources.
struct SourceListPage: SitePage {
    let sources = ["*"]

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.sources(where: { _ in true }) { result in
            result.pass(done) { sources in
                site.failures { failures in
                    let list = SourceList(sources, failures: failures)
                    done(.success(Rendering(title: "Sources", sheet: list)))
                }
            }
        }
    }
}

/// The state of a source.
struct SourceStatePage: SitePage {
    let name: String

    var sources: [String] { [Selector.literal(name)] }

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.calls.answer(to: .description(of: name)) { result in
            result.mapError { PageError($0) }.pass(done) { found in
                // The daemon refuses the name of a source that does not exist.
                guard let source = found.source else {
                    return done(.failure(.unavailable(.malformed("the state of \(name) cannot be read"))))
                }
                load(site, source, found.phases, done)
            }
        }
    }

    private func load(
        _ site: SiteData, _ source: Source, _ phases: [Phase],
        _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        site.calls.answer(to: .rejects(of: name, limit: 100)) { rejects in
            site.calls.answer(to: .changes(of: name, limit: 50)) { changes in
                // The state is worth showing without them; the page says what it lacks.
                var lost: [Gap] = []
                let rejects = rejects.part("the rejects", lost: &lost) ?? []
                let history = changes.part("the history", lost: &lost)
                let content = SourceContent(
                    source, phases: phases, rejects: rejects, changes: history?.changes ?? [],
                    lost: lost + (history?.gaps ?? []), cut: history?.cut ?? Cut(shown: 0, of: 0))
                done(
                    .success(
                        Rendering(
                            title: source.name, assets: ["charts.css"], feed: path(ofFeed: source.name),
                            sheet: content)))
            }
        }
    }
}
