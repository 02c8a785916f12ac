import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The list of all sources.
struct SourceListPage: Page {
    let sources = ["*"]
    let preferences: Preferences

    func load(_ site: Site, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.sources(where: { _ in true }) { result in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(let sources): site.failures { done(.success(rendering(sources, $0))) }
            }
        }
    }

    private func rendering(_ sources: [Source], _ failures: [DaemonFailure]) -> Rendering {
        Rendering(
            title: "Sources",
            html: { SourceTable(sources, failures: failures, preferences: preferences).html(on: $0) },
            text: { $0.text(SourceList(sources, failures: failures)) })
    }
}

/// The state of a source.
struct SourceStatePage: Page {
    let name: String
    let preferences: Preferences

    var sources: [String] { [Selector.literal(name)] }

    func load(_ site: Site, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        site.calls.answer(to: .description(of: name)) { result in
            switch result {
            case .failure(let error): done(.failure(PageError(error)))
            case .success(let found):
                guard let source = found.source else {
                    return done(.failure(.missing("There is no source \(name).")))
                }
                load(site, source, found.phases, done)
            }
        }
    }

    private func load(
        _ site: Site, _ source: Source, _ phases: [Phase],
        _ done: @escaping (Result<Rendering, PageError>) -> Void
    ) {
        site.calls.answer(to: .rejects(of: name, limit: 100)) { rejects in
            site.calls.answer(to: .changes(of: name, limit: 50)) { changes in
                // The state is worth showing without them.
                let rejects = (try? rejects.get()) ?? []
                let changes = (try? changes.get())?.changes ?? []
                done(.success(rendering(source, phases, rejects, changes)))
            }
        }
    }

    private func rendering(
        _ source: Source, _ phases: [Phase], _ rejects: [ReportedReject], _ changes: [Event]
    ) -> Rendering {
        Rendering(
            title: source.name, assets: ["charts.css"], feed: path(ofFeed: source.name),
            html: { paper in
                SourceContent(
                    source, phases: phases, rejects: rejects, changes: changes, preferences: preferences
                ).html(on: paper)
            },
            text: { $0.text(SourcePage(source)) })
    }
}
