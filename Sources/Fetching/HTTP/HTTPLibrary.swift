import CCurl

/// The library that makes requests.
public enum HTTPLibrary {
    /// Finds the version of libcurl.
    ///
    /// - Parameter loads: Whether to load the library if it is not in use.
    /// - Returns: The version with its protocols and encodings, such as `7.88.1 (HTTP/2, brotli)`;
    ///   `nil` if the library is not in use, or cannot be loaded.
    public static func version(loads: Bool) -> String? {
        // The text is `libcurl/7.88.1 OpenSSL/3.0.17 …`, see curl_version(3).
        guard let text = unsafe almanac_curl_version(loads ? 1 : 0) else { return nil }
        let words = unsafe String(cString: text).split(separator: " ")
        let version = words.first?.split(separator: "/").last.map(String.init) ?? ""
        let protocols = [("nghttp2/", "HTTP/2"), ("brotli/", "brotli"), ("zstd/", "zstd")]
            .filter { name, _ in words.contains { $0.hasPrefix(name) } }.map(\.1)
        return protocols.isEmpty ? version : "\(version) (\(protocols.joined(separator: ", ")))"
    }

    /// Whether libcurl resets each stream of HTTP/2 that it has read to its end: 7.88.1 does, 8.14.1 does
    /// not.
    static var resetsStreams: Bool {
        let major = version(loads: true)?.split(separator: ".").first.flatMap { Int($0) }
        return major.map { $0 < 8 } ?? false
    }
}
