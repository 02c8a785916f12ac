import CXML2
import Decoding
import Records

/// The library that reads XML and HTML.
public enum XMLLibrary {
    /// Finds the version of libxml2.
    ///
    /// - Parameter loads: Whether to load the library if it is not in use.
    /// - Returns: The version, such as `2.9.14`; `nil` if the library is not in use, or cannot be loaded.
    public static func version(loads: Bool) -> String? {
        guard let text = unsafe almanac_xml_version(loads ? 1 : 0) else { return nil }
        // The text is `20914`, two digits for each part but the first; releases from git have more after that.
        let digits = unsafe String(cString: text).prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return "" }
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

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
