import Records

/// The units of a line in a format of wttr.in.
///
/// Source: chubin/wttr.in, README.md, "Weather Units": `m`, `u` and `M`.
public struct WttrUnits: Hashable, Sendable {
    /// Whether temperatures are in degrees Fahrenheit and wind speeds in miles per hour.
    public var isImperial: Bool
    /// Whether wind speeds are in metres per second; this precedes `isImperial`.
    public var hasMetersPerSecond: Bool

    /// Makes units; metric ones, with km/h, by default.
    public init(isImperial: Bool = false, hasMetersPerSecond: Bool = false) {
        self.isImperial = isImperial
        self.hasMetersPerSecond = hasMetersPerSecond
    }

    /// Makes the units that a client asked for.
    ///
    /// - Parameters:
    ///   - letters: The options of one letter, such as `m0q`; letters that do not concern units are ignored.
    ///   - byDefault: The units of the user, which count if there is neither `m` nor `u`, or both.
    public init(letters: some StringProtocol, byDefault: Units) {
        let letters = String(letters)
        let isMetric = letters.contains(text: "m")
        let isImperial = letters.contains(text: "u")
        self.isImperial = isMetric == isImperial ? byDefault == .imperial : isImperial
        hasMetersPerSecond = letters.contains(text: "M")
    }
}
