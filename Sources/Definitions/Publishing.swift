import Records

/// Whether, up to which size and how often the records of a source are published as a file.
package nonisolated struct Publishing: Hashable, Sendable {
    /// The maximum size of the file, in bytes; 0 for none.
    package let maximumBytes: Int
    /// The stated shortest time between two files; `nil` for one that depends on the size.
    private let interval: Duration?

    /// The publishing of sources that the definitions do not state, such as those of another almanac.
    package static let standard = Publishing(maximumBytes: 16 << 20)

    init(maximumBytes: Int, interval: Duration? = nil) {
        self.maximumBytes = maximumBytes
        self.interval = interval
    }

    /// Returns the shortest time between two files: a source that changes each second would otherwise write
    /// all of its records each second.
    ///
    /// - Parameter size: The size of the file in bytes; `nil` if it is unknown.
    /// - Returns: The time.
    package func interval(after size: Int64?) -> Duration {
        interval ?? max(.seconds(5), .seconds((size ?? 0) / Publishing.bytesPerSecond))
    }

    /// The bytes that the files of a source that changes all the time write in a second: 22 GB a day.
    private static let bytesPerSecond: Int64 = 256 << 10

    /// Reads a setting `Publish=` such as `yes`, `no` or `30s`; `nil` if it is neither.
    init?(setting: String) {
        if let isOn = Definition.truth(setting) {
            self.init(maximumBytes: isOn ? .max : 0)
        } else if let interval = TimeSpan.parse(setting) {
            self.init(maximumBytes: .max, interval: interval)
        } else {
            return nil
        }
    }
}

nonisolated extension Definition {
    /// How the records are published.
    package var publishing: Publishing {
        let isKept = isOn("Cache", default: true)
        // The setting was checked when the definition was read.
        return setting("Publish").flatMap(Publishing.init(setting:))
            ?? (isKept ? .standard : Publishing(maximumBytes: 0))
    }
}
