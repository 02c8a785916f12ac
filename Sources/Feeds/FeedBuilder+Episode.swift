import Decoding
import Records

/// The members of podcasts, and what describes files.
extension FeedBuilder {
    /// The most transcripts, people and so on of an entry.
    private static let mostParts = 200

    /// Adds the file of an element of RSS or Media RSS.
    ///
    /// Source: RSS 2.0, enclosure; Media RSS 1.5.1, media:content.
    func addEnclosure(_ attributes: XMLAttributes, base: String?) {
        addEnclosure(
            attributes["url"], type: attributes["type"],
            length: attributes["length"] ?? attributes["filesize"], base: base)
        guard isEnclosureNew, let last = entry.enclosures.indices.last else { return }
        entry.enclosures[last].medium = attributes["medium"].flatMap(FeedBuilder.present)
        entry.enclosures[last].duration = attributes["duration"].flatMap(FeedBuilder.playingTime)
    }

    /// Sets the description of the file that has just been added; the first one counts.
    func describeEnclosure(_ text: FeedText) {
        guard isEnclosureNew, let last = entry.enclosures.indices.last else { return }
        entry.enclosures[last].description = entry.enclosures[last].description ?? text.plain
    }

    /// Sets the title of the file that has just been added; the first one counts.
    func describeEnclosure(title: FeedText) {
        guard isEnclosureNew, let last = entry.enclosures.indices.last else { return }
        entry.enclosures[last].title = entry.enclosures[last].title ?? title.plain.inOneLine
    }

    /// Reads the attributes of an element of a podcast.
    func readEpisode(_ frame: Frame, attributes: XMLAttributes) {
        guard isInEntry else { return }
        switch frame.tag {
        case .season:
            let name = attributes["name"].flatMap(FeedBuilder.present)
            change { $0.seasonName = $0.seasonName ?? name }
        case .chapters:
            if let file = file(attributes, frame.base) { change { $0.chapters = $0.chapters ?? file } }
        case .chapterMark:
            guard let mark = mark(attributes, frame.base) else { return }
            change { if $0.marks.count < FeedBuilder.mostParts { $0.marks.append(mark) } }
        case .transcript:
            guard let file = file(attributes, frame.base) else { return }
            change { if $0.transcripts.count < FeedBuilder.mostParts { $0.transcripts.append(file) } }
        case .person: part.person = participant(attributes, frame.base)
        case .alternateEnclosure: part.alternate = (attributes["type"], attributes["length"])
        case .alternateSource:
            addEnclosure(
                attributes["uri"], type: attributes["contenttype"] ?? part.alternate.type,
                length: part.alternate.length, base: frame.base)
        default: break
        }
    }

    /// Reads the content of an element of a podcast at its end.
    func storeEpisode(_ tag: FeedTag, text: String) {
        guard isInEntry, !text.isEmpty else { return }
        switch tag {
        case .duration: storeDuration(text)
        case .episode: storeNumber(text, named: "episode") { $0.number = $0.number ?? $1 }
        case .season: storeNumber(text, named: "season") { $0.season = $0.season ?? $1 }
        case .episodeType: change { $0.type = $0.type ?? text.lowercased() }
        default: storeParticipant(text.inOneLine)
        }
    }

    private func change(_ change: (inout FeedEpisode) -> Void) {
        var episode = entry.episode ?? FeedEpisode()
        change(&episode)
        entry.episode = episode == FeedEpisode() ? nil : episode
    }

    /// Reads a length; 0 stands for an unknown one.
    private func storeDuration(_ text: String) {
        guard let seconds = PlayingTime.seconds(text) else {
            entry.unreadTimes["duration"] = text
            return
        }
        if seconds > 0 { change { $0.duration = $0.duration ?? seconds } }
    }

    private func storeNumber(
        _ text: String, named name: String, set: (inout FeedEpisode, Double) -> Void
    ) {
        guard let number = Double(text), number.isFinite else {
            entry.unreadTimes[name] = text
            return
        }
        change { set(&$0, number) }
    }

    private func storeParticipant(_ name: String) {
        guard var person = part.person else { return }
        part.person = nil
        person.name = name
        change { if $0.persons.count < FeedBuilder.mostParts { $0.persons.append(person) } }
    }

    private func file(_ attributes: XMLAttributes, _ base: String?) -> FeedEpisode.File? {
        guard let url = attributes["url"].map({ address($0, base: base) }), !url.isEmpty else { return nil }
        return FeedEpisode.File(
            url: url, type: attributes["type"].flatMap(FeedBuilder.present),
            language: attributes["language"].flatMap(FeedBuilder.present))
    }

    private func mark(_ attributes: XMLAttributes, _ base: String?) -> FeedEpisode.Mark? {
        guard let start = attributes["start"].flatMap(PlayingTime.seconds) else { return nil }
        let url = attributes["href"].map { address($0, base: base) }.flatMap(FeedBuilder.present)
        return FeedEpisode.Mark(
            start: start, title: attributes["title"]?.inOneLine.trimmingBlanks ?? "", url: url)
    }

    private func participant(_ attributes: XMLAttributes, _ base: String?) -> FeedEpisode.Person {
        let (image, url) = (attributes["img"], attributes["href"])
        return FeedEpisode.Person(
            name: "", role: attributes["role"].flatMap(FeedBuilder.present),
            group: attributes["group"].flatMap(FeedBuilder.present),
            image: image.map { address($0, base: base) }.flatMap(FeedBuilder.present),
            url: url.map { address($0, base: base) }.flatMap(FeedBuilder.present))
    }

    private static func playingTime(_ text: String) -> Double? {
        PlayingTime.seconds(text).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns a text without blanks at its ends; `nil` if it is blank.
    static func present(_ text: String) -> String? {
        let text = text.trimmingBlanks
        return text.isEmpty ? nil : text
    }
}
