import Definitions
import Reactive
import Records
package import Systemd

/// The folder into which other programs put documents: a file renamed to a source's name becomes that
/// source's document.
package final class Incoming {
    private let sources: Sources
    private let folder: String
    private var watching: AnyCancellable?

    package init(_ folder: String, for sources: Sources) {
        self.folder = folder
        self.sources = sources
    }

    /// Watches the folder, and also takes the documents that are already there.
    package func begin(_ watcher: PathWatcher) {
        watching = watcher.entries(of: folder).sink { [unowned self] event in
            switch event {
            case .changed(let name): take(name)
            case .rescan: takeAll()
            case .removed: break
            }
        }
    }

    /// Takes all documents, including those that arrived before their source was defined.
    func takeAll() {
        do throws(OptionError) {
            for name in try ConfigurationFile.names(in: folder, suffix: "") { take(name) }
        } catch {
            log(.warning, "cannot list incoming documents: \(error)")
        }
    }

    private func take(_ text: String) {
        guard let name = SourceName(text) else { return }
        sources.running[name]?.wake(.delivered)
    }
}
