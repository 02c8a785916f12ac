import Records
import Schemas

/// Numbers and moments as aviationweather.gov writes them.
enum AWCNumbers {
    /// Hectopascals of an inch of mercury by the service's own ratio, that of the standard atmosphere, which
    /// differs from the conventional one in the fifth digit: A2980 is 1009.2 hPa there, and 1009.1 otherwise.
    static let hectopascalsOfInch = 1013.25 / 29.92

    /// Returns a number with at most this many decimals.
    static func rounded(_ value: Double, to decimals: Int) -> JSON {
        let scale = decimals == 0 ? 1 : decimals == 1 ? 10.0 : decimals == 2 ? 100 : 1000
        return .double((value * scale).rounded() / scale)
    }

    /// Returns a whole number.
    static func whole(_ value: Double) -> JSON { rounded(value, to: 0) }

    /// Returns an amount of water, which is given in millimetres, in inches.
    static func inches(_ millimetres: Double) -> JSON { rounded(millimetres / Factor.inch, to: 2) }

    /// Returns a moment with milliseconds, as the service writes all moments but those in seconds.
    static func moment(_ moment: UTC) -> JSON { .string(text(moment)) }

    /// Returns a moment with milliseconds.
    static func text(_ moment: UTC) -> String {
        let milliseconds = (moment.microseconds - moment.seconds * 1_000_000) / 1000
        let digits = String(milliseconds)
        return moment.description.dropLast() + "." + String(repeating: "0", count: 3 - digits.utf8.count)
            + digits + "Z"
    }

    /// Returns a moment in seconds since 1970.
    static func seconds(_ moment: UTC) -> JSON { .int(moment.seconds) }
}
