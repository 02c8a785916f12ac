import Decoding
import Definitions
import Records

/// `bench table`, `bench json` and `bench feed`: bytes per second on real and generated documents, compared
/// with other decoders in turn and with reading and hashing the bytes; medians of nine, CPU time. Decoders in other
/// processes cannot avoid a shared core (see ``SharedCore``): their fastest turn counts.
enum DocumentBench {
    /// A document to decode.
    private struct Work {
        let file: String
        let definition: String
        let bytes: [UInt8]

        /// The path for the other decoders.
        var path: String { BenchFiles.root + ".build/bench-" + file }
    }

    /// The number of times that our decoder and the others are measured in turn, because the speed of a
    /// machine varies from second to second.
    private static let rounds = 7

    /// The number of processes that compare with JSONDecoder, because the speed varies from process to process, too.
    private static let processes = 9

    /// The real hospitals forty times, and a table with quotes.
    static func table() throws {
        let hospitals = try BenchFiles.bytes(
            BenchFiles.root + "Tests/TablesTests/Corpus/table/nhs/Hospital-2018-02-xAC-lf.csv")
        let end = hospitals.firstIndex(of: .newline) ?? 0
        let rows = (0..<40).flatMap { _ in hospitals[(end + 1)...] }
        let works = [
            Work(
                file: "hospitals.csv", definition: DocumentSamples.hospitals,
                bytes: hospitals[...end] + rows),
            Work(file: "quoted.csv", definition: "[Record]\nKey=c0", bytes: DocumentSamples.quotedTable),
        ]
        try run(.table, works: works, limit: 1.0 / 3)
    }

    /// Generated reports, and the schools of New York; with the argument `foundation`, only the comparison with
    /// Foundation's JSONDecoder in this process.
    ///
    /// - Throws: An error of a file or of a process.
    static func json(_ arguments: [String]) throws {
        let reports = Work(
            file: "reports.json", definition: "[Record]\nKey=id", bytes: DocumentSamples.reports)
        if arguments == ["foundation"] { return try compareWithFoundation(reports) }
        let works = [
            reports,
            Work(
                file: "schools.json",
                definition: "[Record]\nKey=dbn\nTitle=school_name\nNumber=latitude longitude\n"
                    + "Location=latitude longitude\nGroup=city",
                bytes: try BenchFiles.bytes(
                    BenchFiles.root + "Tests/TablesTests/Corpus/json/s3k6-pzi2.quarter.json")),
        ]
        try run(.json, works: works, limit: 1)
        let program = try BenchFiles.program()
        let ratios = (0..<processes).compactMap { _ in
            // The ratio is the only line that is a number.
            BenchFiles.output(of: "'\(program)' json foundation").compactMap(Double.init).last
        }
        guard ratios.count == processes else {
            throw BenchError(description: "a comparison with JSONDecoder has failed")
        }
        print("JSONDecoder: \(ratios.map(Measure.short).joined(separator: ", "))")
        Measure.goal("json, cost beside JSONDecoder", Measure.median(ratios), limit: 0.08)
    }

    /// Prints the CPU time of our decoder divided by that of Foundation's JSONDecoder.
    private static func compareWithFoundation(_ work: Work) throws {
        let ratio = try measure(.json, work: work) { ours in
            ours / Measure.nanoseconds(per: work.bytes.count) { _ = FoundationPeer.count(work.bytes) }
        }
        print(FoundationPeer.count(work.bytes) > 0 ? ratio : .infinity)
    }

    /// Generated entries, and a real feed.
    static func feed() throws {
        let works = [
            Work(file: "entries.rss", definition: "", bytes: DocumentSamples.entries),
            Work(
                file: "lobsters.rss", definition: "",
                bytes: try BenchFiles.bytes(
                    BenchFiles.root + "Tests/FeedsTests/Corpus/feed/miniflux/large_rss.xml")),
        ]
        try run(.feed, works: works, limit: 1.0 / 50)
    }

    /// Measures our decoder, the floor and the others, in turn.
    private static func run(_ kind: Kind, works: [Work], limit: Double) throws {
        for work in works where !BenchFiles.write(work.bytes, to: work.path) {
            throw BenchError(description: "cannot write \(work.path)")
        }
        var turns: [String: [(cost: Double, speed: Double)]] = [:]
        for _ in 0..<rounds {
            let costs = try works.map { try measure(kind, work: $0) }
            for peer in DocumentPeers.measure(kind.rawValue, paths: works.map(\.path)) {
                guard let index = works.firstIndex(where: { $0.path.hasSuffix(peer.file) }) else { continue }
                print("\(peer.name), \(works[index].file): \(megabytes(1e9 / peer.speed))")
                let name = "\(kind.rawValue), \(works[index].file): cost beside \(peer.name)"
                turns[name, default: []].append((costs[index], peer.speed))
            }
        }
        for (name, turns) in turns.sorted(by: { $0.key < $1.key }) {
            let speed = turns.map(\.speed).max() ?? 0
            Measure.goal(name, Measure.median(turns.map(\.cost)) * speed / 1e9, limit: limit)
        }
    }

    /// Measures our decoder and the floor.
    ///
    /// - Parameters:
    ///   - kind: The kind of the document.
    ///   - work: The document.
    ///   - compare: Compares our CPU time with another.
    /// - Returns: Our CPU time in nanoseconds per byte, or what `compare` returns for it.
    /// - Throws: An error of the definition.
    private static func measure(
        _ kind: Kind, work: Work, compare: (_ ours: Double) -> Double = { $0 }
    ) throws -> Double {
        var options = Options()
        try options.read(Array(work.definition.utf8), file: work.file)
        let context = DocumentContext(reference: UTC(seconds: 0))
        func decode() -> Int { records(kind, options: options, context: context, bytes: work.bytes) }
        var count = 0
        let cost = Measure.nanoseconds(per: work.bytes.count) { count = decode() }
        var low: UInt64 = 0
        let floor = Measure.nanoseconds(per: work.bytes.count) { low &+= RecordHash(work.bytes).low }
        let share = Int(floor / cost * 100)
        print(
            "\(work.file), \(count) records: \(megabytes(cost)), reading and hashing alone \(megabytes(floor)) (\(share) %)"
        )
        return low == 0 || count == 0 ? .infinity : compare(cost)
    }

    /// Decodes in slices, as the daemon does.
    private static func records(
        _ kind: Kind, options: Options, context: DocumentContext, bytes: [UInt8]
    )
        -> Int
    {
        var count = 0
        do {
            var decoder = try kind.decoder(options: options, context: context)
            var out = Decoded()
            for start in stride(from: 0, to: bytes.count, by: 65_536) {
                let slice = bytes.span.extracting(start..<min(start + 65_536, bytes.count))
                try decoder.decode(slice, into: &out)
                count += out.records.count
                out.removeAll()
            }
            try decoder.finish(into: &out)
            return count + out.records.count
        } catch {
            print("cannot read: \(error)")
            return 0
        }
    }

    private static func megabytes(_ cost: Double) -> String { "\(Measure.short(1e3 / cost)) MB/s" }
}
