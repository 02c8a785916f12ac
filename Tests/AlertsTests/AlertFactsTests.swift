import Alerts
import Decoding
import Feeds
import Records
import Testing

/// The content of real documents in every format, compared with what is written in them.
@Suite struct AlertFactsTests {
    private func facts(_ message: AlertMessage) -> JSON {
        return .object([
            .init("areas", .int(message.blocks.reduce(0) { $0 + $1.areas.count })),
            .init("bbox", sides(message.area)),
            .init("ends", time(message.blocks.isEmpty ? nil : message.ends)),
            .init("expires", .array(message.blocks.map { time($0.expires) })),
            .init("identifier", .string(message.identifier)),
            .init("info", .int(message.blocks.count)),
            .init("languages", .array(message.blocks.map { text($0.language) })),
            .init("msgType", .string(message.type)),
            .init("onset", .array(message.blocks.map { time($0.onset) })),
            .init("over", .int(message.blocks.filter(\.isOver).count)),
            .init("references", .array(message.references.map { .string($0.identifier) })),
            .init("sender", .string(message.sender)), .init("sent", time(message.sent)),
            .init("status", .string(message.status)),
        ])
    }

    private func time(_ moment: UTC?) -> JSON {
        guard let moment else { return .null }
        return .int(moment.seconds)
    }

    private func text(_ text: String?) -> JSON {
        guard let text else { return .null }
        return .string(text)
    }

    /// The box around the polygons and the centres of circles.
    private func sides(_ area: GeoArea) -> JSON {
        let points = area.shapes.map { shape -> GeoArea.Shape in
            if case .circle(let centre, _) = shape { return .circle(centre: centre, radius: 0) }
            return shape
        }
        guard let bounds = GeoArea(points).bounds else { return .null }
        return .array(bounds.rounded.map(JSON.double))
    }

    /// The fact with numbers in one notation.
    private func plain(_ fact: JSON) -> JSON {
        .object(
            (fact.object ?? []).map { member in
                guard member.name == "bbox", let sides = member.value.array else { return member }
                return .init("bbox", .array(sides.compactMap(\.double).map(JSON.double)))
            })
    }

    private func messages(
        of line: JSON, _ file: String, in folder: [String: AlertMessage]
    ) throws -> [AlertMessage] {
        guard line["folder"] != nil else { return try AlertDocument(Corpus.bytes("single/" + file)).messages }
        let names = (line["messages"]?.array ?? []).compactMap { $0["identifier"]?.string }
        return names.compactMap { folder[$0] }
    }

    @Test func `every message of every document is read as it is written`() throws {
        var folder: [String: AlertMessage] = [:]
        for message in try AlertDocument(Corpus.bytes("eccc-tornado.cap")).messages {
            folder[message.identifier] = message
        }
        var count = 0
        for line in try Corpus.lines("facts.jsonl") {
            let file = line["file"]?.string ?? ""
            let expected = line["messages"]?.array ?? []
            let messages = try messages(of: line, file, in: folder)
            #expect(messages.count == expected.count, "\(file)")
            for index in messages.indices where index < expected.count {
                #expect(facts(messages[index]) == plain(expected[index]), "\(file)")
                count += 1
            }
        }
        #expect(count > 700)
    }

    @Test func `the entries of every index are read as they are written`() throws {
        for line in try Corpus.lines("index.jsonl") {
            let file = line["file"]?.string ?? ""
            let bytes = try Corpus.bytes("index/" + file)
            let tree = try XMLTree(parsing: bytes.span)
            let index = AlertIndex(tree.root)
            #expect(index != nil || file.contains("no_entries"), "\(file)")
            guard let entries = index?.entries else { continue }
            let expected = line["entries"]?.array ?? []
            #expect(entries.count == expected.count, "\(file)")
            for index in entries.indices where index < expected.count {
                compare(entries[index], with: expected[index], file: file)
            }
        }
    }

    private func compare(_ entry: AlertIndex.Entry, with fact: JSON, file: String) {
        #expect(entry.isInline == fact["inline"]?.bool, "\(file)")
        let links = (fact["links"]?.array ?? []).map { $0.array ?? [] }
        let urls = links.compactMap { $0.last?.string }
        let found = entry.links.map { link in link.url }
        #expect(found == urls, "\(file)")
        let special: Set<String> = ["inline", "links", "geocode", "polygon"]
        for member in fact.object ?? [] {
            if special.contains(member.name) { continue }
            let text = entry.node[member.name]
            let expected = member.value.string?.trimmed
            #expect(text == expected, "\(file) \(member.name)")
        }
    }

    @Test func `bytes in windows-1252 that are declared as UTF-8 are read as windows-1252`() throws {
        let document = try AlertDocument(Corpus.bytes("eccc-tornado.cap"))
        let french = document.messages[0].blocks.first { $0.language == "fr-CA" }
        let text = french?.description ?? ""
        #expect(text.contains("Environnement Canada a émis"), "\(text)")
        let notes = document.notes.joined()
        #expect(notes.contains("windows-1252"), "\(notes)")
    }
}

extension String {
    /// The text without surrounding white space.
    fileprivate var trimmed: String {
        var node = XMLNode(name: "", namespace: "", attributes: [])
        node.text = self
        return node.trimmed ?? ""
    }
}
