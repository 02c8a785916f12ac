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
