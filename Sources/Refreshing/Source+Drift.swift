import Decoding
import Definitions
import Fetching
import Records
import Storing

/// The drift of a source: the members or names by which its documents differ from earlier ones.
extension Source {
    /// The maximum number of changed names that are listed in words.
    private static let mostListed = 20
    /// The text that says that the changes of some names are unknown.
    private static let incomplete =
        "its documents have had more than the \(ProviderNames.most) names that are compared: "
        + "others may be new or have vanished"

    /// Compares the members or names of a document with those of earlier ones. With other settings, and of
    /// names also with another address, the comparison starts over.
    func compareNames(of report: IngestReport) {
        if definition.kind.hasShape {
            compare(report.shape)
        } else if report.providerNames.records > 0, report.hasChanged {
            // A copy of the last document is no further document.
            compare(report.providerNames)
        }
    }

    private func compare(_ shape: DocumentShape) {
        var memory = state.definition == definition.decodingHash ? ShapeHistory(state.shapes) : ShapeHistory()
        let known = definition.knownNames
        let news = memory.add(shape, except: known)
        state.shapes = memory.bytes
        state.drift = memory.drift(except: known)
        if !news.isEmpty { journal.logDrift(news) }
    }

    private func compare(_ names: ProviderNames) {
        var history = nameHistory
        let news = history.add(names, at: now, known: definition.knownNames)
        state.shapes = JSON.object([.init("names", history.json)]).canonicalBytes
        list(history)
        if !news.isEmpty { journal.logNames(news) }
    }

    /// Removes differences of names that the definition now lists as known, and those from the documents of
    /// another address.
    func removeKnownDrift() {
        guard !state.drift.isEmpty else { return }
        if definition.kind.hasShape {
            state.drift = ShapeHistory(state.shapes).drift(except: definition.knownNames)
        } else {
            list(nameHistory)
        }
    }

    private func list(_ history: NameHistory) {
        let changes = history.changes(at: now, known: definition.knownNames)
        let rest = changes.count - Source.mostListed
        var drift = changes.prefix(Source.mostListed).map(\.text)
        if rest > 0 { drift.append("and \(rest) more names") }
        if history.isFull { drift.append(Source.incomplete) }
        state.names = changes
        state.drift = drift
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
