extension StoreSchema {
    /// The first version of the tables.
    ///
    /// `meta` has the version of the schema, and a row `incomplete/NAME` for each source of which only a part
    /// of the last document is stored.
    ///
    /// Strings compare as bytes (SQLite's BINARY, the default). `sum` is a checksum over its row. The numbers
    /// of changes rise by one without gaps. A `change` whose `body` is NULL is the newest change of its
    /// record, whose body it shares, or a removal, or its body is in `former` (see `tenthStep`). `of_record`
    /// and `of_source` are the numbers of the previous change of the same record and source, 0 when there was
    /// none: histories follow these links, so that a change needs no index entry. Only a removal has one,
    /// since no record leads to it any more. `record_by_key` alone answers whether a record is unchanged.
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

    /// Nothing: this step created the indexes, which `fourteenthStep` does.
    static let secondStep = ""

    /// The former positions of records that a change moved or removed, by the number of the change: a
    /// subscriber to an area is notified of the records that leave it.
    static let thirdStep = """
        CREATE TABLE move (
            number INTEGER PRIMARY KEY, latitude REAL NOT NULL, longitude REAL NOT NULL
        ) STRICT;
        """

    /// Nothing: this step recreated the indexes, which `fourteenthStep` does.
    static let fourthStep = ""

    /// The runs of the log (see `Runs`); `first` is the number of the first change of a run.
    static let fifthStep = """
        CREATE TABLE run (first INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, sum INTEGER NOT NULL) STRICT;
        """

    /// The keys that documents gave to names, such as those of the messages of an alert; `at` is the moment
    /// at which a name was first given. They outlive the records, so that an alert that returns has its key.
    static let sixthStep = """
        CREATE TABLE name (
            source INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (source, name)
        ) STRICT, WITHOUT ROWID;
        """

    /// Nothing: this step recreated the indexes, which `fourteenthStep` does.
    static let seventhStep = ""

    /// The learned rhythms of requests, apart from their states, which are JSON.
    static let eighthStep = """
        CREATE TABLE rhythm (identity TEXT PRIMARY KEY, state BLOB NOT NULL, sum INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
        """

    /// Nothing: this step recreated the indexes, which `fourteenthStep` does.
    static let ninthStep = ""

    /// The bodies of changes that a later change of the record has followed, by their numbers.
    ///
    /// Earlier steps wrote them into the rows of `change`: the body of a record that was added then went into
    /// a page full of small rows, which had to be split into pages all over the table.
    static let tenthStep = """
        CREATE TABLE former (number INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
        """

    /// Nothing but the version: from this one on, a change that replaces most of a record, or one of a small
    /// record (see `ChangeWriter`), has no `patch`, and as `previous` the whole body before it, from which both
    /// patches follow; the row in `former` of the change before it then has no body of its own but `#` and the
    /// number of that change. The same holds for removals, except those of earlier versions.
    ///
    /// Otherwise the log would grow by three times the document that replaces a table.
    static let eleventhStep = ""

    /// The size of each source's changes in the log, in bytes as `loggedBytes` counts them; `trimmed` is the
    /// number of the last change of the source whose content the log has dropped (see `Store+Shares`), 0 for
    /// none. Such a change has a `kind` that is greater by 4.
    static let twelfthStep = """
        CREATE TABLE logged (
            source INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, trimmed INTEGER NOT NULL
        ) STRICT;
        DELETE FROM meta WHERE name = 'logged';
        """

    /// Nothing: this step recreated the indexes, which `fourteenthStep` does.
    static let thirteenthStep = ""

    /// The indexes for finding records, empty.
    ///
    /// They are built from the records and follow the log of changes, so that no commit waits for them; see
    /// `Finder`. An `entry` is an indexed record, with the number of its row: `number` is the change whose
    /// content was indexed, `length` that of the title, otherwise of the key, in Unicode scalars. `word`
    /// has its words, without a copy of its texts, which are in `indexed` (see `IndexedTexts`); `spot`
    /// contains its position or the box around its area, whose eastern side may exceed 180°. `progress` is
    /// one row: the number up to which the log was followed, -1 at first, and the progress of the initial
    /// scan over all records. `gone` has the rows of removed records until the indexes have dropped them:
    /// only then may a search find another record in a row of that number. `word` stores no data for a
    /// ranking by frequency: counting the records of a common word takes longer than finding the best of
    /// them. The beginnings of names up to two letters are words in a column; others are looked up among the
    /// words.
    static let indexes = """
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY, number INTEGER NOT NULL, length INTEGER NOT NULL
        ) STRICT;
        CREATE VIRTUAL TABLE word USING fts5(
            name, beginning, body, content = '', tokenize = 'unicode61 remove_diacritics 2', columnsize = 0
        );
        CREATE TABLE indexed (id INTEGER PRIMARY KEY, texts BLOB NOT NULL) STRICT;
        CREATE VIRTUAL TABLE spot USING rtree(id, south, north, west, east);
        CREATE TABLE progress (number INTEGER NOT NULL, stage INTEGER NOT NULL, id INTEGER NOT NULL) STRICT;
        INSERT INTO progress VALUES (-1, 0, 0);
        CREATE TABLE IF NOT EXISTS gone (id INTEGER PRIMARY KEY) STRICT;
        """

    /// Creates the indexes, or recreates them: an entry has the number of its record's row, so that entries
    /// are written in order rather than all over an index of keys; and the index of words is contentless.
    ///
    /// The words of a record are removed by what `IndexedTexts` makes of it: a change of what that makes of
    /// the texts that are stored is a further step.
    static let fourteenthStep = """
        DROP TABLE IF EXISTS entry;
        DROP TABLE IF EXISTS word;
        DROP TABLE IF EXISTS spot;
        DROP TABLE IF EXISTS progress;
        \(indexes)
        """

    /// The size of a change `c` in the log and of the body `f` in `former`, in bytes; the rows and pages of
    /// SQLite add about 100.
    static let loggedBytes = """
        100 + length(CAST(c.key AS BLOB)) + ifnull(length(CAST(c.title AS BLOB)), 0) + ifnull(length(c.body), 0)
            + ifnull(length(c.patch), 0) + ifnull(length(c.previous), 0) + ifnull(length(f.body) + 20, 0)
        """
}
