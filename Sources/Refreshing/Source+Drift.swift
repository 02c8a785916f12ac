import Decoding
import Definitions
import Fetching
import Records
import Storing

/// The drift of a source: the members, or names and values, by which its documents differ from earlier ones.
extension Source {
    /// The maximum number of changes that are listed in words.
    private static let mostListed = 20
    /// The maximum number of new values; a document of a hostile upstream may have thousands.
    private static let mostValues = 100
    /// The text that says that the changes of some names are unknown.
    private static let incomplete =
        "its documents have had more than the \(ProviderNames.most) names that are compared: "
        + "others may be new or have vanished"

    /// Compares the members, or names and values, of a document with those of earlier ones. With other
    /// settings, and of names also with another address, the comparison starts over.
    func compareNames(of report: IngestReport) {
        guard !definition.kind.hasShape else { return compare(report.shape) }
        if report.providerNames.records > 0 {
            // A copy of the last document is no further document.
            if report.hasChanged { compare(report.providerNames, changed: report.changedCount) }
        } else if report.changedCount > 0 {
            // Documents of another form, such as reports in plain text: whether their names drift is unknown.
            state.comparison = nil
        }
    }

    private func compare(_ shape: DocumentShape) {
        var memory = shapeHistory
        let news = memory.add(shape, except: definition.knownNames)
        state.shapes = memory.bytes
        list(memory)
        if !news.isEmpty { journal.logDrift(news) }
    }

    private func compare(_ names: ProviderNames, changed: Int) {
        var history = nameHistory
        let known = definition.knownNames
        let news = history.add(names, at: now, known: known)
        let values = history.addValues(of: names, changed: changed, at: now, known: known)
        state.shapes = JSON.object([.init("names", history.json)]).canonicalBytes
        list(history)
        if !news.isEmpty { journal.logNames(news) }
        if !values.isEmpty { journal.logValues(values) }
    }

    /// Removes differences that the definition now lists as known, and those from documents with which the
    /// next one is not compared.
    func removeKnownDrift() {
        guard !state.drift.isEmpty || state.comparison != nil else { return }
        if definition.kind.hasShape { list(shapeHistory) } else { list(nameHistory) }
    }

    private func list(_ memory: ShapeHistory) {
        // The source may have had another kind.
        state.names = []
        state.values = []
        state.drift = memory.drift(except: definition.knownNames)
        state.comparison = memory.comparison
    }

    private func list(_ history: NameHistory) {
        let known = definition.knownNames
        let changes = history.changes(at: now, known: known)
        let values = history.newValues(at: now, known: known)
        let texts = changes.map(\.text) + values.map(\.text)
        let rest = texts.count - Source.mostListed
        var drift = Array(texts.prefix(Source.mostListed))
        if rest > 0 { drift.append("and \(rest) more") }
        if history.isFull { drift.append(Source.incomplete) }
        state.names = changes
        state.values = Array(values.prefix(Source.mostValues))
        state.drift = drift
        state.comparison = history.comparison(at: now, known: known)
    }

    /// The members in the documents that were decoded with the present settings.
    private var shapeHistory: ShapeHistory {
        state.definition == definition.decodingHash ? ShapeHistory(state.shapes) : ShapeHistory()
    }

    /// The names in the documents of the present address.
    private var nameHistory: NameHistory {
        // A history that cannot be read is discarded: the next documents rebuild it.
        let stored = state.shapes.flatMap { try? JSON(parsing: $0) }?["names"]
        return NameHistory(stored, of: definition.nameOrigin)
    }

    /// Returns a failure with what is known of its cause: the names by which a document that cannot be read
    /// differs from earlier ones, or the address of one that is gone for good.
    func explained(_ failure: FetchFailure) -> FetchFailure {
        if failure.httpStatus == 410 { return failure.saying(failure.message + factsOfGoneAddress) }
        guard !failure.members.isEmpty,
            let difference = nameHistory.difference(of: failure.members)
        else { return failure }
        return failure.saying("\(failure.message); \(difference)")
    }

    /// The address that is gone, as the definition states it, and what had changed in its documents before.
    ///
    /// The target of a redirect is not named: it may contain a secret.
    private var factsOfGoneAddress: String {
        let own = request.movedTo == nil ? address : nil
        let words = own.map { "; the address was \($0.withoutUser)" } ?? ""
        guard !state.drift.isEmpty else { return words }
        return words + "; before, \(state.drift.prefix(3).joined(separator: ", "))"
    }
}

nonisolated extension Definition {
    /// An identification of the upstream and of the settings by which its documents are read.
    fileprivate var nameOrigin: String {
        let addresses = addresses.isEmpty ? [origin.text] : addresses
        let hash = RecordHash(Array("\(decodingHash)\n\(addresses.joined(separator: "\n"))".utf8))
        return String(hash.low, radix: 16)
    }
}
