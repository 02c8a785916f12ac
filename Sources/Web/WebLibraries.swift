import Compression
import HTTPServing

/// The libraries of the web interface.
public enum WebLibraries {
    /// The names with the versions that the libraries state, such as `libmicrohttpd 0.9.75, libsystemd`.
    public static var text: String {
        "libmicrohttpd \(HTTPServerLibrary.version), libsystemd, zlib \(CompressionLibrary.version)"
    }
}
