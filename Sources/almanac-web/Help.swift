/// The text of `almanac-web --help`.
nonisolated enum Help {
    static let text = """
        Usage: almanac-web [OPTION...]

        Shows what almanacd keeps in a web browser, live.

        Options:
          --listen ADDRESS:PORT  address to listen on; may be repeated
                                 (127.0.0.1:1034 and [::1]:1034, unless systemd passes sockets)
          --host NAME            host name under which it may be addressed, besides
                                 localhost and addresses; may be repeated
          --proxy-user USER      user of a reverse proxy on the Unix socket, whose
                                 X-Forwarded-For names the visitor that limits count
          --socket PATH          socket of the daemon     (/run/almanac/io.almanac)
          --library DIR          style sheets and scripts (/usr/lib/almanac)
          --user                 connect to the user's own daemon
          --version              print the version
          -h, --help             print this help

        Exit status: 0 success, 64 wrong arguments, 71 a system call failed.

        See also almanac-web(8), almanacd(8), almanac(1).
        """
}
