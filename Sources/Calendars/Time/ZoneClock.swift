import Records

/// The clocks of a time zone.
///
/// A time that a clock shows twice means the first moment; one that it skips is read with the offset before
/// (RFC 5545, 3.3.5).
final class ZoneClock {
    /// The source of the offsets.
    private enum Offsets {
        case fixed(Int64)
        case file(ZoneFile)
        case document(DocumentZone)
        /// A zone of the tz database until a moment, and a newer definition from it on.
        case amended(ZoneFile, until: Int64, DocumentZone)
    }

    /// A zone of the tz database; an object, so that asking for an offset copies no tables.
    private final class ZoneFile {
        private let file: TimeZoneFile

        init(_ file: TimeZoneFile) { self.file = file }

        func offset(at moment: Int64) -> Int64 { Int64(file.offset(at: UTC(seconds: moment))) }
    }

    /// The clock of UTC.
    nonisolated(unsafe) static let utc = ZoneClock(.fixed(0))

    private let offsets: Offsets

    private init(_ offsets: Offsets) { self.offsets = offsets }

    /// Makes the clock of a zone of the machine.
    convenience init(_ file: TimeZoneFile) { self.init(.file(ZoneFile(file))) }

    /// Makes the clock of a zone that the document defines.
    convenience init(_ zone: DocumentZone) { self.init(.document(zone)) }

    /// Makes a clock with the same offset at all times, in seconds east of Greenwich.
    convenience init(offset: Int64) { self.init(.fixed(offset)) }

    /// Makes the clock of a zone of the machine, which the document defines anew from a moment on.
    convenience init(_ file: TimeZoneFile, until moment: Int64, then zone: DocumentZone) {
        self.init(.amended(ZoneFile(file), until: moment, zone))
    }

    /// Returns the offset from UTC at a moment, in seconds; positive east of Greenwich.
    func offset(at moment: Int64) -> Int64 {
        switch offsets {
        case .fixed(let offset): offset
        case .file(let file): file.offset(at: moment)
        case .document(let zone): zone.offset(at: moment)
        case .amended(let file, let end, let zone):
            moment < end ? file.offset(at: moment) : zone.offset(at: moment)
        }
    }

    /// Returns what the clock shows at a moment.
    func wall(at moment: Int64) -> Int64 { moment + offset(at: moment) }

    /// Returns the moment at which the clock shows a time.
    func moment(of wall: Int64) -> Int64 {
        if case .fixed(let offset) = offsets { return wall - offset }
        let before = offset(at: wall - CalendarTime.day)
        if offset(at: wall - before) == before { return wall - before }
        let after = offset(at: wall + CalendarTime.day)
        return offset(at: wall - after) == after ? wall - after : wall - before
    }
}
