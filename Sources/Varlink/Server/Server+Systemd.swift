extension Server {
    /// Serves `io.systemd.service`: answers Ping, and passes Reload on.
    ///
    /// - Parameter reload: Receives each call of Reload; checks permissions, and must end the call.
    public func addSystemdService(reload: @escaping (Call) -> Void) {
        add(.systemdService) { call in
            if same(call.name, "Ping") { call.reply() } else { reload(call) }
        }
    }
}
