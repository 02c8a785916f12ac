import Glibc

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
        for (name, bytes) in files where !BenchFiles.write(bytes, to: "\(folder.path)/files/\(name)") {
            throw BenchError(description: "cannot write \(name)")
        }
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
