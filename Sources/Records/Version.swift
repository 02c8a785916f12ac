/// Which almanac this is.
public enum Version {
    /// The version, such as `1.0.0`.
    public static let text = "0.1.0"
}
