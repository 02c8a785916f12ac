extension [String] {
    /// Returns the most similar text: the same in another case, or else with at most two different letters,
    /// the first of several.
    ///
    /// - Parameter text: The text that was written.
    /// - Returns: The most similar text; `nil` if none is similar.
    package nonisolated func nearest(to text: String) -> String? {
        if let same = first(where: { isSame($0, text) }) { return same }
        let distances = map { (name: $0, distance: editDistance(from: $0, to: text)) }
        return distances.filter { $0.distance <= 2 && $0.distance < text.count }.min {
            $0.distance < $1.distance
        }?.name
    }
}

private nonisolated func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { $0.lowercased == $1.lowercased }
}

/// Returns the number of letters to insert, delete or replace to turn one text into the other (Levenshtein
/// distance).
private nonisolated func editDistance(from: String, to: String) -> Int {
    let target = Array(to)
    var row = Array(0...target.count)
    for (index, letter) in from.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in target.indices {
            let replaced = diagonal + (letter == target[column] ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
        }
    }
    return row[target.count]
}
