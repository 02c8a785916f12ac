import Decoding
import Fetching
import Records
import Storing

/// A document that is to be read, with all that a worker needs for it.
nonisolated struct Reading: Sendable {
    /// Where the bytes are.
    enum Content: Sendable {
        /// A new document, with what is known of it.
        case new(Body, DocumentFacts)
        /// The last accepted one.
        case kept
        /// None: what is stored of these sources is joined.
        case sides(Set<SourceName>)
    }

    /// Whose document it is.
    let source: String
    /// How it is read.
    let kind: Kind
    /// The settings of the definition.
    let options: Options
    /// The document.
    let content: Content
    /// Where accepted documents are kept.
    let documents: Documents
    /// Whether a new one is to be.
    let keepsDocument: Bool
    /// Which stored records stay that the document does not have.
    let keeping: Keeping
    /// Whether a report that is older than the stored one does not count: caches of an upstream may disagree.
    let keepsNewer: Bool
    /// Whether it is about one station, which may have nothing to say.
    let isOfStation: Bool
    /// What is known of stations.
    let stations: StationTable

    /// The sources that must be whole while it is read.
    var sides: Set<SourceName> { if case .sides(let names) = content { names } else { [] } }

    /// Whether it can be read in passing.
    var isSmall: Bool {
        if case .new(let body, _) = content { body.count <= Intake.small } else { false }
    }

    /// Decodes the document and compares it with what is stored.
    ///
    /// - Parameter reader: Where the records of the source are stored.
    /// - Returns: The comparison, complete and ready to give its differences, and what was found beside it.
    /// - Throws: When the document as a whole cannot be read; nothing of it counts then.
    func compare(in reader: StoreReader) throws -> (Comparison, Findings) {
        switch content {
        case .new(let body, let facts): return try compare(body, facts, in: reader)
        case .kept:
            guard let kept = try documents.reader(of: source) else { throw FetchFailure.notKept }
            return try compare(in: reader, kept.facts) { decode in
                while case let part = try kept.next(), !part.isEmpty { try decode(part.span) }
            }
        case .sides: return try reader.seeingOneState { try join(in: reader) }
        }
    }

    private func compare(
        _ body: Body, _ facts: DocumentFacts, in reader: StoreReader
    ) throws -> (Comparison, Findings) {
        let writer = keepsDocument ? try documents.writer(of: source, facts) : nil
        let result = try compare(in: reader, facts) { decode in
            try body.forEachSlice { slice in
                try writer?.append(slice)
                try decode(slice)
            }
        }
        if let writer { try writer.finish() } else { try documents.remove(source) }
        return result
    }

    /// Joins what is stored, all of one moment.
    private func join(in reader: StoreReader) throws -> (Comparison, Findings) {
        let comparison = try comparison(in: reader)
        var join = try StoredJoin(options, in: reader)
        var (out, findings) = (Decoded(), Findings())
        while try join.next(into: &out) { try take(&out, comparison, &findings) }
        return try end(comparison, findings)
    }

    private func compare(
        in reader: StoreReader, _ facts: DocumentFacts,
        _ slices: ((Span<UInt8>) throws -> Void) throws -> Void
    ) throws -> (Comparison, Findings) {
        var decoder = try kind.decoder(options: options, context: context(facts))
        let comparison = try comparison(in: reader)
        var (out, findings) = (Decoded(), Findings())
        try slices { slice in
            try decoder.decode(slice, into: &out)
            try take(&out, comparison, &findings)
        }
        try decoder.finish(into: &out)
        try take(&out, comparison, &findings)
        return try end(comparison, findings)
    }

    private func end(_ comparison: Comparison, _ findings: Findings) throws -> (Comparison, Findings) {
        var findings = findings
        findings.records = comparison.recordCount
        if isOfStation, findings.records == 0 { throw findings.silence }
        comparison.finish(keeping: keeping)
        return (comparison, findings)
    }

    private func context(_ facts: DocumentFacts) -> DocumentContext {
        DocumentContext(
            reference: facts.reference ?? facts.received, charset: facts.charset, url: facts.url,
            stations: stations)
    }

    private func comparison(in reader: StoreReader) throws -> Comparison {
        let merging = kind.merging
        return try Comparison(
            of: source, in: reader, merge: { merging.merge($0, $1) },
            supersedes: keepsNewer ? { merging.merge($1, $0) == $0 } : nil)
    }

    private func take(_ out: inout Decoded, _ comparison: Comparison, _ findings: inout Findings) throws {
        try comparison.add(out.records)
        findings.add(out)
        out.removeAll()
    }
}

nonisolated extension FetchFailure {
    /// The last accepted document is not there to be read once more.
    static let notKept = FetchFailure(.waiting, "no document was kept: it is read when it comes again")
}
