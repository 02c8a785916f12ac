import Records

extension UTC {
    /// Creates a moment from seconds since 1970; `nil` after the year 9999.
    init?(epoch seconds: Int) {
        guard 0..<253_402_300_800 ~= seconds else { return nil }
        self.init(seconds: Int64(seconds))
    }
}
