import Records
import Storing

/// The log to which the marks of a ledger refer, as encoded in the ledger's name.
///
/// Marks up to the end of the log at the time when the daemon opened it belong to earlier runs. Later marks
/// belong to the daemon's own run, which may not have been stored before the daemon ended. The name is `RUN`,
/// or `CURSOR RUN` if the log has earlier runs.
package nonisolated struct LedgerLog: CustomStringConvertible {
    /// The end of the log before the daemon opened it; `nil` if this is the first run.
    private let start: Cursor?
    /// The daemon's own run.
    private let run: String

    /// Creates the log of this run.
    ///
    /// - Parameter runs: The runs of the log, of which the last is the daemon's own.
    init(_ runs: Runs) {
        run = runs.last.name
        start = runs.last.first > 0 ? runs.cursor(of: runs.last.first - 1) : nil
    }

    /// Reads the name of a ledger; in the previous release the name was a run alone.
    package init(_ name: String) {
        let words = name.split(separator: " ", maxSplits: 1)
        run = words.last.map(String.init) ?? ""
        start = words.count == 2 ? Cursor(String(words[0])) : nil
    }

    /// The name of a ledger, at most 60 bytes.
    package var description: String { (start.map { "\($0) " } ?? "") + run }

    /// Returns the cursor of a mark.
    func cursor(of mark: Int64, startsOver: Bool) -> Cursor {
        let isEarlier = start.map { mark <= $0.number } ?? false
        return Cursor(run: isEarlier ? start?.run ?? run : run, number: mark, startsOver: startsOver)
    }
}
