import Alerts
import Fetching
import Records
import Storing

/// The documents that an index of alerts links to: those that are known, and those to fetch.
nonisolated struct LinkPlan: Sendable {
    /// The index.
    let index: [UInt8]
    /// The addresses in the order of the index.
    let wanted: [String]
    /// The documents of an earlier refresh, by address.
    let known: [String: [UInt8]]

    /// Plans the links of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - source: The name of its source.
    ///   - documents: The folder of accepted documents, which has those of the last refresh.
    /// - Throws: An error if the document cannot be read.
    init(_ document: Document, of source: String, in documents: Documents) throws {
        var bytes: [UInt8] = []
        try document.body.forEachSlice { slice in
            bytes.append(slice)
        }
        index = bytes
        wanted = AlertLinks.wanted(in: bytes, charset: document.mediaType?.charset)
        known = wanted.isEmpty ? [:] : LinkPlan.kept(of: source, in: documents)
    }

    /// Returns the linked documents of the last refresh; none if they cannot be read, so that they are fetched
    /// again.
    private static func kept(of source: String, in documents: Documents) -> [String: [UInt8]] {
        guard let reader = try? documents.reader(of: source), let bytes = try? reader.rest(),
            let bundle = AlertBundle(bytes)
        else { return [:] }
        return Dictionary(bundle.linked.map { ($0.url, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    }

    /// The addresses to fetch in this refresh.
    var missing: [String] {
        Array(wanted.lazy.filter { known[$0] == nil }.prefix(AlertLinks.mostInRefresh))
    }

    /// Joins the index with the known documents and those that were fetched.
    ///
    /// - Parameters:
    ///   - document: The document of the index.
    ///   - found: The fetched documents.
    ///   - limit: The maximum size in bytes; documents at the end of the index are left out.
    /// - Returns: All of them as one document.
    func bundle(_ document: Document, with found: [AlertBundle.Linked], limit: Int) -> Document {
        var all = known
        for linked in found { all[linked.url] = linked.bytes }
        var room = limit - index.count
        let parts = wanted.compactMap { url -> AlertBundle.Linked? in
            guard let bytes = all[url], bytes.count + url.utf8.count + 32 <= room else { return nil }
            room -= bytes.count + url.utf8.count + 32
            return AlertBundle.Linked(url: url, bytes: bytes)
        }
        var joined = Document(
            Body(AlertBundle(index: index, linked: parts).bytes), from: document.finalURL,
            received: document.received)
        joined.freshness = document.freshness
        joined.mediaType = document.mediaType
        joined.permanentURL = document.permanentURL
        joined.modified = document.modified
        joined.timings = document.timings
        // With a link missing, an index that is not modified must be read again.
        if parts.count == wanted.count { joined.validators = document.validators }
        return joined
    }
}
