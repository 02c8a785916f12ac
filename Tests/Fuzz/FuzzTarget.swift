import Definitions
import Glibc

/// The parsers that can be fuzzed, by the kind of their input.
enum FuzzTarget: String, CaseIterable {
    case alerts, broker, brotli, calendars, conditions, definitions, discovery, feeds, frames, globs, gzip
    case headers, html, idl, join, json, ledger
    case lists, places, reports, tables

    /// The target that `FUZZ_TARGET` names.
    static var selected: FuzzTarget {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            fatalError("FUZZ_TARGET is one of \(allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return target
    }

    /// Runs one input.
    func run(_ input: FuzzInput) {
        switch self {
        case .alerts: AlertTarget.run(input)
        case .broker: BrokerTarget.run(input)
        case .brotli: CodingTarget.run("br", input)
        case .calendars: CalendarTarget.run(input)
        case .conditions: ConditionTarget.run(input)
        case .definitions: DefinitionTarget.run(input)
        case .discovery: DiscoveryTarget.run(input)
        case .feeds: DocumentTarget.run(.feed, [""], input)
        case .frames: FrameTarget.run(input)
        case .globs: GlobTarget.run(input)
        case .gzip: CodingTarget.run("gzip", input)
        case .headers: HeaderTarget.run(input)
        case .html: HTMLTarget.run(input)
        case .idl: InterfaceTarget.run(input)
        case .join: JoinTarget.run(input)
        case .json: JSONTarget.run(input)
        case .ledger: LedgerTarget.run(input)
        case .lists: FeedListTarget.run(input)
        case .places: DocumentTarget.run(.places, PlaceTarget.definitions, input)
        case .reports: ReportTarget.run(input)
        case .tables: DocumentTarget.run(.table, TableTarget.definitions, input)
        }
    }
}
