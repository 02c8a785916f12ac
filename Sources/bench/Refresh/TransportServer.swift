import Glibc
import Records

/// nginx, which serves one document under all addresses over TLS, by HTTP/2 and HTTP/1.1.
final class TransportServer {
    private static let program = BenchFiles.root + ".build/roots/proxies/usr/sbin/nginx"
    private static let port = 8443

    /// The certificate that the client trusts.
    let certificate: String
    private let folder: BenchFolder
    private let process: BenchProcess

    /// Whether nginx is there or can be had.
    static var isThere: Bool {
        _ = BenchFiles.output(of: "'\(BenchFiles.root)Tests/System/roots' proxies 2>/dev/null")
        return access(program, X_OK) == 0
    }

    /// Starts nginx and waits until it listens.
    ///
    /// - Throws: An error if it cannot be started.
    init() throws {
        folder = try BenchFolder(with: ["files"])
        try folder.write("id,name\n1,one\n", to: "files/rows.csv")
        let (key, certificate) = (folder.path + "/key", folder.path + "/cert")
        self.certificate = certificate
        _ = BenchFiles.output(
            of:
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=almanac "
                + "-addext subjectAltName=IP:127.0.0.1 -keyout '\(key)' -out '\(certificate)' 2>/dev/null")
        try folder.write(TransportServer.configuration(folder.path), to: "nginx.conf")
        process = try BenchProcess([
            TransportServer.program, "-e", folder.path + "/error.log", "-c", folder.path + "/nginx.conf",
        ])
        for _ in 0..<200 where access(folder.path + "/pid", F_OK) != 0 { usleep(50_000) }
        guard access(folder.path + "/pid", F_OK) == 0 else {
            throw BenchError(description: "nginx does not start")
        }
    }

    /// Returns the address of a client's source.
    func address(of source: Int, client: String) -> String {
        "https://127.0.0.1:\(TransportServer.port)/\(client)/\(source)"
    }

    /// Returns the requests of a client that found the document unchanged by HTTP/2: `CONNECTION PROTOCOL STATUS
    /// PATH`. nginx writes a request down after its response, so that the last ones are awaited.
    ///
    /// - Throws: An error if there are not as many as expected.
    func unchanged(_ count: Int, client: String) throws -> [String] {
        for _ in 0..<100 {
            let lines = try BenchFiles.bytes(folder.path + "/access.log").split(separator: .newline)
                .map { String(decoding: $0, as: UTF8.self) }
                .filter { $0.contains(" HTTP/2.0 304 /\(client)/") }
            if lines.count == count { return lines }
            usleep(20_000)
        }
        throw BenchError(description: "not all requests of \(client) were answered by HTTP/2 with 304")
    }

    private static func configuration(_ folder: String) -> String {
        """
        daemon off;
        master_process off;
        user root;
        pid \(folder)/pid;
        events { worker_connections 1024; }
        http {
            log_format short '$connection $server_protocol $status $request_uri';
            access_log \(folder)/access.log short;
            keepalive_requests 1000000000;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(folder)/cert;
                ssl_certificate_key \(folder)/key;
                root \(folder)/files;
                location / { try_files /rows.csv =404; }
            }
        }

        """
    }
}
