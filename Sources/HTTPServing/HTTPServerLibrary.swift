import CMicroHTTPD

/// The library that reads requests and writes responses.
public enum HTTPServerLibrary {
    /// The version of libmicrohttpd in use.
    public static var version: String { unsafe String(cString: MHD_get_version()) }
}
