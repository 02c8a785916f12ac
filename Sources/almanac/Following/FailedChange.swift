import AlmanacValues
import Records

/// The number of times that the command of `watch --exec` has failed with the same change, in a file, so that
/// the number outlasts the end of the program that follows each failure.
///
/// The file contains the number, a blank, the cursor, a blank and the record.
struct FailedChange {
    /// The number of failures after which a change is passed over.
    static let mostTries = 10

    private let path: String

    /// Makes a counter next to the file of the cursor.
    init(beside state: String) { path = state + ".failed" }

    /// Counts a failure.
    ///
    /// - Returns: The number of failures with this change.
    /// - Throws: A complaint if the number cannot be stored.
    func count(_ event: Event, _ item: Item) throws(CommandError) -> Int {
        let change = "\(event.cursor) \(item.source)/\(item.key)"
        let count = tries(of: change) + 1
        do {
            try Files.write("\(count) \(change)\n", to: path)
        } catch {
            throw CommandError(.cannotCreate, "the number of tries cannot be saved: \(error)")
        }
        return count
    }

    private func tries(of change: String) -> Int {
        let text = Files.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[1].utf8.elementsEqual((change + "\n").utf8) else { return 0 }
        return Int(words[0]) ?? 0
    }
}
