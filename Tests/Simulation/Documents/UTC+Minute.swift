import Records

nonisolated extension UTC {
    /// The beginning of the minute.
    var startOfMinute: UTC { UTC(seconds: seconds / 60 * 60) }
}
