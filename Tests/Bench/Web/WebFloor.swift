import Glibc
import Systemd

/// Clients that send the same request again and again over connections that remain.
final class WebLoad {
    private static let connections = 16

    private let request: [UInt8]
    /// The bytes of a response with its head.
    private let size: Int
    private let clients: [WebClient]
    /// The bytes that each client has yet to receive.
    private var missing: [Int]
    private var ready: [pollfd]

    /// Connects the clients.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - request: The request, whose responses have the same length.
    /// - Throws: An error if the server does not respond.
    init(_ port: UInt16, _ request: [UInt8]) throws {
        self.request = request
        let clients = try (0..<WebLoad.connections).map { try WebClient(port, number: $0) }
        self.clients = clients
        let response = try clients[0].response(to: request)
        size = response.head.utf8.count + 4 + response.body.count
        missing = clients.map { _ in 0 }
        ready = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    }

    /// Returns the number of responses per second.
    func rate(during duration: Duration) throws -> Double {
        for index in clients.indices { send(index) }
        let start = ContinuousClock.now
        var count = 0
        while ContinuousClock.now < start + duration { count += try serve(isSending: true) }
        let rate = Double(count) / (start.duration(to: .now) / .seconds(1))
        while missing.contains(where: { $0 > 0 }) { _ = try serve(isSending: false) }
        return rate
    }

    private func send(_ index: Int) {
        clients[index].send(request)
        missing[index] = size
    }

    /// Reads what has arrived; returns the number of complete responses.
    private func serve(isSending: Bool) throws -> Int {
        guard poll(&ready, nfds_t(ready.count), 5_000) > 0 else {
            throw BenchError("the server does not respond")
        }
        var complete = 0
        for index in clients.indices where ready[index].revents != 0 {
            guard missing[index] > 0 else {
                throw BenchError("a response is longer than the first, or the server has disconnected")
            }
            missing[index] -= try clients[index].dropSome(missing[index])
            guard missing[index] == 0 else { continue }
            complete += 1
            if isSending { send(index) }
        }
        return complete
    }
}

/// One worker of nginx that serves files, as fast as it can.
final class WebFloor {
    /// The port of nginx.
    static let port: UInt16 = 8081

    private let folder: BenchFolder
    private let process: BenchProcess

    /// Starts nginx with files.
    ///
    /// - Parameter files: The contents by name; those in `gzip/` are compressed.
    /// - Throws: An error if it cannot be started.
    init(_ files: [String: [UInt8]]) throws {
        folder = try BenchFolder(with: ["files", "files/gzip"])
        for (name, bytes) in files { try BenchFiles.write(bytes, to: "\(folder.path)/files/\(name)") }
        try folder.write(WebFloor.configuration, to: "nginx.conf")
        let browser = BenchFiles.root + "Tests/Browser/"
        let root = BenchFiles.root + ".build/roots/nginx"
        process = try BenchProcess(
            ["/usr/bin/taskset", "-c", WebBench.serverProcessor, browser + "inside"]
                + ["--bind", folder.path + "/nginx.conf", "/tmp/nginx.conf"]
                + ["--bind", folder.path + "/files", "/tmp/files"]
                + [root, "nginx", "-e", "stderr", "-c", "/tmp/nginx.conf"])
        try WebClient.awaitServer(at: WebFloor.port)
    }

    private static let configuration = """
        daemon off;
        master_process off;
        user root;
        pid /tmp/nginx.pid;
        events { worker_connections 1024; }
        http {
            access_log off;
            sendfile on;
            tcp_nopush on;
            open_file_cache max=100;
            keepalive_requests 1000000000;
            client_body_temp_path /tmp/body;
            proxy_temp_path /tmp/proxy;
            fastcgi_temp_path /tmp/fastcgi;
            uwsgi_temp_path /tmp/uwsgi;
            scgi_temp_path /tmp/scgi;
            default_type text/html;
            server {
                listen 127.0.0.1:\(port);
                root /tmp/files;
                location /gzip/ { add_header Content-Encoding gzip; }
            }
        }

        """
}
