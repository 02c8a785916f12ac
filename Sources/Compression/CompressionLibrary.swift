import CZlib

/// The library that unpacks and packs.
public enum CompressionLibrary {
    /// The version of zlib in use.
    public static var version: String { unsafe String(cString: zlibVersion()) }
}
