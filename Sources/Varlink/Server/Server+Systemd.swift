extension Server {
    /// Serves `io.systemd.service`: Ping by itself, Reload by what is given.
    ///
    /// - Parameter reload: Takes each call of Reload; decides who may, and must end it.
    public func addSystemdService(reload: @escaping (Call) -> Void) {
        add(.systemdService) { call in
            if same(call.name, "Ping") { call.reply() } else { reload(call) }
        }
    }
}
