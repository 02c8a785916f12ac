import Records

/// The parameters of a sender in the record of an alert, such as `VTEC`, `awareness_level` and `Alert_Type`.
struct AlertParameters {
    fileprivate struct Parameter {
        let value: AlertBlock.Value
        let layer: String

        var name: String { value.name }
        var text: String { value.text }
    }

    private var parameters: [Parameter] = []

    /// Collects the parameters of a block by their names without layers; of several layers, the last counts.
    init(_ values: [AlertBlock.Value]) {
        parameters.reserveCapacity(values.count)
        for value in values where !value.text.isEmpty && value.name != "expiredReferences" {
            let new = AlertParameters.split(value)
            // Most senders have few, which an insertion sorts with the least effort.
            var place = parameters.count
            while place > 0, new.isBefore(parameters[place - 1]) { place -= 1 }
            parameters.insert(new, at: place)
        }
    }

    /// Returns the name after the last colon, and the layer before it.
    private static func split(_ value: AlertBlock.Value) -> Parameter {
        guard value.name.utf8.starts(with: "layer:".utf8), let colon = value.name.lastIndex(of: ":") else {
            return Parameter(value: value, layer: "")
        }
        let name = String(value.name[value.name.index(after: colon)...])
        let named = AlertBlock.Value(name.isEmpty ? value.name : name, value.text)
        return Parameter(value: named, layer: String(value.name[..<colon]))
    }

    /// Writes the member `parameters`: a text for each name, an array of texts for one that occurs several
    /// times.
    func write(to writer: inout JSONWriter) {
        guard !parameters.isEmpty else { return }
        writer.name(plain: "parameters")
        writer.beginObject()
        parameters.forEachRun(of: \.name) { parameters in
            writer.name(parameters.first?.name ?? "")
            write(parameters, to: &writer)
        }
        writer.endObject()
    }

    private func write(_ values: ArraySlice<Parameter>, to writer: inout JSONWriter) {
        let layer = values.last?.layer ?? ""
        let newest = values.drop { !$0.layer.hasBytes(of: layer) }
        guard newest.count > 1 else { return writer.string(newest.first?.text ?? "") }
        writer.beginArray()
        for value in newest { writer.string(value.text) }
        writer.endArray()
    }
}

extension AlertParameters.Parameter {
    /// Whether it comes before another one, by name and layer.
    fileprivate func isBefore(_ other: Self) -> Bool {
        name.hasBytes(of: other.name) ? layer.precedes(other.layer) : name.precedes(other.name)
    }
}
