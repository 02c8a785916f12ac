import CMosquitto

/// The library that speaks MQTT.
public enum MQTTLibrary {
    /// Its name with the version in use, such as `libmosquitto 2.0.11`.
    public static var name: String {
        var major: CInt = 0
        var minor: CInt = 0
        var revision: CInt = 0
        // The same three numbers as one.
        _ = unsafe mosquitto_lib_version(&major, &minor, &revision)
        return "libmosquitto \(major).\(minor).\(revision)"
    }
}
