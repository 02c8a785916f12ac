import Records
import Storing
import Testing

/// A generator of random numbers that a seed determines.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

/// A model of the expected contents of a store.
private struct Model {
    var records: [String: [String: Record]] = [:]
    var log: [Change] = []

    /// All records by source and key; the names used here have the same order as bytes and as strings.
    var snapshot: [Record] {
        records.sorted { $0.key < $1.key }.flatMap { $0.value.sorted { $0.key < $1.key }.map(\.value) }
    }

    mutating func apply(_ changes: [Change], _ document: [Record], of source: String) {
        for change in changes { records[source, default: [:]][change.key] = nil }
        for record in document { records[source, default: [:]][record.key] = record }
        log += changes
    }
}

extension Change {
    /// The change as it stays in the log when its content is dropped.
    fileprivate var trimmed: Change {
        Change(
            number: number, source: source, key: key, kind: kind, title: nil, at: at, generation: generation,
            data: nil, isTrimmed: true)
    }
}

@Suite struct StoreModelTests {
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `any sequence of documents, removals, restarts and trims agrees with a model`(seed: UInt64) throws {
        let scratch = Scratch(isSmall: true)
        var (store, generator, model) = (try Store.open(scratch), SeededGenerator(seed: seed), Model())
        for turn in 0..<60 {
            let source = "s\(Int.random(in: 0..<3, using: &generator))"
            switch Int.random(in: 0..<13, using: &generator) {
            case 0: store = try Store.open(scratch)
            case 1: model.apply(try remove(source, from: store), [], of: source)
            case 2: try trim(store, &model, keeping: Int.random(in: 1..<200, using: &generator))
            case 3: try store.checkpoint()
            case 4: try shrink(store, &model, by: Int.random(in: 1..<40, using: &generator))
            default:
                let document = document(&generator)
                let limit = Int.random(in: 1..<9, using: &generator)
                let changes = try store.accept(document, of: source, at: moment(Int64(turn)), limit: limit)
                model.apply(changes, document, of: source)
            }
            try check(store, model, "seed \(seed), turn \(turn)")
        }
    }

    private func document(_ generator: inout SeededGenerator) -> [Record] {
        (0..<20).filter { _ in Bool.random(using: &generator) }.map { key in
            let value = Int.random(in: 0..<3, using: &generator)
            return record("k\(key)", value, title: value == 0 ? nil : "T\(value)")
        }
    }

    private func remove(_ source: String, from store: Store) throws -> [Change] {
        var (changes, commit): ([Change], Commit?) = ([], nil)
        var isDone = false
        while !isDone {
            let part = try store.removeSource(source, at: moment(), after: commit, limit: 4)
            (commit, isDone) = part
            changes += part.commit.changes
        }
        return changes
    }

    private func trim(_ store: Store, _ model: inout Model, keeping count: Int) throws {
        while try store.trimLog(to: count, age: .seconds(1 << 30), at: moment(), limit: 5) {}
        model.log = model.log.suffix(count)
    }

    /// Shrinks the log by some hundredths.
    private func shrink(_ store: Store, _ model: inout Model, by hundredths: Int) throws {
        let size = try store.loggedBytes() * (100 - hundredths) / 100
        while try store.trimLog(to: .init(bytes: size), at: moment(), limit: 5) {}
        #expect(try store.loggedBytes() <= size || store.oldest == store.end || store.end == 0)
        let trimmed = try store.trimmedSources(after: 0)
        model.log.removeAll { $0.number < store.oldest }
        model.log = model.log.map { change in
            let isTrimmed = trimmed.contains { $0.name == change.source && $0.last >= change.number }
            return isTrimmed ? change.trimmed : change
        }
    }

    private func check(_ store: Store, _ model: Model, _ place: Comment) throws {
        #expect(try store.snapshot(limit: 1000).map(\.record) == model.snapshot, place)
        #expect(try store.all(after: store.oldest - 1) == model.log, place)
        #expect(store.end == model.log.last?.number ?? 0, place)
        #expect(store.oldest == model.log.first?.number ?? 1, place)
        let numbers = model.log.map(\.number)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }, place)
        for (source, records) in model.records where !records.isEmpty {
            #expect(try store.state(of: source)?.recordCount == records.count, place)
        }
    }
}
