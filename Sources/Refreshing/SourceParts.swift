package import Definitions
import Reactive
package import Storing

/// The parts of the daemon that all sources use, and the outcomes of their attempts.
package final class SourceParts {
    /// The clocks of the daemon.
    let clocks: Clocks
    /// The requests to upstreams.
    let upstreams: Upstreams
    /// The files of this machine.
    let files: LocalFiles
    /// Decodes, compares and stores documents.
    let ingester: Ingester
    /// The sources that are fetched together.
    let batches: Batches
    /// The topics of brokers that sources follow.
    let hintFeeds: HintFeeds
    /// The sources that have their rhythm in full.
    let recent: RecentObjects<Source>
    /// The connections to other almanacs.
    let links: any Linking
    /// The known stations.
    let stations: Stations
    /// The runs of the log that cursors refer to.
    let runs: Runs
    /// The outcome of each attempt of any source, once it is stored.
    let settled = PassthroughSubject<(source: Source, outcome: Outcome), Never>()

    /// A source whose stream has changed its records, or whether it is current.
    let streamed = PassthroughSubject<(source: Source, isNews: Bool), Never>()
    /// Publishes each ingest without a request, with the counter of its kind.
    let ingested = PassthroughSubject<(report: IngestReport, name: Counters.WithoutRequest), Never>()

    package init(
        clocks: Clocks, upstreams: Upstreams, files: LocalFiles, ingester: Ingester, links: any Linking,
        stations: Stations, runs: Runs
    ) {
        self.clocks = clocks
        self.upstreams = upstreams
        self.files = files
        self.ingester = ingester
        self.links = links
        self.stations = stations
        self.runs = runs
        batches = Batches(upstreams: upstreams, ingester: ingester)
        hintFeeds = HintFeeds(upstreams: upstreams, clocks: clocks)
        recent = RecentObjects(most: 256)
    }
}
