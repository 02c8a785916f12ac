import Records

/// The codes of the zones of an alert, by the name of their table.
struct AlertCodes {
    /// The codes by name, those of one name in the order of the document.
    private var codes: [AlertBlock.Value]

    /// Collects the codes of all areas.
    init(of blocks: [AlertBlock]) {
        codes = AlertCodes.all(of: blocks)
        if codes.contains(where: \.name.isEmpty) { codes.removeAll(where: \.name.isEmpty) }
        let areSorted = zip(codes, codes.dropFirst()).allSatisfy { !$1.name.precedes($0.name) }
        if !areSorted { codes.sort { $0.name.precedes($1.name) } }
    }

    private static func all(of blocks: [AlertBlock]) -> [AlertBlock.Value] {
        // Most alerts have one area, whose codes need no copy.
        if blocks.count == 1, blocks[0].areas.count == 1 { return blocks[0].areas[0].codes }
        return blocks.flatMap { $0.areas.flatMap(\.codes) }
    }

    /// Writes the member `zones`: an array of codes for each name.
    func write(to writer: inout JSONWriter) {
        guard !codes.isEmpty else { return }
        writer.name(plain: "zones")
        writer.beginObject()
        codes.forEachRun(of: \.name) { codes in
            writer.name(codes.first?.name ?? "")
            writer.beginArray()
            for text in codes.map(\.text).unique { writer.string(text) }
            writer.endArray()
        }
        writer.endObject()
    }
}
