import Records

extension [String] {
    /// The texts without repetitions, in their order.
    var unique: [String] {
        guard hasRepetitions else { return self }
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }

    private var hasRepetitions: Bool {
        // For few texts, a set is slower.
        guard count < 16 else { return true }
        return indices.contains { place in self[..<place].contains(self[place]) }
    }
}

extension Array {
    /// Calls a function with each run of neighbours that have a text in common.
    func forEachRun(of text: (Element) -> String, _ body: (ArraySlice<Element>) -> Void) {
        var start = 0
        while start < count {
            let own = text(self[start])
            let end = self[start...].firstIndex { !text($0).hasBytes(of: own) } ?? count
            body(self[start..<end])
            start = end
        }
    }
}
