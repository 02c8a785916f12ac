import Records

/// A message that another one of its sender ends.
struct AlertLink {
    /// The reason of the end.
    enum Kind {
        /// The entry of an index announced the message that ends it, without its content.
        case entry
        /// The other one continues it.
        case reference
        /// It has expired.
        case expired
    }

    let kind: Kind
    /// Its number among the names of the document.
    let number: Int
    let identifier: String
    /// The moment at which it was sent; where that is not stated, that of the message that ends it.
    let sent: UTC
}

extension AlertMessage {
    /// Returns the messages that it ends: that of its entry, then the references, the earliest first, of
    /// equal ones in the order of the document.
    func links(_ names: inout AlertNames) -> [AlertLink] {
        guard endsOthers else { return [] }
        var links: [AlertLink] = []
        links.reserveCapacity(references.count + expired.count + 1)
        if !entry.isEmpty, entry != name {
            let number = names.add(entry, "")
            links.append(AlertLink(kind: .entry, number: number, identifier: "", sent: .distantPast))
        }
        for reference in references { links.insert(link(.reference, reference, &names)) }
        for reference in expired { if let link = link(.expired, reference, &names) { links.append(link) } }
        return links
    }

    private func link(
        _ kind: AlertLink.Kind, _ reference: AlertReference, _ names: inout AlertNames
    ) -> AlertLink? {
        guard let name = name(of: reference) else { return nil }
        let (identifier, sent) = (reference.identifier, reference.sent ?? sent)
        return AlertLink(
            kind: kind, number: names.add(name, identifier), identifier: identifier, sent: sent)
    }
}

extension [AlertLink] {
    /// Inserts a link behind those that were sent before it or at the same time.
    fileprivate mutating func insert(_ link: AlertLink?) {
        guard let link else { return }
        var place = count
        while place > 0, self[place - 1].sent > link.sent { place -= 1 }
        insert(link, at: place)
    }
}

extension UTC {
    /// A moment before any message was sent.
    fileprivate static let distantPast = UTC(microseconds: .min)
}
