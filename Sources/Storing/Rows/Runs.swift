public import Records

/// The runs of a log of changes, in order.
///
/// A run begins when the database is opened for writing and its first change is committed; its random name is
/// stored with that change. The cursor of a change names the run that numbered it. It is valid only while
/// that run exists and its number precedes the first number of the next run. When a log is reverted to an
/// earlier state, exactly the cursors of the lost changes therefore expire: a later run assigns their numbers
/// to other changes.
public struct Runs: Hashable, Sendable {
    /// One run.
    public struct Run: Hashable, Sendable {
        /// The random name: 16 lower-case hexadecimal digits.
        public let name: String
        /// The number of the first change of the run; 0 for the first run of a database.
        public let first: Int64
    }

    /// The runs, ordered by their first numbers; never empty.
    private var all: [Run]

    /// Creates the runs of a log, earliest first; there must be at least one.
    init(_ all: [Run]) {
        precondition(!all.isEmpty, "a log without a run")
        self.all = all
    }

    /// The last run, which numbers the next change.
    public var last: Run { all[all.count - 1] }

    /// The random name of the first run, which identifies the log for as long as the database lasts.
    public var identity: String { all[0].name }

    /// Returns the cursor after a change, or before all changes for 0.
    ///
    /// The cursor names the run of that change, so it is the same whenever it is made.
    public func cursor(of number: Int64, startsOver: Bool = false) -> Cursor {
        let run = all.last { $0.first <= number } ?? all[0]
        return Cursor(run: run.name, number: number, startsOver: startsOver)
    }

    /// Whether the change of a cursor belongs to this log, as far as the runs show.
    public func contains(_ cursor: Cursor) -> Bool {
        guard let place = all.firstIndex(where: { $0.name.utf8.elementsEqual(cursor.run.utf8) }) else {
            return false
        }
        return place == all.count - 1 || cursor.number < all[place + 1].first
    }

    /// Adds a run whose first number is greater than those of all others.
    mutating func append(_ run: Run) { all.append(run) }

    /// Removes the runs before a number, except the first run and those that some numbers still need.
    ///
    /// - Parameters:
    ///   - oldest: The number of the oldest change in the log; the cursor before it is still valid.
    ///   - numbers: The numbers whose cursors must remain the same.
    /// - Returns: The removed runs.
    /// - Throws: The errors of `numbers`.
    mutating func prune(before oldest: Int64, except numbers: () throws(StoreError) -> [Int64])
        throws(StoreError)
        -> [Run]
    {
        guard let next = all.lastIndex(where: { $0.first < oldest }), next > 1 else { return [] }
        let needed = Set(try numbers().map { cursor(of: $0).run })
        let removed = all[1..<next].filter { !needed.contains($0.name) }
        guard !removed.isEmpty else { return [] }
        let gone = Set(removed)
        all.removeAll { gone.contains($0) }
        return removed
    }
}

extension Runs.Run {
    /// Returns a run with a new random name.
    static func random(first: Int64) -> Runs.Run {
        var generator = SystemRandomNumberGenerator()
        let digits = String(generator.next(), radix: 16)
        return Runs.Run(name: String(repeating: "0", count: 16 - digits.utf8.count) + digits, first: first)
    }

    /// Reads `name, first, sum`.
    init(_ row: Row) throws(StoreError) {
        self.init(name: row.text(0) ?? "", first: row.int(1))
        guard checksum == row.int(2) else { throw .damage("read run \(name)", "its checksum differs") }
    }

    /// The checksum of the run's row.
    var checksum: Int64 {
        var sum = Checksum()
        sum.add(name)
        sum.add(first)
        return sum.value
    }
}
