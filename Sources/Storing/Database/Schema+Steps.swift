extension Schema {
    /// The first version.
    ///
    /// Texts compare as bytes: SQLite's BINARY, the default. `sum` is a checksum over its row. Numbers of
    /// changes rise by one without a gap. A `change` whose `body` is NULL is the newest of its record, whose
    /// body it shares, or a removal. `of_record` and `of_source` are the numbers of the changes before it, 0
    /// when there was none: histories follow them, so that a change costs no index. Only a removal has one,
    /// since no record leads to it any more. `record_by_key` alone answers whether a record is as it was.
    static let firstStep = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE source (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, generation INTEGER NOT NULL,
            records INTEGER NOT NULL, number INTEGER NOT NULL, sum INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE state (source INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;
        CREATE TABLE rejects (source INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;
        CREATE TABLE request (
            identity TEXT PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE record (
            id INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, hash BLOB NOT NULL,
            title TEXT, heading TEXT, latitude REAL, longitude REAL, number INTEGER NOT NULL,
            generation INTEGER NOT NULL, at INTEGER NOT NULL, sum INTEGER NOT NULL, body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX record_by_key ON record (source, key, hash);
        CREATE TABLE change (
            number INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, kind INTEGER NOT NULL,
            at INTEGER NOT NULL, generation INTEGER NOT NULL, title TEXT, sum INTEGER NOT NULL,
            of_record INTEGER NOT NULL, of_source INTEGER NOT NULL, body BLOB, patch BLOB, previous BLOB
        ) STRICT;
        CREATE INDEX removal_by_key ON change (source, key) WHERE kind = 2;
        """

    /// The indexes by which records are found.
    ///
    /// They are made of the records and follow the log of changes, so that a commit does not wait for them:
    /// `Finder`. An `entry` is a record that stands in them, `number` the change that made it what was
    /// indexed; its `id` is the row of its words in `word` and of its place in `spot`. `progress` is one row:
    /// the number up to which the log was followed, -1 at first, and how far the look through all records
    /// has come, by which they begin. `word` has room for no ranking by frequency: counting a common word's
    /// records takes longer than finding the best of them.
    static let secondStep = """
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL,
            UNIQUE (source, key)
        ) STRICT;
        CREATE VIRTUAL TABLE word USING fts5(
            title, key, body, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', columnsize = 0
        );
        CREATE VIRTUAL TABLE spot USING rtree(id, south, north, west, east);
        CREATE TABLE progress (number INTEGER NOT NULL, stage INTEGER NOT NULL, id INTEGER NOT NULL) STRICT;
        INSERT INTO progress VALUES (-1, 1, 0);
        """

    /// Where records were that a change moved or removed, by the change's number: whoever follows a circle is told
    /// what leaves it.
    static let thirdStep = """
        CREATE TABLE move (
            number INTEGER PRIMARY KEY, latitude REAL NOT NULL, longitude REAL NOT NULL
        ) STRICT;
        """

    /// The indexes are made anew: letters such as `ł` stand in them as those write them who do not have them.
    static let fourthStep = """
        DROP TABLE entry;
        DROP TABLE word;
        DROP TABLE spot;
        DROP TABLE progress;
        \(secondStep)
        """
}
