/// The interface that the daemon serves.
public enum AlmanacInterface {
    /// The description in Varlink's interface definition language: the bytes of `etc/io.almanac.varlink`.
    public static var text: String { String(decoding: PackageResources.io_almanac_varlink, as: UTF8.self) }
}
