import Records
import SimulatedSystem

/// A source of the daemon, as the simulation knows it: its definition, and what its upstream offers.
final class SimulatedSource {
    /// The origin of its documents.
    enum Origin: Equatable {
        case host(String)
        case file
    }

    /// The call that added a source.
    enum Addition {
        case none
        /// Until the daemon stops, or for good.
        case transient
        case lasting
        /// The daemon died before it replied.
        case unknown
    }

    /// A document that the upstream states, or stated before.
    struct Edition {
        let body: [UInt8]
        let version: Int
        let published: Nanoseconds
    }

    /// An honest answer, and the records that it stated.
    struct HonestAnswer {
        let moment: Nanoseconds
        let version: Int
        let expected: [String: JSON]
    }

    let name: String
    let origin: Origin
    let interval: Nanoseconds
    /// The secret that only its host may receive; `nil` for none.
    let secret: String?
    /// The records that the upstream has.
    private(set) var dataset: any Dataset
    /// The behaviour of the upstream.
    var mood = Mood.well {
        didSet { if mood == .well, oldValue != .well { honestSince = simulated_time() } }
    }
    /// The moment since which the upstream has been honest, if it is.
    private(set) var honestSince = Plan.start
    /// The last honest answers, in order.
    var honestAnswers: [HonestAnswer] = []
    /// The last documents, in order.
    private(set) var editions: [Edition] = []
    /// Whether each document states its time, which its definition names (`Edition=`).
    var isOrdered = false
    /// The number of parts of documents that were sent.
    var parts = 0
    /// The number of earlier editions that it stated since the last honest answer.
    var earlierAnswers = 0
    /// Whether its definition names the broker.
    var isPushed = false
    /// Whether the daemon may run it: its definition is in effect.
    var isEnabled = false
    /// The member that its definition omits; `nil` for none.
    private(set) var omitted: String?
    /// The call that added it.
    var addition = Addition.none {
        didSet { if addition != .none { wasAdded = true } }
    }
    private(set) var wasAdded = false
    /// Whether a power cut may have lost the document that the daemon had stored.
    private(set) var mayLackDocument = false
    /// The moment at which another program delivered a document; `nil` before the first.
    var delivered: Nanoseconds?
    /// The number of edits of its definition.
    private(set) var edits = 0
    /// The bytes that the upstream sends now.
    private(set) var body: [UInt8] = []
    /// The bytes that it sent before.
    private(set) var earlier: [UInt8] = []
    /// The shortest interval that its definition has had.
    private(set) var shortestInterval: Nanoseconds
    /// The version of `body`, from 1 on; the validator of ETag.
    private(set) var version = 0
    /// The moment since which the upstream sends `body`; the validator of Last-Modified.
    private(set) var published: Nanoseconds = 0
    private var style: Chance

    init(
        _ name: String, _ origin: Origin, every interval: Nanoseconds, _ dataset: any Dataset,
        secret: String?, _ style: Chance
    ) {
        self.name = name
        self.origin = origin
        self.interval = interval
        shortestInterval = interval
        self.dataset = dataset
        self.secret = secret
        self.style = style
        renew()
    }

    /// The host; empty for a file.
    var host: String { if case .host(let name) = origin { name } else { "" } }

    /// The station that it has in common with others in one request; `nil` if it has requests of its own.
    var station: String? { (dataset as? StationDataset)?.station }

    var path: String { station.map(StationDataset.address) ?? "/\(name)" }

    /// The path of its file.
    func file(on machine: Machine) -> String { "\(machine.root)/files/\(name)" }

    /// The text of its definition.
    func definition(on machine: Machine) -> String {
        let address = station == nil ? path : StationDataset.address(of: "%i")
        let place = origin == .file ? "Path=\(file(on: machine))" : "URL=https://\(host)\(address)"
        let key = secret == nil ? "" : "Credential=\(name)\nHeader=Authorization: Bearer %{credential}\n"
        let push = "Push=mqtts://\(SimulatedBroker.host)/\(SimulatedBroker.topic)\nPushMatch=/\(name)/\n"
        let rule = omitted.map { "Omit=\"\($0)\"\n" } ?? ""
        // Warnings are in order by themselves.
        let order = isOrdered && dataset.kind != "alert" ? "Edition=Last-Modified\n" : ""
        return "[Source]\nKind=\(dataset.kind)\n\(place)\nRefresh=\(interval / .seconds(1))s\n" + key + order
            + (isPushed ? push : "")
            + dataset.sourceSettings + "\n" + dataset.sections + rule + "\n"
    }

    /// Records a power cut; a file can be read again.
    func loseDocument() { mayLackDocument = origin != .file }

    /// Records that the upstream has sent what the daemon needs.
    func sendDocument() { mayLackDocument = false }

    /// Lets the definition omit a member that no other setting needs, or no longer omit it.
    func redefine() {
        let member: String? = dataset is TableDataset ? "Is open" : dataset is JSONDataset ? "active" : nil
        omitted = omitted == nil ? member : nil
    }

    /// The data that its records must have, by key; a warning that is over has no record.
    var expected: [String: JSON] {
        let wall = World.current.wall
        let records = dataset.expected.filter { _, data in
            data["ends"]?.string.flatMap { UTC(iso8601: $0) }.map { $0 > wall } ?? true
        }
        guard let omitted else { return records }
        return records.mapValues { data in
            .object((data.object ?? []).filter { $0.name != omitted })
        }
    }

    /// The bytes with another name of the column that identifies records; the same bytes if there is none.
    var renamedBody: [UInt8] {
        let line = dataset.sections.split(separator: "\n").first { $0.hasPrefix("Key=") }
        let name = line?.dropFirst("Key=".count).split(separator: "\"").first ?? ""
        guard !name.isEmpty, let range = body.firstRange(of: Array(name.utf8)) else { return body }
        var bytes = body
        bytes.replaceSubrange(range, with: "renamed".utf8)
        return bytes
    }

    /// Counts an edit of its definition.
    func wasEdited() { edits += 1 }

    /// Permits requests at another interval.
    func mayBeFetched(every interval: Nanoseconds) { shortestInterval = min(shortestInterval, interval) }

    /// Changes the records of the upstream.
    func change(at time: UTC, _ chance: inout Chance) {
        dataset.change(at: time, &chance)
        renew()
    }

    /// States the same records in another form.
    func renew() {
        version += 1
        published = simulated_time()
        earlier = body
        body = dataset.document(&style)
        editions.append(Edition(body: body, version: version, published: published))
        if editions.count > 32 { editions.removeFirst() }
    }
}
