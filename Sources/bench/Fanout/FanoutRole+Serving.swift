import Glibc

extension FanoutRole {
    /// Serves until the process is killed.
    func serve(in folder: String) throws {
        switch self {
        case .floor: try FanoutFloor(at: Self.publisherSocketPath(in: folder)).run()
        case .ours: try FanoutFixture(in: folder).run()
        case .redis, .mosquitto, .nats: preconditionFailure("\(rawValue) is a program of its own")
        }
        exit(0)
    }
}
