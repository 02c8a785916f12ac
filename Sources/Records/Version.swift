/// Which almanac this is.
public enum Version {
    /// The version, such as `1.0.0`; `etc/debian/changelog` begins with the same one.
    public static let text = "0.2.0"
    /// The compiler and the processor that almanac was built with and for.
    public static let build = "Swift \(compiler), \(processor)"

    #if compiler(>=6.3)
        private static let compiler = "6.3"
    #else
        private static let compiler = "6.2"
    #endif

    #if arch(x86_64)
        private static let processor = "x86_64"
    #elseif arch(arm64)
        private static let processor = "arm64"
    #else
        private static let processor = "another processor"
    #endif
}
