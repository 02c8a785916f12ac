import CXML2
import Decoding
import Records

/// The library that reads XML and HTML.
public enum XMLLibrary {
    /// The version of libxml2 that almanac was built with.
    public static var version: String { unsafe String(cString: almanac_xml_version()) }

    /// Loads libxml2, in the version that almanac was built with, unless it is loaded.
    ///
    /// - Throws: `DecodeError`, such as "libxml2 cannot be used: libxml2.so.2: cannot open shared object
    ///   file".
    static func load() throws(DecodeError) {
        guard unsafe almanac_xml_load() == nil else { return }
        throw unusable(unsafe almanac_xml_load_error().map { unsafe String(cString: $0) } ?? "")
    }

    /// Returns the error of a document that libxml2 cannot read now.
    static func unusable(_ reason: String) -> DecodeError {
        DecodeError(.configuration, part: "libxml2", found: reason, offset: 0)
    }
}
