public import Records
public import Sky

extension SunTimes {
    /// Computes the times on the local date of a moment.
    ///
    /// - Parameters:
    ///   - moment: A moment of the day.
    ///   - zone: The zone whose date counts; the zenith is the one nearest to its noon.
    ///   - position: The place.
    public init(on moment: UTC, in zone: Zone, at position: Position) {
        self.init(around: zone.noon(of: moment), at: position)
    }
}

extension MoonTimes {
    /// Computes the times on the local date of a moment.
    ///
    /// - Parameters:
    ///   - moment: A moment of the day.
    ///   - zone: The zone whose date counts.
    ///   - position: The place.
    public init(on moment: UTC, in zone: Zone, at position: Position) {
        self.init(around: zone.noon(of: moment), at: position)
    }
}

extension Zone {
    /// Returns the moment near which local clocks show 12:00 on the date of a moment; changes of the clocks
    /// on this day are ignored.
    func noon(of moment: UTC) -> UTC {
        let f = fields(moment)
        let seconds = (f.hour - 12) * 3600 + f.minute * 60 + f.second
        return UTC(seconds: moment.seconds) - .seconds(seconds)
    }
}
