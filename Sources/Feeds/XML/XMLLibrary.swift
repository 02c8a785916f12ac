import CXML2

/// The library that reads XML and HTML.
public enum XMLLibrary {
    /// The version of libxml2 that almanac was built with.
    public static var version: String { unsafe String(cString: almanac_xml_version()) }

    /// Whether libxml2 is installed, in the version that almanac was built with; the first call loads it.
    static var isThere: Bool { unsafe almanac_xml_load() != nil }
}
