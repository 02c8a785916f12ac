/// The text of `almanac-mqtt --help`.
nonisolated enum Help {
    static let text = """
        Usage: almanac-mqtt [OPTION...] NAME

        Publishes what almanacd keeps to an MQTT broker, as the settings NAME say.

        Options:
          --config FILE  settings                (/etc/almanac/mqtt/NAME.conf)
          --state DIR    cursor and topics       (/var/lib/almanac-mqtt/NAME)
          --socket PATH  socket of the daemon    (/run/almanac/io.almanac)
          --check        check the settings and exit
          --user         use the user's own daemon and folders
          --version      print the version
          -h, --help     print this help

        Exit status: 0 success, 64 wrong arguments, 71 a system call failed, 78 wrong settings.

        See also almanac-mqtt(8), almanacd(8), almanac(1).
        """
}
