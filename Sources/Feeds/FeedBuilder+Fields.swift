import Decoding
import Records

extension FeedBuilder {
    /// Reads the attributes of an element.
    func readAttributes(_ frame: inout Frame, attributes: XMLAttributes) {
        switch frame.tag {
        case .entry:
            finishEntry()
            entry = FeedEntry()
            texts = EntryTexts()
            authors.entry = FeedAuthors()
            isInEntry = true
            known = ([], [])
            room = FeedBuilder.mostRoom
            titleDepth = nil
            entryLine = reader?.line ?? 1
            entry.id = attributes["about"]
            readDefinition(attributes, base: frame.base)
        case .feed: readDefinition(attributes, base: frame.base)
        case .link: readLink(&frame, attributes: attributes)
        case .id: frame.isPermalink = attributes["ispermalink"]?.lowercased() != "false"
        case .category: addTag(attributes["term"] ?? attributes["text"] ?? "")
        case .enclosure:
            addEnclosure(attributes, base: frame.base)
        case .image:
            if let address = attributes["url"] ?? attributes["href"], entry.image == nil {
                entry.image = self.address(address, base: frame.base)
            }
        case .content:
            if let source = attributes["src"] {
                addEnclosure(source, type: attributes["type"], length: nil, base: frame.base)
            }
        case .season, .chapters, .chapterMark, .transcript, .person, .alternateEnclosure, .alternateSource:
            readEpisode(frame, attributes: attributes)
        default: break
        }
    }

    /// Reads the content of an element at its end.
    func close(_ frame: Frame, content: Span<UInt8>) {
        switch frame.tag {
        case .entry: finishEntry()
        case .feed: finishFeed()
        case _ where frame.tag.isText: storeText(frame, content: content)
        default: storePlain(frame, text: content.trimmedText)
        }
    }

    private func storePlain(_ frame: Frame, text: String) {
        switch frame.tag {
        case .link: storeLink(frame, text: text)
        case .id: storeIdentifier(frame, text: text)
        case .published, .updated, .created: storeTime(frame.tag, text: text)
        case .author: storePerson(text)
        case .personName: if isIn(.author) { person.name = text }
        case .personEmail: if isIn(.author) { person.email = text }
        case .category: addTag(text)
        case .keywords: for tag in text.split(separator: ",") { addTag(String(tag)) }
        case .comments where !text.isEmpty: entry.comments = address(text, base: frame.base)
        case .language where !text.isEmpty: storeLanguage(text)
        case .minutes: if let minutes = Int(text), minutes > 0 { lengthen(minutes * 60) }
        case .updatePeriod: period = FeedBuilder.seconds(text)
        case .updateFrequency: frequency = Int(text)
        case .quietHour: if isIn(.quiet), let hour = Int(text) { feed.quiet.add(hour: hour) }
        case .quietDay: if isIn(.quiet) { feed.quiet.add(day: text) }
        case .point, .latitude, .longitude: storePosition(frame.tag, text: text)
        case .duration, .episode, .season, .episodeType, .person: storeEpisode(frame.tag, text: text)
        case .podcastID: if !isInEntry, !text.isEmpty { feed.id = feed.id ?? text }
        default: break
        }
    }

    /// Whether an element with a tag is open.
    func isIn(_ tag: FeedTag) -> Bool { frames.contains { $0.tag == tag } }

    /// Returns an absolute address; empty if its scheme could execute something.
    ///
    /// No address contains `&amp;` but one that was escaped twice.
    func address(_ text: String, base: String?) -> String {
        let isEscaped = text.utf8.contains(.ampersand) && text.contains(text: "&amp;")
        if !isEscaped, LinkResolver.isPlain(text) { return text }
        let once = isEscaped ? text.replacing(text: "&amp;", with: "&") : text
        return HTMLRules.safe(LinkResolver.resolve(once.trimmingBlanks, against: base))
    }

    /// Reads the addresses and times that an old format (CDF) has in attributes.
    private func readDefinition(_ attributes: XMLAttributes, base: String?) {
        let link = attributes["href"].map { address($0, base: base) }
        let updated = attributes["lastmod"].flatMap { WrittenDate($0, zones: zones)?.moment }
        if isInEntry {
            entry.link = link
            entry.updated = updated
        } else {
            feed.link = feed.link ?? link
            feed.updated = feed.updated ?? updated
        }
    }

    private func readLink(_ frame: inout Frame, attributes: XMLAttributes) {
        let link = LinkAttributes(
            relation: LinkAttributes.relation(attributes["rel"]), type: attributes["type"],
            length: attributes["length"])
        guard let reference = attributes["href"] else {
            frame.linkText = link
            return
        }
        setLink(reference, link, base: frame.base)
    }

    private func storeLink(_ frame: Frame, text: String) {
        if let link = frame.linkText, !text.isEmpty { setLink(text, link, base: frame.base) }
    }

    /// Reads a link; the first alternate one counts.
    private func setLink(_ reference: String, _ link: LinkAttributes, base: String?) {
        let address = address(reference, base: base)
        switch link.relation {
        case "alternate" where link.isPage && !address.isEmpty:
            if isInEntry { entry.link = entry.link ?? address } else { feed.link = feed.link ?? address }
        case "enclosure": addEnclosure(reference, type: link.type, length: link.length, base: base)
        case "replies" where entry.comments == nil: entry.comments = address
        default: break
        }
    }

    private func storeIdentifier(_ frame: Frame, text: String) {
        guard !text.isEmpty else { return }
        guard isInEntry else {
            feed.id = text
            return
        }
        entry.id = text
        isPermalink = frame.isPermalink && LinkResolver.isOfWeb(text)
    }

    private func storeTime(_ tag: FeedTag, text: String) {
        guard !text.isEmpty else { return }
        let date = WrittenDate(text, zones: zones)
        openDates.add(text)
        guard isInEntry else {
            if tag == .updated { feed.updated = date?.moment ?? feed.updated }
            if tag == .published { feed.published = date?.moment ?? feed.published }
            return
        }
        let name = tag == .published ? "published" : tag == .updated ? "updated" : "created"
        guard let date else {
            entry.unreadTimes[name] = text
            return
        }
        entry.set(date, for: name)
    }

    private func storePerson(_ text: String) {
        person.text = text
        defer { person = FeedPerson() }
        guard let name = person.description else { return }
        if isInEntry { authors.entry.add(name) } else { authors.feed.add(name) }
        feed.author = authors.feed.text
    }

    private func storeLanguage(_ text: String) {
        if isInEntry { entry.language = text } else { feed.language = text }
    }

    private func addTag(_ text: String) {
        let tag = text.inOneLine
        guard !tag.isEmpty, isInEntry, isNew(tag) else { return }
        entry.tags.append(tag)
    }

    /// Whether the open entry lacks a tag: it looks at each of a few, and keeps a set of many.
    private func isNew(_ tag: String) -> Bool {
        if entry.tags.count < 16 { return !entry.tags.contains(tag) }
        if known.tags.isEmpty { known.tags = Set(entry.tags) }
        return known.tags.insert(tag).inserted
    }

    /// Adds a file unless the entry has it already; the texts that follow describe it.
    func addEnclosure(_ reference: String?, type: String?, length: String?, base: String?) {
        isEnclosureNew = false
        guard let reference, isInEntry else { return }
        let url = address(reference, base: base)
        guard !url.isEmpty, known.enclosures.insert(url).inserted else { return }
        // Programs write 0 for an unknown length.
        let count = length.flatMap { Int($0.trimmingBlanks) }.flatMap { $0 > 0 ? $0 : nil }
        entry.enclosures.append(.init(url: url, type: type.flatMap(FeedBuilder.present), length: count))
        isEnclosureNew = true
    }

    private func storePosition(_ tag: FeedTag, text: String) {
        switch tag {
        case .point: entry.position = RecordRules.position([text])
        case .latitude: latitude = Double(text)
        default:
            guard let latitude, let longitude = Double(text) else { return }
            entry.position = Position(latitude: latitude, longitude: longitude)
        }
    }

    private func finishEntry() {
        guard isInEntry else { return }
        isInEntry = false
        if entry.link == nil, isPermalink { entry.link = entry.id }
        entry.author = authors.entry.text ?? (isAtom ? feed.author : nil)
        isPermalink = false
        (entry.summary, entry.content) = texts.chosen
        if entry.image == nil { entry.image = entry.enclosures.first(where: \.isImage)?.url }
        // Swap, since to append the entry would copy it.
        entries.append(FeedEntry())
        swap(&entries[entries.count - 1], &entry)
        lines.append(entryLine)
        latitude = nil
    }

    private func finishFeed() {
        if let period { lengthen(period / max(1, frequency ?? 1)) }
        if feed.link == nil, let id = feed.id, LinkResolver.isOfWeb(id) { feed.link = id }
    }

    /// Extends the lifetime; the longest requested time counts.
    private func lengthen(_ seconds: Int) {
        let asked = Duration.seconds(min(seconds, 31 * 86_400))
        feed.lifetime = max(feed.lifetime ?? asked, asked)
    }

    private static func seconds(_ period: String) -> Int? {
        switch period.lowercased() {
        case "hourly": 3600
        case "daily": 86_400
        case "weekly": 7 * 86_400
        case "monthly": 30 * 86_400
        case "yearly": 31 * 86_400
        default: nil
        }
    }
}
