import Records

extension UTC {
    /// Creates the start of a day by its number in the year, from 1; `nil` if the year has no such day.
    init?(year: Int, dayOfYear: Int) {
        guard (1...366).contains(dayOfYear), let start = UTC(UTC.Fields(year: year, month: 1, day: 1)) else {
            return nil
        }
        let day = start + .seconds((dayOfYear - 1) * 86_400)
        guard day.fields.year == year else { return nil }
        self = day
    }
}
